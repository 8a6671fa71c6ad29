/**
 * Attackers of `hostile.ts`, in a process of their own. Each burst opens connections, writes the same bytes to each, and
 * ends them a while later. Every count is bounded, and every connection is to loopback.
 */

import { createConnection, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface AttackOrder {
  readonly port: number;
  readonly bursts: number;
  readonly millisecondsBetween: number;
  readonly connections: number;
  /** A request that is pipelined `requests` times on each connection; empty: nothing is sent. */
  readonly request: string;
  readonly requests: number;
  /** True: responses are read. False: they are left in the socket. */
  readonly reads: boolean;
}

const order = JSON.parse(process.argv[2]!) as AttackOrder;
const bytes = Buffer.from(order.request.repeat(order.requests));
const sockets: Socket[] = [];

function attack(): void {
  const socket = createConnection({ port: order.port, host: '127.0.0.1' });
  sockets.push(socket);
  if (order.reads) socket.resume();
  else socket.pause();
  if (bytes.length > 0) socket.write(bytes);
  socket.on('error', () => socket.destroy()); // a reset by the service is one of the expected outcomes
}

for (let burst = 0; burst < order.bursts; burst++) {
  for (let i = 0; i < order.connections; i++) attack();
  await wait(order.millisecondsBetween);
}
for (const socket of sockets) socket.destroy();
process.send?.('over', () => process.exit());
