/** Runs other programs. */

import { spawn } from 'node:child_process';

/**
 * Runs a program to its end and returns what it printed on both outputs.
 *
 * @throws Error with that text if it ends with another code than 0, or takes longer than `seconds`
 */
export function run(command, args, { cwd, env = {}, seconds = 300, echo = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, timeout: seconds * 1000 });
    let text = '';
    const take = (chunk) => {
      text += chunk;
      if (echo) process.stdout.write(chunk);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(text);
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code ?? signal}:\n${text.slice(-8000)}`));
    });
  });
}
