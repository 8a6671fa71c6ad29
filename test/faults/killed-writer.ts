/** A process that writes until it is killed, and says what was acknowledged to it. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * The lines that it printed until it was gone; it is killed after `lines` of them, and may have printed more by then.
 *
 * @param script  an ES module; `process.argv[1]` is `directory`
 */
export async function writeAndKill(script: string, directory: string, lines: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--liftoff-only', '--input-type=module', '-e', script, directory]);
  const exited = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const acknowledged: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    acknowledged.push(line);
    if (acknowledged.length === lines) child.kill('SIGKILL');
  }
  await exited;
  if (acknowledged.length < lines) throw new Error(`the writer ended early: ${errors}`);
  return acknowledged;
}
