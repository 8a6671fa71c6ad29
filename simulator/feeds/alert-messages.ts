/** Warnings of storms in the words of their issuers: CAP 1.2, and GeoJSON as api.weather.gov has it. */

import type { StormWarning } from '../storm-warnings.js';
import type { SimulatedZone } from '../warned-places.js';

interface Words {
  readonly language: string;
  readonly event: string;
  readonly headline: string;
  readonly description: string;
  readonly instruction: string;
}

/** mm/h at the centre from which a storm is graded so. */
const GRADES = [
  [18, 'Extreme'],
  [13, 'Severe'],
  [0, 'Moderate'],
] as const;

/** Second languages of services; the first is English. */
const LANGUAGES: Readonly<Record<string, Words>> = {
  germany: {
    language: 'de-DE',
    event: 'Starkes Gewitter',
    headline: 'Warnung vor starkem Gewitter',
    description: 'Ein Gewitter mit starkem Regen zieht über das Gebiet.',
    instruction: 'Suchen Sie Schutz in einem Gebäude.',
  },
  france: {
    language: 'fr-FR',
    event: 'Orages violents',
    headline: "Alerte d'orages violents",
    description: 'Un orage accompagné de fortes pluies traverse la zone.',
    instruction: 'Mettez-vous à l’abri dans un bâtiment.',
  },
  spain: {
    language: 'es-ES',
    event: 'Tormentas fuertes',
    headline: 'Aviso de tormentas fuertes',
    description: 'Una tormenta con lluvia fuerte cruza la zona.',
    instruction: 'Busque refugio en un edificio.',
  },
};

function englishOf({ peak }: StormWarning, event: string): Words {
  return {
    language: 'en-GB',
    event,
    headline: `${event}: up to ${Math.round(peak)} mm of rain in an hour`,
    description: `A simulated storm with up to ${Math.round(peak)} mm/h & strong gusts crosses the area.`,
    instruction: 'Take shelter in a building.',
  };
}

export function severityOf({ peak }: StormWarning): string {
  return GRADES.find(([from]) => peak >= from)![1];
}

function isoOf(epochSeconds: number): string {
  return `${new Date(epochSeconds * 1000).toISOString().slice(0, 19)}+00:00`;
}

/** One message of the NWS: a feature with its geometry, or without one and with the codes of zones. */
export function nwsFeature(warning: StormWarning): object {
  const { identifier, sent, expires, messageType, zones, ring, service } = warning;
  const { event, headline, description, instruction } = englishOf(warning, 'Severe Thunderstorm Warning');
  const id = `urn:oid:2.49.0.1.840.0.${identifier}`;
  return {
    id: `https://api.weather.gov/alerts/${id}`,
    type: 'Feature',
    geometry: zones === null ? { type: 'Polygon', coordinates: [ring] } : null,
    properties: {
      '@type': 'wx:Alert',
      id,
      areaDesc: zones === null ? 'Where the storm goes' : zones.map(({ name }) => name).join('; '),
      geocode: { SAME: [], UGC: zones === null ? [] : zones.map(({ code }) => code) },
      affectedZones: (zones ?? []).map(({ code }) => `https://api.weather.gov/zones/forecast/${code}`),
      references: warning.references.map((one) => ({
        '@id': `https://api.weather.gov/alerts/urn:oid:2.49.0.1.840.0.${one.identifier}`,
        identifier: `urn:oid:2.49.0.1.840.0.${one.identifier}`,
        sender: service.sender,
        sent: isoOf(one.sent),
      })),
      sent: isoOf(sent),
      effective: isoOf(sent),
      onset: isoOf(sent),
      expires: isoOf(expires),
      ends: isoOf(expires),
      status: 'Actual',
      messageType,
      category: 'Met',
      severity: severityOf(warning),
      certainty: 'Observed',
      urgency: 'Immediate',
      event,
      sender: service.sender,
      senderName: service.senderName,
      headline,
      description,
      instruction,
      response: 'Shelter',
      parameters: {},
      scope: 'Public',
      language: 'en-US',
    },
  };
}

/** A CAP message; those of some countries are in two languages, and a Cancel of "elsewhere" has no info. */
export function capMessage(warning: StormWarning): string {
  const { identifier, service, sent, messageType, references } = warning;
  const second = LANGUAGES[service.id];
  const words = [englishOf(warning, 'Severe thunderstorm'), ...(second ? [second] : [])];
  const infos = messageType === 'Cancel' && service.id === 'elsewhere' ? [] : words;
  const referred = references.map((one) => `${service.sender},${one.identifier},${isoOf(one.sent)}`).join(' ');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">',
    element('identifier', identifier),
    element('sender', service.sender),
    element('sent', isoOf(sent)),
    element('status', 'Actual'),
    element('msgType', messageType),
    element('scope', 'Public'),
    ...(referred === '' ? [] : [element('references', referred)]),
    ...infos.map((one) => infoOf(warning, one)),
    '</alert>',
    '',
  ].join('\n');
}

function infoOf(warning: StormWarning, { language, event, headline, description, instruction }: Words): string {
  const { service, sent, expires, zones } = warning;
  return [
    '<info>',
    element('language', language),
    element('category', 'Met'),
    element('event', event),
    element('responseType', 'Shelter'),
    element('urgency', 'Immediate'),
    element('severity', severityOf(warning)),
    element('certainty', 'Observed'),
    element('effective', isoOf(sent)),
    element('onset', isoOf(sent)),
    element('expires', isoOf(expires)),
    element('senderName', service.senderName),
    element('headline', headline),
    element('description', description),
    element('instruction', instruction),
    ...(zones === null ? [polygonArea(warning)] : zones.map((zone) => zoneArea(zone))),
    '</info>',
  ].join('\n');
}

function polygonArea({ ring }: StormWarning): string {
  const pairs = ring.map(([longitude, latitude]) => `${latitude},${longitude}`).join(' ');
  return `<area>${element('areaDesc', 'Where the storm goes')}${element('polygon', pairs)}</area>`;
}

function zoneArea({ code, name }: SimulatedZone): string {
  const geocode = `<geocode>${element('valueName', 'EMMA_ID')}${element('value', code)}</geocode>`;
  return `<area>${element('areaDesc', name)}${geocode}</area>`;
}

function element(name: string, text: string): string {
  return `<${name}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${name}>`;
}

/** Atom of messages at addresses relative to the index. */
export function atomOf(title: string, updated: number, entries: readonly { id: string; href: string }[]): string {
  const list = entries.map(
    ({ id, href }) =>
      `<entry>${element('id', id)}${element('title', id)}${element('updated', isoOf(updated))}` +
      `<link type="application/cap+xml" href="${href}"/></entry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">${element('title', title)}${element('id', title)}${list.join('\n')}</feed>
`;
}

export function rssOf(title: string, links: readonly string[]): string {
  const items = links.map(
    (link) => `<item>${element('title', link)}${element('link', link)}${element('guid', link)}</item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel>${element('title', title)}${items.join('\n')}</channel></rss>
`;
}

/** A directory as Apache lists it. */
export function listingOf(names: readonly string[]): string {
  const rows = names.map((name) => `<li><a href="${name}">${name}</a></li>`);
  return `<html><body><ul><li><a href="../">Parent Directory</a></li>\n${rows.join('\n')}\n</ul></body></html>\n`;
}
