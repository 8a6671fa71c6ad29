/** An upstream of alerts that answers what a test says, and what it was asked. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AskedRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

export type Reply = (request: IncomingMessage, response: ServerResponse) => void;

export interface AlertUpstream {
  readonly url: string;
  /** By path with its query; what has none is 404. */
  readonly replies: Map<string, Reply>;
  /** Since the last call. */
  asked(): AskedRequest[];
  close(): Promise<void>;
}

export async function startAlertUpstream(): Promise<AlertUpstream> {
  const replies = new Map<string, Reply>();
  let asked: AskedRequest[] = [];
  const server = createServer((request, response) => {
    const path = request.url!;
    asked.push({ path, headers: request.headers });
    const reply = replies.get(path);
    if (reply) reply(request, response);
    else response.writeHead(404).end('no such thing');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    replies,
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
}

/** Answers with a body and its ETag, and 304 to whoever has it. */
export function body(content: string | Uint8Array, etag = `"${content.length}"`): Reply {
  return (request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
    else response.writeHead(200, { etag }).end(content);
  };
}

export function status(code: number, headers: Record<string, string> = {}): Reply {
  return (_, response) => response.writeHead(code, headers).end('no');
}

export const silence: Reply = () => undefined;

/** All of it, an octet every 50 ms. */
export function drip(content: string): Reply {
  return (_, response) => {
    response.writeHead(200, { 'content-length': content.length });
    let sent = 0;
    const timer = setInterval(() => response.write(content[sent++]), 50);
    response.once('close', () => clearInterval(timer));
  };
}

/** Half of what it announces. */
export function half(content: string): Reply {
  return (_, response) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.slice(0, content.length / 2), () => response.socket?.resetAndDestroy());
  };
}

/** A CAP message of one info and one square. */
export function cap(identifier: string, more: { readonly sent?: string; readonly event?: string } = {}): string {
  const { sent = '2026-11-20T10:00:00+00:00', event = 'Wind' } = more;
  return `<?xml version="1.0" encoding="UTF-8"?>
<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>${identifier}</identifier><sender>met@example.org</sender>
<sent>${sent}</sent><status>Actual</status><msgType>Alert</msgType><scope>Public</scope><info><category>Met</category>
<event>${event}</event><urgency>Expected</urgency><severity>Severe</severity><certainty>Likely</certainty>
<expires>2026-11-20T18:00:00+00:00</expires><area><areaDesc>Square</areaDesc>
<polygon>48,10 48,11 49,11 49,10 48,10</polygon></area></info></alert>`;
}

export function atom(...urls: readonly string[]): string {
  const entries = urls.map(
    (url) => `<entry><id>${url}</id><updated>2026-11-20T10:00:00Z</updated><title>x</title>
      <link href="${url}" type="application/cap+xml"/></entry>`,
  );
  return `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>t</title>${entries.join('')}</feed>`;
}

export function rss(...urls: readonly string[]): string {
  const items = urls.map((url) => `<item><title>x</title><link>${url}</link><guid>${url}</guid></item>`);
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>t</title>${items.join('')}</channel></rss>`;
}

/** Features of api.weather.gov, of which each is a whole message. */
export function nws(ids: readonly string[], more: { readonly next?: string; readonly event?: string } = {}): string {
  const features = ids.map((id) => ({
    id: `https://api.weather.gov/alerts/${id}`,
    type: 'Feature',
    geometry: null,
    properties: {
      id,
      areaDesc: 'Dallam',
      geocode: { UGC: ['TXZ001'], SAME: ['048111'] },
      references: [],
      sent: '2026-11-20T04:00:00-06:00',
      effective: '2026-11-20T04:00:00-06:00',
      onset: null,
      expires: '2026-11-20T12:00:00-06:00',
      ends: null,
      status: 'Actual',
      messageType: 'Alert',
      category: 'Met',
      severity: 'Severe',
      certainty: 'Likely',
      urgency: 'Expected',
      event: more.event ?? 'High Wind Warning',
      sender: 'w-nws.webmaster@noaa.gov',
      senderName: 'NWS Amarillo TX',
      headline: null,
      description: 'Wind.',
      instruction: null,
      response: 'Prepare',
      parameters: {},
    },
  }));
  const pagination = more.next === undefined ? {} : { pagination: { next: more.next } };
  return JSON.stringify({ type: 'FeatureCollection', features, updated: '2026-11-20T10:00:00+00:00', ...pagination });
}
