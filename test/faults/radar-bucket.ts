/**
 * A bucket of radar frames that holds and answers what a test says. A file is the JSON of a `BucketFrame`, and
 * `decodeBucketFrame` reads it: polls can be told anything without a picture being drawn.
 */

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MalformedError } from '../../src/base/errors.js';
import type { RadarDecoder } from '../../src/ingest/radar/radar-decoding.js';
import type { Grid, RegularGrid } from '../../src/model/field.js';
import { RADAR_DATASETS } from '../../src/model/radar.js';
import { tiledField } from '../../src/science/radar/tiled-field.js';

export interface BucketFrame {
  /** Epoch seconds. */
  readonly validTime: number;
  /** Packed value of every pixel; default 5. */
  readonly packed?: number;
  /** What it says of its grid; default `BUCKET_GRID`. */
  readonly grid?: Partial<RegularGrid>;
}

export type Reply = (response: ServerResponse) => void;

export interface RadarBucket {
  readonly url: string;
  /** By key: a frame, or what is answered. */
  readonly files: Map<string, BucketFrame | Reply>;
  /** In place of the listings of these keys. */
  list: ((query: URLSearchParams) => Reply) | null;
  /** Paths with their queries, since the last call. */
  asked(): string[];
  close(): Promise<void>;
}

export const BUCKET_GRID: RegularGrid = {
  kind: 'regular',
  columns: 20,
  rows: 10,
  firstLatitude: 40,
  firstLongitude: -100,
  latitudeStep: -0.5,
  longitudeStep: 0.5,
};

export const reset: Reply = (response) => void response.destroy();
export const status =
  (code: number): Reply =>
  (response) =>
    void response.writeHead(code).end('no');

/** A page of a listing. @param token  of the next page; null: it is the last */
export function page(keys: readonly string[], token: string | null = null): Reply {
  const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  const next = token === null ? '' : `<NextContinuationToken>${token}</NextContinuationToken>`;
  const text = `<ListBucketResult><IsTruncated>${token !== null}</IsTruncated>${next}${contents}</ListBucketResult>`;
  return (response) => void response.end(text);
}

export async function startRadarBucket(): Promise<RadarBucket> {
  const files: RadarBucket['files'] = new Map();
  let asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url!;
    asked.push(path);
    if (path.startsWith('/?')) return listed(new URLSearchParams(path.slice(2)))(response);
    const file = files.get(path.slice(1));
    if (file === undefined) return status(404)(response);
    return typeof file === 'function' ? file(response) : void response.end(JSON.stringify(file));
  });
  const listed = (query: URLSearchParams): Reply => {
    if (bucket.list !== null) return bucket.list(query);
    const [prefix, after] = [query.get('prefix') ?? '', query.get('start-after') ?? ''];
    return page([...files.keys()].filter((key) => key.startsWith(prefix) && key > after).sort());
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bucket: RadarBucket = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    list: null,
    asked() {
      const since = asked;
      asked = [];
      return since;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return bucket;
}

export const decodeBucketFrame: RadarDecoder = (dataset, bytes) => {
  const text = Buffer.from(bytes).toString();
  if (!text.startsWith('{')) throw new MalformedError('bucket', 'a frame is JSON', text.slice(0, 20));
  const { validTime, packed = 5, grid: stated } = JSON.parse(text) as BucketFrame;
  const grid: Grid = { ...BUCKET_GRID, ...stated };
  const { step } = RADAR_DATASETS.find(({ id }) => id === dataset)!;
  const [rows, columns] = [Math.min(grid.rows, 10), Math.min(grid.columns, 20)];
  const field = tiledField(rows, columns, step, new Uint16Array(rows * columns).fill(packed));
  return { grid, validTime, field: { ...field, rows: grid.rows, columns: grid.columns } };
};
