/** The table of radars and the names of their files, against what real products say. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { readDescription } from '../../src/decode/nexrad/description.js';
import { readHeading } from '../../src/decode/nexrad/heading.js';
import { decodeNexrad } from '../../src/decode/nexrad/nexrad.js';
import { radarSiteOfLetters } from '../../src/model/radar-sites-table.js';
import { scanFeedOf } from '../../src/sources/nexrad/nexrad-source.js';
import { sharedData, testWithSharedData } from '../shared-data.js';

/** Base products of weather radars; those of airports' radars have letters that the table must not have. */
const PRODUCTS = /_(N[0-3][QUZBG]|DHR)[A-Z]{3}_|^SDUS5\d_K[A-Z]{3}_/;
const AIRPORTS = /_T(Z|V|R)[0-9L]ORD_/;

testWithSharedData('antennas stand where the table has their radars, to its thousandth of a degree', async () => {
  const seen = new Set<string>();
  for (const folder of ['level3-jjhelmus', 'level3-netbymatt'])
    for (const name of readdirSync(sharedData('radar', folder))) {
      if (!PRODUCTS.test(name) && !AIRPORTS.test(name)) continue;
      const product = await decodeNexrad(readFileSync(sharedData('radar', folder, name))).catch(() => null);
      if (product === null || product.site === null) continue; // products that are no sweep
      const site = radarSiteOfLetters(product.site);
      expect(site === null, name).toBe(AIRPORTS.test(name));
      if (site === null) continue;
      expect(Math.abs(product.latitude - site.latitude), name).toBeLessThanOrEqual(0.0015);
      expect(Math.abs(product.longitude - site.longitude), name).toBeLessThanOrEqual(0.0015);
      seen.add(site.icao);
    }
  expect([...seen].sort()).toEqual(['KBMX', 'KLOT']);
});

/** As the bucket names them: the time is that of the volume scan, minutes before the product was made. */
testWithSharedData('files of the bucket are named after the beginning of their volume', () => {
  const named = readdirSync(sharedData('radar', 'level3-netbymatt')).filter((name) => name.startsWith('LOT_'));
  expect(named).toHaveLength(7);
  for (const name of named) {
    const bytes = readFileSync(sharedData('radar', 'level3-netbymatt', name));
    const { volumeTime } = readDescription(bytes.subarray(readHeading(bytes).octets));
    const [letters, , ...digits] = name.split('_');
    const [file] = scanFeedOf(`K${letters}`).framesIn(
      [[letters, 'N0B', ...digits].join('_')],
      '',
      'https://example.org',
    );
    expect(file!.validTime, name).toBe(volumeTime);
  }
});
