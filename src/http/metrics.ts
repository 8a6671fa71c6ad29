/** What Prometheus can ask: requests by route and status, hits of the cache of answers, age of the products, the process. */

import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';
import type { Clock } from '../base/clock.js';
import type { ProductStatus } from '../model/product.js';

/** Seconds; answers take from a tenth of a millisecond (cached) to tens of milliseconds (cold reads). */
const BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export interface Meters {
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  readonly answers: Counter<'product' | 'outcome'>;
  readonly tiles: Counter<'layer' | 'outcome'>;
  readonly tileSeconds: Histogram<'layer'>;
}

export interface MetricsDependencies {
  readonly metrics: Registry;
  readonly clock: Clock;
  readiness(): Promise<readonly ProductStatus[]>;
  /** Time of the newest archived forecast, epoch seconds; null or left out: none. Never rejects. */
  archivedAt?(): Promise<number | null>;
  /** When the newest analysed day was over everywhere, epoch seconds; null or left out: none. Never rejects. */
  analysedTo?(): Promise<number | null>;
  /** When the last verified date of the record of accuracy was over everywhere, epoch seconds; null or left out: none. Never rejects. */
  verifiedTo?(): Promise<number | null>;
}

export function createMeters(deps: MetricsDependencies): Meters {
  const registers = [deps.metrics];
  collectDefaultMetrics({ register: deps.metrics });
  measureProducts(deps);
  measureArchive(deps);
  measureAnalysis(deps);
  measureAccuracy(deps);
  const requests = new Histogram({
    name: 'weatherglass_http_request_seconds',
    help: 'Time from the headers of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const answers = new Counter({
    name: 'weatherglass_answers_total',
    help: 'Answers by product, and whether they came from the cache (hit) or were computed (miss).',
    labelNames: ['product', 'outcome'],
    registers,
  });
  return { requests, answers, ...tileMeters(registers) };
}

function tileMeters(registers: Registry[]): Pick<Meters, 'tiles' | 'tileSeconds'> {
  const tiles = new Counter({
    name: 'weatherglass_tiles_total',
    help: 'Map tiles by layer: kept (hit), drawn (miss), older than they should be (stale), held by the client (unchanged).',
    labelNames: ['layer', 'outcome'],
    registers,
  });
  const tileSeconds = new Histogram({
    name: 'weatherglass_tile_seconds',
    help: 'Time to draw a tile, waiting for others included.',
    labelNames: ['layer'],
    buckets: BUCKETS,
    registers,
  });
  return { tiles, tileSeconds };
}

/** A record that stops growing loses a forecast every hour, and nobody can make it up later. */
function measureArchive({ metrics, clock, archivedAt }: MetricsDependencies): void {
  if (archivedAt === undefined) return;
  new Gauge({
    name: 'weatherglass_forecast_archive_age_seconds',
    help: 'Time since the newest issue in the archive of forecasts.',
    registers: [metrics],
    async collect() {
      const time = await archivedAt();
      if (time === null) this.remove();
      else this.set(Math.max(0, clock.now() - time));
    },
  });
}

/** A day that is missed cannot be made up once the cubes have moved on. */
function measureAnalysis({ metrics, clock, analysedTo }: MetricsDependencies): void {
  if (analysedTo === undefined) return;
  new Gauge({
    name: 'weatherglass_daily_analysis_age_seconds',
    help: 'Time since the newest day of the daily analysis was over in every time zone.',
    registers: [metrics],
    async collect() {
      const time = await analysedTo();
      if (time === null) this.remove();
      else this.set(Math.max(0, clock.now() - time));
    },
  });
}

/** Forecasts are verified once a day. What is missed is made up, as long as issues and observations are kept. */
function measureAccuracy({ metrics, clock, verifiedTo }: MetricsDependencies): void {
  if (verifiedTo === undefined) return;
  new Gauge({
    name: 'weatherglass_accuracy_age_seconds',
    help: 'Time since the last date with verified forecasts was over in every time zone.',
    registers: [metrics],
    async collect() {
      const time = await verifiedTo();
      if (time === null) this.remove();
      else this.set(Math.max(0, clock.now() - time));
    },
  });
}

/** Products are asked when the metrics are, so that an age is never older than the scrape. */
function measureProducts({ metrics, clock, readiness }: MetricsDependencies): void {
  new Gauge({
    name: 'weatherglass_product_age_seconds',
    help: 'Age of the data behind a product.',
    labelNames: ['product'],
    registers: [metrics],
    async collect() {
      this.reset();
      for (const { product, updatedAt } of await readiness())
        if (updatedAt !== null) this.set({ product }, Math.max(0, clock.now() - updatedAt));
    },
  });
  new Gauge({
    name: 'weatherglass_source_age_seconds',
    help: 'Time since the reference time of the newest run of a source.',
    labelNames: ['product', 'source'],
    registers: [metrics],
    async collect() {
      this.reset();
      for (const { product, sources = [] } of await readiness())
        for (const { source, referenceTime } of sources)
          if (referenceTime !== null) this.set({ product, source }, Math.max(0, clock.now() - referenceTime));
    },
  });
  new Gauge({
    name: 'weatherglass_product_state',
    help: '1 for the state that a product is in.',
    labelNames: ['product', 'state'],
    registers: [metrics],
    async collect() {
      this.reset();
      for (const { product, state } of await readiness()) this.set({ product, state }, 1);
    },
  });
}
