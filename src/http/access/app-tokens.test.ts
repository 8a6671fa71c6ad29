import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ConfigError, ProductUnavailableError } from '../../base/errors.js';
import { HOUR } from '../../model/time.js';
import { createAppTokenVerifier, readAppTokenSettings } from './app-tokens.js';
import { createAuthenticator } from './authentication.js';

const NOW = 1_795_176_000;
const ISSUER = 'https://attest.example';
const AUDIENCE = 'weatherglass';

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
let edwards: Pair;
let elliptic: Pair;
let rsa: Pair;
let stranger: Pair;
let jwks: { keys: JWK[] };

beforeAll(async () => {
  edwards = await generateKeyPair('EdDSA');
  elliptic = await generateKeyPair('ES256');
  rsa = await generateKeyPair('RS256');
  stranger = await generateKeyPair('EdDSA');
  const publicJwk = async (pair: Pair, kid: string) => ({ ...(await exportJWK(pair.publicKey)), kid });
  jwks = { keys: [await publicJwk(edwards, 'ed'), await publicJwk(elliptic, 'es'), await publicJwk(rsa, 'rs')] };
});

interface Draft {
  /** Over those of `GOOD`; undefined takes one away. */
  claims?: Readonly<Record<string, unknown>>;
  header?: { alg: string; kid?: string };
  key?: Pair;
}

const GOOD = {
  iss: ISSUER,
  aud: AUDIENCE,
  sub: 'install-1',
  iat: NOW - 60,
  exp: NOW + HOUR,
  scope: 'forecast:read',
};

function sign({ claims = {}, header = { alg: 'EdDSA', kid: 'ed' }, key = edwards }: Draft = {}): Promise<string> {
  return new SignJWT({ ...GOOD, ...claims }).setProtectedHeader(header).sign(key.privateKey);
}

const verifier = (now = NOW) =>
  createAppTokenVerifier({ jwks, issuer: ISSUER, audience: AUDIENCE }, { now: () => now });

test('a token of EdDSA stands for its installation, on the free plan unless it says otherwise', async () => {
  expect(await verifier()(await sign())).toEqual({
    id: 'app:install-1',
    plan: 'free',
    scopes: new Set(['forecast:read']),
    kind: 'app-token',
  });
});

test('a token of ES256 and a plan carries what both plan and tokens can have', async () => {
  const scope = 'route:read alerts:read airport_delay:read tiles:write';
  const token = await sign({ claims: { plan: 'pro', scope }, header: { alg: 'ES256', kid: 'es' }, key: elliptic });
  expect(await verifier()(token)).toMatchObject({ plan: 'pro', scopes: new Set(['route:read', 'alerts:read']) });
});

test('the free plan keeps a token from the scopes of the Pro+ tier', async () => {
  const token = await sign({ claims: { scope: 'route:read nowcast:read historical:read' } });
  expect((await verifier()(token))?.scopes).toEqual(new Set(['historical:read']));
});

