import { expect, test } from 'vitest';
import { isTagged } from '../../base/errors.js';
import { decodeAlertIndex } from './alert-index.js';

const decode = (text: string) => decodeAlertIndex(new TextEncoder().encode(text)).entries;
const seconds = (instant: string) => Date.parse(instant) / 1000;

test('Atom: the link to CAP before others, elements of CAP passed over, one entry for an address', () => {
  const entry = (id: string, updated: string, more = '') => `<entry>
    <cap:areaDesc>Wien</cap:areaDesc><cap:identifier>urn:oid:2</cap:identifier><cap:updated>1999-01-01T00:00:00Z</cap:updated>
    <cap:geocode><valueName>EMMA_ID</valueName><value>AT901</value></cap:geocode>
    <author><name>x</name><id>author</id></author>${more}
    <link title="html" href="https://example.org/a.html"/>
    <link type="application/cap+xml" href="https://example.org/a?b=1&amp;c=2"/>
    <id>${id}</id><updated>${updated}</updated><published>2020-01-01T00:00:00Z</published></entry>`;
  const text = `<?xml version="1.0" encoding="UTF-8"?>
    <feed xmlns="http://www.w3.org/2005/Atom" xmlns:cap="urn:oasis:names:tc:emergency:cap:1.2">
    <id>feed</id><link rel="self" href="https://example.org/feed"/><updated>2026-11-20T00:00:00Z</updated>
    ${entry('one', '2026-11-20T10:00:00Z')}${entry('two', '2026-11-20T11:00:00+00:00')}
    <entry><id>urn:3</id><link href="../cap/3.xml" rel="alternate"/><published>2026-11-20T12:00:00+01:00</published></entry>
    <entry><id>https://example.org/4</id></entry>
    <entry><id>urn:5</id><link rel="self" href="https://example.org/5"/></entry>
    </feed>`;
  expect(decode(text)).toEqual([
    { id: 'one', url: 'https://example.org/a?b=1&c=2', updated: seconds('2026-11-20T11:00:00Z') },
    { id: 'urn:3', url: '../cap/3.xml', updated: seconds('2026-11-20T11:00:00Z') },
    { id: 'https://example.org/4', url: 'https://example.org/4', updated: null },
  ]);
});

test('RSS: link, guid and date; an enclosure of CAP goes before the link', () => {
  const text = `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:cap="urn:oasis:names:tc:emergency:cap:1.2">
    <channel><title>t</title><link>https://example.org</link><atom:link rel="self" href="x"/>
    <item><title>a</title><link> https://example.org/a.xml </link><guid isPermaLink="false">urn:a</guid>
      <pubDate>Fri, 20 Nov 2026 10:00:00 +0200</pubDate><cap:sent>x</cap:sent></item>
    <item><link>https://example.org/b.html</link><enclosure url="b.xml" type="application/cap+xml"/>
      <pubDate>9 Nov 2026 10:00 GMT</pubDate></item>
    <item><guid>https://example.org/c.xml</guid><pubDate>2026-11-20T10:00:00Z</pubDate></item>
    <item><guid isPermaLink="false">https://example.org/d</guid></item>
    <item><link>https://example.org/e.xml</link><pubDate>soon</pubDate></item>
    </channel></rss>`;
  expect(decode(text)).toEqual([
    { id: 'urn:a', url: 'https://example.org/a.xml', updated: seconds('2026-11-20T08:00:00Z') },
    { id: 'b.xml', url: 'b.xml', updated: seconds('2026-11-09T10:00:00Z') },
    { id: 'https://example.org/c.xml', url: 'https://example.org/c.xml', updated: seconds('2026-11-20T10:00:00Z') },
    { id: 'https://example.org/e.xml', url: 'https://example.org/e.xml', updated: null },
  ]);
});

test('an index without entries has none, and what is no index is refused', () => {
  expect(decode('<feed xmlns="http://www.w3.org/2005/Atom"/>')).toEqual([]);
  expect(() => decode('<html/>')).toThrow(
    'malformed alert index, line 1: the root element must be feed or rss; got "html"',
  );
  const long = `<feed><entry><link href="${'x'.repeat(2001)}"/></entry></feed>`;
  try {
    decode(long);
    expect.unreachable();
  } catch (error) {
    expect(isTagged(error, 'malformed') && error.rule).toBe('an address must have at most 2000 characters');
  }
});
