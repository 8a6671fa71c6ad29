/**
 * One server for all situations of a file: to make one takes 40 ms, for the schemas that are compiled, and what differs
 * between situations is only what stands behind it. Each situation gets the server as if it were its own.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { ServedProducts } from '../src/http/endpoints/endpoints.js';
import { startTestServer } from '../src/http/server.fixture.js';
import type { ServerDependencies } from '../src/http/server.js';

/** What a situation puts behind the server. */
export interface Behind extends Pick<ServerDependencies, 'clock' | 'readiness'> {
  readonly product: { stateKey(): Promise<string>; answer(request: never): Promise<unknown> };
}

export interface SharedServer {
  /** The server whose requests are answered by what is put behind it, whoever else asks meanwhile. */
  serve(behind: Behind): Promise<FastifyInstance>;
  close(): Promise<void>;
}

export function sharedServer(name: keyof ServedProducts): SharedServer {
  const asked = new AsyncLocalStorage<Behind & { readonly number: number }>();
  const behind = () => asked.getStore()!;
  let count = 0;
  let starting: Promise<FastifyInstance> | null = null;
  const start = async () => {
    const product: Behind['product'] = {
      // What one situation was answered is no answer of another.
      stateKey: async () => `${behind().number} ${await behind().product.stateKey()}`,
      answer: (request) => behind().product.answer(request),
    };
    const { app } = await startTestServer({
      clock: { now: () => behind().clock.now() },
      products: { [name]: product } as Partial<ServedProducts>,
      readiness: () => behind().readiness(),
    });
    return app;
  };
  return {
    async serve(one) {
      starting ??= start();
      const app = await starting;
      const situation = { ...one, number: count++ };
      const inject = (request: InjectOptions | string) => asked.run(situation, async () => await app.inject(request));
      return Object.create(app, { inject: { value: inject } }) as FastifyInstance;
    },
    async close() {
      await (await starting)?.close();
    },
  };
}
