/**
 * Completes package-lock.json after a change of dependencies: run `npm install`, then `node scripts/lockfile.mjs`.
 *
 * A registry mirror may hold only the binaries of its own platform. npm then leaves the other platforms' optional
 * packages out of the lock file, and `npm ci` refuses that file everywhere ("Missing: … from lock file"). The entries are
 * added here from what their parents ask for; no platform installs what its os and cpu do not match. Addresses of a
 * registry are left out, so that everyone installs from the one they have configured.
 */

import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'package-lock.json';
const OPERATING_SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'openharmony',
  'sunos',
  'aix',
  'netbsd',
  'openbsd',
  'win32',
];
const PROCESSORS = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32'];

/** What a package's name says of its platform: "@x/binding-linux-arm64-musl" → linux, arm64, musl. */
function platformOf(name) {
  const parts = name.split(/[-/]/);
  const os = name === 'fsevents' ? 'darwin' : OPERATING_SYSTEMS.find((one) => parts.includes(one));
  const cpu = PROCESSORS.find((one) => parts.includes(one));
  const libc = parts.includes('musl') ? 'musl' : parts.some((part) => part.startsWith('gnu')) ? 'glibc' : undefined;
  return { ...(cpu && { cpu: [cpu] }), ...(libc && os === 'linux' && { libc: [libc] }), ...(os && { os: [os] }) };
}

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const { packages } = lock;
let added = 0;
for (const [path, entry] of Object.entries(packages)) {
  delete entry.resolved;
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (path === '' || packages[`node_modules/${name}`] || packages[`${path}/node_modules/${name}`]) continue;
    const platform = platformOf(name);
    if (!platform.os && !platform.cpu) throw new Error(`${name} (of ${path}) is missing and names no platform`);
    const version = range.replace(/^[~^]/, '');
    packages[`node_modules/${name}`] = { version, ...platform, ...(entry.dev && { dev: true }), optional: true };
    added++;
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} optional packages of other platforms added`);
