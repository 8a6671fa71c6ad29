/** Addresses and ports that servers listen on. */

import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../base/errors.js';

/**
 * @param setting  where the port comes from, for the error
 * @throws ConfigError  the port is taken, or the host is not an address of this machine
 */
export async function listen(
  server: FastifyInstance,
  host: string,
  port: number,
  setting: 'PORT' | 'WEATHERGLASS_METRICS_PORT' = 'PORT',
): Promise<void> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new ConfigError(setting, `must be free on ${host}, but another program listens there`, String(port));
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new ConfigError('HOST', 'must be an address of this machine', host);
    throw error;
  }
}

/** The address to tell people: the loopback one when listening on every interface. */
export function addressOf(host: string, port: number): string {
  const named = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${named.includes(':') ? `[${named}]` : named}:${port}`;
}

/** A port that nobody listens on. Problems and the OpenAPI document name the address, so it is settled before routing. */
export function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createSocketServer().once('error', reject);
    probe.listen(0, host, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
