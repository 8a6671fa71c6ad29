/**
 * Attackers of `hostile.ts`, in a process of their own. Each burst opens connections and writes pipelined requests to
 * each; all are closed at the end. Every count is bounded, and every connection is to loopback.
 */

import { createConnection, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface AttackOrder {
  readonly port: number;
  readonly bursts: number;
  readonly millisecondsBetween: number;
  readonly connections: number;
  /** A request that is pipelined `requests` times on each connection, each `@` in it a new number; empty: nothing is sent. */
  readonly request: string;
  readonly requests: number;
  /** True: responses are read. False: they are left in the socket. */
  readonly reads: boolean;
  /** True: a connection that the service closes is opened again 5 ms later. */
  readonly reconnects?: boolean;
}

const MAX_CONNECTIONS = 5000;
const RECONNECT_MILLISECONDS = 5;

const order = JSON.parse(process.argv[2]!) as AttackOrder;
const same = order.request.includes('@') ? null : Buffer.from(order.request.repeat(order.requests));
const sockets: Socket[] = [];
let isOver = false;
let number = 100_000;

function distinctRequests(): Buffer {
  return Buffer.from(Array.from({ length: order.requests }, () => order.request.replace('@', `${number++}`)).join(''));
}

function attack(): void {
  if (isOver || sockets.length >= MAX_CONNECTIONS) return;
  const socket = createConnection({ port: order.port, host: '127.0.0.1' });
  sockets.push(socket);
  if (order.reads) socket.resume();
  else socket.pause();
  const bytes = same ?? distinctRequests();
  if (bytes.length > 0) socket.write(bytes);
  if (order.reconnects === true) socket.once('close', () => setTimeout(attack, RECONNECT_MILLISECONDS));
  socket.on('error', () => socket.destroy()); // a reset by the service is one of the expected outcomes
}

for (let burst = 0; burst < order.bursts; burst++) {
  for (let i = 0; i < order.connections; i++) attack();
  await wait(order.millisecondsBetween);
}
isOver = true;
for (const socket of sockets) socket.destroy();
process.send?.('over', () => process.exit());
