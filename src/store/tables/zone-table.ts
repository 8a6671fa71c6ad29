/**
 * Zones as sets of rows: a set is written beside the one in use and takes its place by one statement, so that readers
 * see one or the other, and a kill on the way leaves a set without a count, which the next writer removes.
 *
 * One transaction for all would hold the only connection, and with it every other query, for as long as it takes.
 */

import { RecordsError } from '../../base/errors.js';
import { type AlertZone, GEOCODE_SCHEMES, type GeocodeScheme } from '../../model/alert.js';
import { type Plain, plainZone, polygonsOf } from '../../model/alert-text.js';
import type { AlertRecords, AlertZones, ZoneVersions } from '../../model/records.js';
import { inBatches, inPages } from './batches.js';
import { type Database, querying, type Tables } from './database.js';
import { storableOrNull, storableText } from './storable-text.js';

const BATCH = 64;
const BATCH_CHARACTERS = 128_000;
/** Zones read at once; they are 2 to 4 kB on the average, so a full page is a batch. */
const PAGE = 32;
const LONGEST_NAME = 1000;

/** `changed` is called when a set took the place of another. */
export function createZoneTable(
  db: Database,
  changed: () => void,
): Pick<AlertRecords, 'putZones' | 'zones' | 'zoneVersions'> {
  return {
    async putZones(scheme, version, zones) {
      const set = await querying(`begin the ${scheme} zones ${version}`, beginSet(db, scheme, version));
      try {
        const count = await fillSet(db, set, scheme, zones);
        await querying(`replace the ${scheme} zones by ${version}`, publishSet(db, set, scheme, count));
      } catch (error) {
        await querying(`remove unfinished ${scheme} zones`, removeSet(db, set));
        throw error;
      }
      changed();
      await querying(`remove former ${scheme} zones`, removeSets(db, set, scheme));
    },
    zones: () => querying('read zones', readZones(db)),
    async zoneVersions() {
      return versionsOf(await querying('read the versions of zones', publishedSets(db)));
    },
  };
}

async function beginSet(db: Database, scheme: GeocodeScheme, version: string): Promise<number> {
  const set = db.insertInto('alert_zone_set').values({ scheme, version: storableText(version, LONGEST_NAME) });
  return (await set.returning('id').executeTakeFirstOrThrow()).id;
}

async function fillSet(
  db: Database,
  set: number,
  scheme: GeocodeScheme,
  zones: Iterable<AlertZone> | AsyncIterable<AlertZone>,
): Promise<number> {
  let count = 0;
  for await (const batch of inBatches(
    rowsOf(zones, set, scheme),
    BATCH,
    BATCH_CHARACTERS,
    ({ shape }) => shape.length,
  )) {
    await querying(`store ${scheme} zones`, db.insertInto('alert_zone').values(batch).execute());
    count += batch.length;
  }
  return count;
}

async function* rowsOf(
  zones: Iterable<AlertZone> | AsyncIterable<AlertZone>,
  set: number,
  scheme: GeocodeScheme,
): AsyncGenerator<Tables['alert_zone']> {
  let ordinal = 0;
  for await (const zone of zones) {
    if (zone.scheme !== scheme) throw new RangeError(`a set of ${scheme} zones; got one of ${zone.scheme}`);
    const { value, name, polygons } = plainZone(zone);
    yield {
      set_id: set,
      ordinal: ordinal++,
      value: storableText(value, LONGEST_NAME),
      name: storableOrNull(name, LONGEST_NAME),
      shape: JSON.stringify(polygons),
    };
  }
}

/** The newest set with a count is the one in use, so the count is what publishes. */
async function publishSet(db: Database, set: number, scheme: GeocodeScheme, zones: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('alert_zone_set')
    .set({ zones })
    .where('id', '=', set)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new RecordsError(`a later set of ${scheme} zones came first`);
}

async function removeSets(db: Database, before: number, scheme: GeocodeScheme): Promise<void> {
  const sets = await db
    .selectFrom('alert_zone_set')
    .select('id')
    .where('scheme', '=', scheme)
    .where('id', '<', before)
    .execute();
  for (const { id } of sets) await removeSet(db, id);
}

/** Its rows a page at a time, then the set itself: one that a kill leaves half removed is still listed, and goes the next time. */
async function removeSet(db: Database, id: number): Promise<void> {
  await db.updateTable('alert_zone_set').set({ zones: null }).where('id', '=', id).execute();
  const rows = inPages(PAGE, () => removeSome(db, id));
  for await (const _ of rows);
  const left = db.selectFrom('alert_zone').select('ordinal').where('set_id', '=', id);
  await db
    .deleteFrom('alert_zone_set')
    .where('id', '=', id)
    .where(({ not, exists }) => not(exists(left)))
    .execute();
}

async function removeSome(db: Database, id: number): Promise<{ ordinal: number }[]> {
  const some = db.selectFrom('alert_zone').select('ordinal').where('set_id', '=', id).orderBy('ordinal').limit(PAGE);
  const deletion = db.deleteFrom('alert_zone').where('set_id', '=', id).where('ordinal', 'in', some);
  return deletion.returning('ordinal').execute();
}

interface PublishedSet {
  readonly id: number;
  readonly scheme: string;
  readonly version: string;
  readonly zones: number | null;
}

async function publishedSets(db: Database): Promise<PublishedSet[]> {
  return db
    .selectFrom('alert_zone_set')
    .selectAll()
    .distinctOn('scheme')
    .where('zones', 'is not', null)
    .orderBy('scheme')
    .orderBy('id', 'desc')
    .execute();
}

function versionsOf(sets: readonly PublishedSet[]): ZoneVersions {
  return Object.fromEntries(sets.map(({ scheme, version }) => [schemeOf(scheme), version]));
}

/** A set that is replaced while it is read loses rows under the reader, who then begins anew. */
async function readZones(db: Database): Promise<AlertZones> {
  for (;;) {
    const sets = await publishedSets(db);
    const zones: AlertZone[] = [];
    for (const set of sets) zones.push(...(await readSet(db, set)));
    if (zones.length === sets.reduce((sum, set) => sum + (set.zones ?? 0), 0))
      return { versions: versionsOf(sets), zones };
    const now = await publishedSets(db);
    if (sets.every(({ id }, k) => now[k]?.id === id)) throw new RecordsError('zones are missing from their set');
  }
}

type ZoneRow = Omit<Tables['alert_zone'], 'set_id'>;

async function readSet(db: Database, { id, scheme }: PublishedSet): Promise<AlertZone[]> {
  const pages = inPages(PAGE, (last: ZoneRow | null) =>
    db
      .selectFrom('alert_zone')
      .select(['ordinal', 'value', 'name', 'shape'])
      .where('set_id', '=', id)
      .where('ordinal', '>', last?.ordinal ?? -1)
      .orderBy('ordinal')
      .limit(PAGE)
      .execute(),
  );
  const zones: AlertZone[] = [];
  for await (const page of pages)
    for (const { value, name, shape } of page) {
      const polygons = polygonsOf(JSON.parse(shape) as Plain<AlertZone>['polygons']);
      zones.push({ scheme: schemeOf(scheme), value, name, polygons });
    }
  return zones;
}

function schemeOf(text: string): GeocodeScheme {
  const scheme = GEOCODE_SCHEMES.find((known) => known === text);
  if (scheme === undefined) throw new RecordsError(`zones of an unknown scheme ${text}`);
  return scheme;
}
