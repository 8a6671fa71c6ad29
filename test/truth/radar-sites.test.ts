/** The table of radars, against where real products say that their antennas are. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { decodeNexrad } from '../../src/decode/nexrad/nexrad.js';
import { radarSiteOfLetters } from '../../src/model/radar-sites-table.js';
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
