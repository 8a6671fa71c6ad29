/**
 * Alerts of the NWS API (api.weather.gov/alerts, GeoJSON): each feature is a CAP message with one info, its words and
 * times as in CAP (../cap/vocabulary.ts).
 *
 * A feature that breaks a rule is set aside with its reason; the others stand. Areas are the names of areaDesc, which
 * are as many as the codes of geocode.UGC and in the same order (all 530 untouched messages seen): each area has its own
 * zone, so that an answer can name the one that a place is in. Where the numbers differ, all areas have all codes. A
 * polygon is that of all areas. Without one, the counties of geocode.SAME, which are those of all areas together, are an
 * area of their own at the end, under all the names: it counts where the shape of a zone is not known.
 */

import { isTagged, MalformedError } from '../../base/errors.js';
import {
  type AlertArea,
  type AlertInfo,
  type AlertMessage,
  type AlertPolygon,
  type AlertReference,
  type Geocode,
  SEVERITIES,
  URGENCIES,
} from '../../model/alert.js';
import { parseInstant } from '../../model/time.js';
import { type AreaBudget, newBudget, take } from '../cap/area.js';
import { geocodesOf, withoutRepetitions } from '../cap/geocodes.js';
import {
  certaintyOf,
  gradeOf,
  identityOf,
  instantOf,
  messageTypeOf,
  type RefuseAlert,
  scopeOf,
  sentOf,
  statusOf,
  textOf,
} from '../cap/vocabulary.js';
import { readJson } from '../json.js';
import { polygonsOf } from './geometry.js';
import { isRecord, type JsonRecord, own, recordAt, textAt, textsAt } from './json-values.js';

/** 529 alerts on a winter's day are 1.7 MB, of 9,605 objects and lists, and 35,994 values. */
export const MOST_NWS_BYTES = 32_000_000;
const LIMITS = { bytes: MOST_NWS_BYTES, depth: 32, containers: 2_000_000, values: 6_000_000 };
/** A page of the API has at most 500; each that is set aside costs an error with its stack, 20 µs. */
const MOST_FEATURES = 20_000;
/** Of all alerts of a page: two bytes of a name make an area, which is fifty times as large. */
const MOST_AREAS = 200_000;
const MOST_REFERENCES = 10_000;
const LONGEST_ID = 200;

export interface NwsAlerts {
  readonly messages: AlertMessage[];
  /** Features that break a rule; `id` as far as they have one. */
  readonly quarantined: { id: string | null; reason: string }[];
  /** Address of the next page. */
  readonly next: string | null;
  /** Epoch seconds; null where it cannot be read. */
  readonly updated: number | null;
}

/**
 * One page of alerts; `url` says in errors which.
 *
 * @throws MalformedError  when the page as a whole is none
 */
export function decodeNwsAlerts(bytes: Uint8Array, url: string): NwsAlerts {
  const refuse = refusalAt(url);
  const page = readJson(bytes, LIMITS, refuse);
  if (!isRecord(page)) return refuse('the page must be an object');
  if (own(page, 'type') !== 'FeatureCollection')
    refuse('type must be FeatureCollection', textAt(page, 'type').slice(0, 40));
  const features = own(page, 'features');
  if (!Array.isArray(features)) return refuse('features must be a list');
  if (features.length > MOST_FEATURES) refuse(`a page must have at most ${MOST_FEATURES} features`, features.length);
  const next = textAt(recordAt(page, 'pagination'), 'next');
  return {
    ...sorted(features as unknown[], url, refuse),
    next: next === '' ? null : next,
    updated: parseInstant(textAt(page, 'updated').trim()),
  };
}

/** Into messages and those that are none. */
function sorted(
  features: readonly unknown[],
  url: string,
  refuse: RefuseAlert,
): Pick<NwsAlerts, 'messages' | 'quarantined'> {
  const messages: AlertMessage[] = [];
  const quarantined: NwsAlerts['quarantined'] = [];
  let areas = 0;
  for (const [index, feature] of features.entries()) {
    try {
      const message = messageOf(feature, newBudget(), refusalAt(`${url} feature ${index}`));
      messages.push(message);
      areas += message.infos[0]!.areas.length;
    } catch (error) {
      if (!isTagged(error, 'malformed')) throw error;
      quarantined.push({ id: idOf(feature), reason: error.message });
    }
    if (areas > MOST_AREAS) refuse(`a page must have at most ${MOST_AREAS} areas`);
  }
  return { messages, quarantined };
}

function refusalAt(where: string): RefuseAlert {
  return (rule, value) => {
    throw new MalformedError(`NWS alerts, ${where}`, rule, typeof value === 'string' ? value.slice(0, 40) : value);
  };
}

