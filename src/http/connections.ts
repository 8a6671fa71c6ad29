/**
 * Connections of a server that closes. Node waits for every one of them, also for those that nobody uses: a browser that
 * connected ahead of time, or a client that keeps its connection for the next request, would hold the process for over a
 * minute. So while the server closes, what has no request under way is ended as soon as that is so; a request that is
 * still not there whole after `PATIENCE` is cut off.
 */

import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Milliseconds between two looks at the connections. */
const LOOK = 50;
/** Milliseconds, well beyond the slowest answer and within the patience of who stops the process. */
const PATIENCE = 10_000;

/** To be called before the server listens. */
export function endUnusedConnections(app: FastifyInstance): void {
  const { server } = app;
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', (done) => {
    const began = performance.now();
    const timer = setInterval(() => {
      server.closeIdleConnections();
      // Node counts a connection without a single byte as busy.
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
      if (performance.now() - began > PATIENCE) server.closeAllConnections();
    }, LOOK);
    server.once('close', () => clearInterval(timer));
    if (!server.listening) clearInterval(timer);
    done();
  });
}