test.each<[string, () => Draft]>([
  ['another audience', () => ({ claims: { aud: 'someone-else' } })],
  ['no audience', () => ({ claims: { aud: undefined } })],
  ['another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
  ['an end that is past', () => ({ claims: { exp: NOW - 6 } })],
  ['no end', () => ({ claims: { exp: undefined } })],
  ['no beginning', () => ({ claims: { iat: undefined } })],
  ['a life of more than 24 hours', () => ({ claims: { iat: NOW - 60, exp: NOW - 60 + 24 * HOUR + 1 } })],
  ['a beginning in the future', () => ({ claims: { iat: NOW + 60, exp: NOW + HOUR } })],
  ['a time before which it is not valid', () => ({ claims: { nbf: NOW + 60 } })],
  ['no subject', () => ({ claims: { sub: undefined } })],
  ['an empty subject', () => ({ claims: { sub: '' } })],
  ['a subject of 129 characters', () => ({ claims: { sub: 'x'.repeat(129) } })],
  ['a plan that does not exist', () => ({ claims: { plan: 'platinum' } })],
  ['a plan that is not text', () => ({ claims: { plan: ['pro'] } })],
  ['the signature of another key', () => ({ key: stranger })],
  ['a key that is not in the set', () => ({ header: { alg: 'EdDSA', kid: 'unknown' } })],
  ['RS256, though its key is in the set', () => ({ header: { alg: 'RS256', kid: 'rs' }, key: rsa })],
])('a token with %s is not valid', async (_, draft) => {
  expect(await verifier()(await sign(draft()))).toBeNull();
});

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

test.each<[string, () => string | Promise<string>]>([
  ['"none" as its algorithm', () => `${part({ alg: 'none' })}.${part(GOOD)}.`],
  [
    'a claim changed after signing',
    async () => {
      const [header, , signature] = (await sign()).split('.');
      return `${header}.${part({ ...GOOD, plan: 'business' })}.${signature}`;
    },
  ],
  [
    'the public key as a shared secret',
    async () => {
      const secret = new TextEncoder().encode(JSON.stringify(jwks.keys[0]));
      return new SignJWT(GOOD).setProtectedHeader({ alg: 'HS256', kid: 'ed' }).sign(secret);
    },
  ],
  ['no signature', async () => (await sign()).replace(/[^.]+$/, '')],
  ['only two parts', () => 'a.b'],
  ['no parts', () => 'opaque'],
  ['parts that are not JSON', () => 'aaaa.bbbb.cccc'],
])('a token with %s is not valid', async (_, make) => {
  expect(await verifier()(await make())).toBeNull();
});

test('clocks may differ by five seconds', async () => {
  expect(await verifier()(await sign({ claims: { exp: NOW - 4 } }))).not.toBeNull();
  expect(await verifier()(await sign({ claims: { iat: NOW + 4 } }))).not.toBeNull();
});

test('a token that was verified still ends when it says', async () => {
  const time = { now: NOW };
  const verify = createAppTokenVerifier({ jwks, issuer: ISSUER, audience: AUDIENCE }, { now: () => time.now });
  const token = await sign({ claims: { exp: NOW + 300 } });
  expect(await verify(token)).not.toBeNull();
  time.now = NOW + 299;
  expect(await verify(token)).not.toBeNull();
  time.now = NOW + 306;
  expect(await verify(token)).toBeNull();
});

/** A server on this machine that answers with `body`, and counts. */
async function serveJwks(
  body: () => { status: number; json: unknown },
): Promise<{ url: string; requests: () => number }> {
  let requests = 0;
  const server = createServer((_, response) => {
    requests++;
    const { status, json } = body();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`, requests: () => requests };
}

test('a key set behind an address is fetched once for many tokens', async () => {
  const { url, requests } = await serveJwks(() => ({ status: 200, json: jwks }));
  const verify = createAppTokenVerifier(readAppTokenSettings({ jwks: url, issuer: ISSUER, audience: AUDIENCE }), {
    now: () => NOW,
  });
  const token = await sign();
  expect(await verify(token)).not.toBeNull();
  expect(await verify(token)).not.toBeNull();
  expect(await verify(await sign({ claims: { sub: 'install-2' } }))).not.toBeNull();
  expect(requests()).toBe(1);
});

test.each<[string, { status: number; json: unknown }]>([
  ['fails', { status: 500, json: {} }],
  ['redirects', { status: 302, json: {} }],
  ['sends something else', { status: 200, json: { keys: 'none' } }],
])('when the server of the key set %s, that is not called the client’s fault', async (_, answer) => {
  const { url } = await serveJwks(() => answer);
  const verify = createAppTokenVerifier(readAppTokenSettings({ jwks: url, issuer: ISSUER, audience: AUDIENCE }), {
    now: () => NOW,
  });
  await expect(verify(await sign())).rejects.toThrow(ProductUnavailableError);
});

test('a key set that cannot be downloaded is tried again after 30 s, not for each token', async () => {
  let answer: { status: number; json: unknown } = { status: 500, json: {} };
  const { url, requests } = await serveJwks(() => answer);
  const time = { seconds: 0 };
  const settings = readAppTokenSettings({ jwks: url, issuer: ISSUER, audience: AUDIENCE });
  const verify = createAppTokenVerifier(settings, { now: () => NOW }, { now: () => time.seconds });
  for (let i = 0; i < 5; i++) await expect(verify(await sign())).rejects.toThrow(ProductUnavailableError);
  expect(requests()).toBe(1);
  answer = { status: 200, json: jwks };
  time.seconds = 31;
  expect(await verify(await sign())).not.toBeNull();
});

test('a key set without an end is read to its bound, and is not called the client’s fault', async () => {
  let sent = 0;
  const server = createServer((_, response) => {
    const chunk = Buffer.alloc(64 * 1024, ' ');
    const send = () => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length;
    };
    response.on('drain', send).writeHead(200, { 'content-type': 'application/json' });
    send();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const jwksUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`;
  const settings = readAppTokenSettings({ jwks: jwksUrl, issuer: ISSUER, audience: AUDIENCE });
  const verify = createAppTokenVerifier(settings, { now: () => NOW });
  await expect(verify(await sign())).rejects.toMatchObject({
    cause: expect.objectContaining({ message: 'it is larger than 262144 bytes' }),
  });
  expect(sent).toBeLessThan(64 * 2 ** 20);
});

test('the authenticator takes tokens beside keys', async () => {
  const keys = { find: async () => null };
  const tokens = { jwks, issuer: ISSUER, audience: AUDIENCE };
  const { authenticate } = createAuthenticator({
    keys,
    peppers: [new Uint8Array(32)],
    clock: { now: () => NOW },
    tokens,
  });
  expect(await authenticate(`Bearer ${await sign()}`)).toMatchObject({ kind: 'app-token' });
  expect(await authenticate(`Bearer ${await sign({ key: stranger })}`)).toBeNull();
});

function fileWith(content: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'weatherglass-jwks-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'jwks.json');
  writeFileSync(path, content);
  return path;
}

test('a key set is read from a file', () => {
  const settings = readAppTokenSettings({ jwks: fileWith(JSON.stringify(jwks)), issuer: ISSUER, audience: AUDIENCE });
  expect(settings).toEqual({ jwks, issuer: ISSUER, audience: AUDIENCE });
});

test.each<[string, () => string]>([
  ['a file that is not there', () => '/nowhere/jwks.json'],
  ['a file that is not JSON', () => fileWith('keys')],
  ['a file without keys', () => fileWith('{"key":[]}')],
  ['a file with a private key', () => fileWith('{"keys":[{"kty":"OKP","crv":"Ed25519","x":"aa","d":"bb","kid":"k"}]}')],
  ['http to another machine', () => 'http://attest.example/jwks.json'],
  ['http to a name that begins like this machine', () => 'http://127.0.0.1.evil.example/jwks.json'],
  ['another scheme', () => 'ftp://attest.example/jwks.json'],
  ['an address that is none', () => 'https://'],
])('%s is refused, naming the setting', (_, jwksOf) => {
  const read = () => readAppTokenSettings({ jwks: jwksOf(), issuer: ISSUER, audience: AUDIENCE });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow('WEATHERGLASS_TOKEN_JWKS');
});

test.each(['https://attest.example/jwks.json', 'http://localhost:8000/a', 'http://[::1]:8000/a', 'http://127.0.0.1/a'])(
  '%s is a place to fetch keys from',
  (jwksUrl) => {
    expect(readAppTokenSettings({ jwks: jwksUrl, issuer: ISSUER, audience: AUDIENCE }).jwks).toEqual(new URL(jwksUrl));
  },
);