function idOf(feature: unknown): string | null {
  if (!isRecord(feature)) return null;
  const id = textAt(recordAt(feature, 'properties'), 'id') || textAt(feature, 'id');
  return id === '' ? null : id.slice(0, LONGEST_ID);
}

function messageOf(feature: unknown, budget: AreaBudget, refuse: RefuseAlert): AlertMessage {
  if (!isRecord(feature) || !isRecord(own(feature, 'properties'))) return refuse('a feature must have properties');
  const properties = recordAt(feature, 'properties');
  const sender = identityOf('sender', textAt(properties, 'sender'), refuse);
  return {
    identifier: identityOf('identifier', textAt(properties, 'id'), refuse),
    sender,
    sent: sentOf(textAt(properties, 'sent'), refuse),
    status: statusOf(textAt(properties, 'status'), refuse),
    messageType: messageTypeOf(textAt(properties, 'messageType'), refuse),
    scope: scopeOf(textAt(properties, 'scope'), refuse),
    references: referencesOf(own(properties, 'references'), sender, refuse),
    infos: [infoOf(properties, polygonsOf(own(feature, 'geometry'), budget, refuse), budget, refuse)],
  };
}

function referencesOf(list: unknown, sender: string, refuse: RefuseAlert): AlertReference[] {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list) || list.length > MOST_REFERENCES)
    return refuse(`references must be a list of at most ${MOST_REFERENCES}`);
  return (list as unknown[]).map((reference) => {
    if (!isRecord(reference)) return refuse('a reference must be an object');
    return {
      sender: textOf(textAt(reference, 'sender'), refuse) ?? sender,
      identifier: identityOf('identifier of a reference', textAt(reference, 'identifier'), refuse),
      sent: parseInstant(textAt(reference, 'sent').trim()),
    };
  });
}

function infoOf(
  properties: JsonRecord,
  polygons: readonly AlertPolygon[],
  budget: AreaBudget,
  refuse: RefuseAlert,
): AlertInfo {
  const raw = (key: string) => textAt(properties, key);
  const text = (key: string) => textOf(raw(key), refuse);
  const words = (key: string) => textsAt(properties, key).map((word) => word.trim().toLowerCase());
  const instant = (key: string) => instantAt(properties, key, refuse);
  return {
    language: text('language') ?? 'en-US',
    event: text('event'),
    categories: words('category'),
    responseTypes: words('response'),
    urgency: gradeOf(URGENCIES, raw('urgency')),
    severity: gradeOf(SEVERITIES, raw('severity')),
    certainty: certaintyOf(raw('certainty')),
    effective: instant('effective'),
    onset: instant('onset'),
    expires: instant('expires'),
    ends: instant('ends'),
    senderName: text('senderName'),
    headline: text('headline'),
    description: text('description'),
    instruction: text('instruction'),
    areas: areasOf(text('areaDesc') ?? '', codesOf(properties), polygons, budget, refuse),
  };
}

function instantAt(properties: JsonRecord, key: string, refuse: RefuseAlert): number | null {
  const value = own(properties, key) ?? '';
  return typeof value === 'string'
    ? instantOf(key, value, refuse)
    : refuse(`${key} must be a text or null`, typeof value);
}

function codesOf(properties: JsonRecord): Geocode[] {
  const geocode = recordAt(properties, 'geocode');
  return withoutRepetitions(
    ['UGC', 'SAME'].flatMap((name) => textsAt(geocode, name).flatMap((value) => geocodesOf(name, value))),
  );
}

function areasOf(
  description: string,
  codes: readonly Geocode[],
  polygons: readonly AlertPolygon[],
  budget: AreaBudget,
  refuse: RefuseAlert,
): AlertArea[] {
  const names = namesOf(description);
  const zones = codes.filter(({ scheme }) => scheme === 'ugc');
  const isPaired = names.length === zones.length;
  const common = zones.length === 0 ? codes : zones;
  const counties = codes.filter(({ scheme }) => scheme === 'same');
  take(budget, 'areas', names.length + 1, refuse);
  take(budget, 'geocodes', (isPaired ? zones.length : names.length * common.length) + counties.length, refuse);
  const areas = names.map((name, index) => ({
    description: name,
    polygons,
    circles: [],
    geocodes: isPaired ? [zones[index]!] : common,
  }));
  const areDoubled = polygons.length > 0 || zones.length === 0 || counties.length === 0;
  return areDoubled
    ? areas
    : [...areas, { description: names.join('; '), polygons: [], circles: [], geocodes: counties }];
}

function namesOf(description: string): string[] {
  const names = description
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length === 0 ? [''] : names;
}
