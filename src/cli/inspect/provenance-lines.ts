/**
 * What `weatherglass inspect point` prints for people: the sources at a place, which of them answers which element from
 * when to when, and values.
 *
 * Times are hours from the current one, as a forecast is spoken of, and elements that the same sources answer stand
 * together. Values are in the units of a metric answer and at the height of the place, so that the two can be compared.
 */

import type { ElementDefinition, ElementId } from '../../model/element.js';
import { formatInstant, HOUR, MINUTE } from '../../model/time.js';
import { type Conversion, converter } from '../../model/units.js';
import type { PointProvenance, ProvenanceElement } from '../../products/forecast/provenance.js';
import { type TableColumn, tableLines } from '../text-table.js';

/** What people ask for; the others decide about phase, thunder, the sun and what else is derived. */
export const USUAL_ELEMENTS: readonly ElementId[] = [
  'temperature',
  'dew_point',
  'pressure_msl',
  'wind_u',
  'wind_v',
  'wind_gust',
  'cloud_cover',
  'visibility',
  'precipitation',
  'pm2_5',
];

export interface ProvenanceView {
  /** Epoch seconds that hours are counted from. */
  readonly hour: number;
  /** Every element and all of the past, not only the usual ones from the current hour on. */
  readonly all: boolean;
  /** Under each value what every source gives, and how much it counts. */
  readonly parts: boolean;
}

export function provenanceLines(found: PointProvenance, { hour, all, parts }: ProvenanceView): string[] {
  const elements = found.elements.filter(({ id }) => all || USUAL_ELEMENTS.includes(id));
  const lines = [
    heightLine(found),
    '',
    ...sourceLines(found, hour),
    '',
    ...correctionLines(found.correction),
    '',
    ...biasLines(found.bias),
    '',
    ...radarLines(found.radar),
    '',
    `Which source answers, in hours from ${formatInstant(hour)}; where two stand, one fades into the other:`,
    ...spanLines(elements, hour, all ? Number.NEGATIVE_INFINITY : hour),
    '',
    'Values; totals are of the hour that begins then:',
    ...valueLines(elements, hour, parts),
  ];
  const left = found.elements.length - elements.length;
  return left > 0 ? [...lines, '', `${left} more with --all`] : lines;
}

function heightLine({ elevation, isTerrain }: PointProvenance): string {
  if (elevation === null) return 'Height of the place: unknown';
  const whose = isTerrain ? 'of the terrain' : "of the models' own ground, for no terrain is stored here";
  return `Height of the place: ${elevation.toFixed(0)} m, ${whose}`;
}

const SOURCE_COLUMNS: readonly TableColumn[] = [
  { heading: 'source' },
  { heading: 'run' },
  { heading: 'reaches', align: 'right' },
  { heading: 'its ground', align: 'right' },
  { heading: 'moved by', align: 'right' },
  { heading: 'its edge', align: 'right' },
  { heading: '' },
];

function sourceLines({ sources, ensemble }: PointProvenance, hour: number): string[] {
  const membersOf = (dataset: string) => ensemble.find((part) => part.dataset === dataset)?.members ?? 0;
  const rows = sources.map(({ dataset, referenceTime, start, end, elevation, rise, edgeDistance, late, degraded }) => [
    dataset,
    formatInstant(referenceTime),
    `${lead(start, hour)} to ${lead(end, hour)} h`,
    elevation === null ? '-' : `${elevation.toFixed(0)} m`,
    rise === null ? '-' : `${rise < 0 ? '−' : '+'}${Math.abs(rise).toFixed(0)} m`,
    edgeDistance === null ? '-' : `${(edgeDistance / 1000).toFixed(0)} km`,
    [
      membersOf(dataset) > 0 ? `${membersOf(dataset)} members` : '',
      late ? 'late' : '',
      degraded ? 'the run before, because the newest cannot be read' : '',
    ]
      .filter(Boolean)
      .join(', '),
  ]);
  return tableLines(SOURCE_COLUMNS, rows);
}

const STATION_COLUMNS: readonly TableColumn[] = [
  { heading: '  station' },
  { heading: 'report' },
  { heading: 'distance', align: 'right' },
  { heading: 'place above', align: 'right' },
  { heading: 'temperature off by', align: 'right' },
  { heading: 'weight', align: 'right' },
  { heading: 'dew point off by', align: 'right' },
  { heading: 'weight', align: 'right' },
];

/** Stations with their innovations, and the correction that follows from them. */
function correctionLines(correction: PointProvenance['correction']): string[] {
  if (correction === null) return ['Correction by observations: none; no fresh station report is near enough.'];
  const rows = correction.stations.map(({ id, distance, rise, time, innovations, weights }) => [
    `  ${id}`,
    formatInstant(time),
    `${(distance / 1000).toFixed(1)} km`,
    rise === null ? '-' : `${signed(rise, 0)} m`,
    ...CORRECTED_IDS.flatMap((name) => [
      innovations[name] === null ? '-' : `${signed(innovations[name], 1)} K`,
      weights[name].toFixed(2),
    ]),
  ]);
  const leads = correction.elements[0]!.values.map(({ time }, _, [now]) => `+${(time - now!.time) / HOUR} h`);
  const columns = leads.map((heading): TableColumn => ({ heading, align: 'right' }));
  const values = correction.elements.map(({ id, values: own }) => [
    `  ${id}`,
    'K',
    ...own.map(({ value }) => signed(value, 2)),
  ]);
  return [
    'Correction by observations; observed minus forecast at near stations:',
    ...tableLines(STATION_COLUMNS, rows),
    'Added to the forecast here, in hours from now:',
    ...tableLines([{ heading: '' }, { heading: '' }, ...columns], values),
  ];
}

/** Stations with the learned bias that is subtracted here. */
function biasLines(bias: PointProvenance['bias']): string[] {
  if (bias === null) return ['Learned bias of the temperature: none near here.'];
  const [now] = bias.values;
  const leads = bias.values.map(
    ({ time }): TableColumn => ({
      heading: `+${(time - now!.time) / HOUR} h`,
      align: 'right',
    }),
  );
  const stations = bias.stations.map(
    ({ id, distance, weight }) => `${id} at ${(distance / 1000).toFixed(1)} km with weight ${weight.toFixed(2)}`,
  );
  return [
    `Learned bias of the temperature, subtracted here; from ${stations.join(', ')}:`,
    ...tableLines([{ heading: '' }, ...leads], [['  K', ...bias.values.map(({ value }) => signed(value, 2))]]),
  ];
}

/** What the radar shows in the next hours, and how much it counts. */
function radarLines(radar: PointProvenance['radar']): string[] {
  if (radar === null) return ['Radar: none shows this place now; precipitation is that of the models.'];
  const [now] = radar.minutes;
  const leads = radar.minutes.map(
    ({ time }): TableColumn => ({ heading: `+${(time - now!.time) / MINUTE} min`, align: 'right' }),
  );
  const percent = (ratio: number | null) => (ratio === null ? '-' : `${Math.round(100 * ratio)}%`);
  const rows = [
    ['  share of the radar', ...radar.minutes.map(({ weight }) => percent(weight))],
    ['  its rate, mm/h', ...radar.minutes.map(({ rate }) => rate?.toFixed(2) ?? '-')],
    ['  its chance', ...radar.minutes.map(({ probability }) => percent(probability))],
  ];
  return [
    `Radar is first in precipitation: ${radar.dataset} of ${formatInstant(radar.validTime)}; the rest is the models':`,
    ...tableLines([{ heading: '' }, ...leads], rows),
  ];
}

const CORRECTED_IDS = ['temperature', 'dew_point'] as const;

/** With a sign, unless it is rounded to zero. */
function signed(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals);
  return Number(text) === 0 ? text : `${value < 0 ? '−' : '+'}${text}`;
}

/** Elements that the same sources answer at the same times stand under one heading. */
function spanLines(elements: readonly ProvenanceElement[], hour: number, from: number): string[] {
  const groups = new Map<string, ElementId[]>();
  for (const element of elements) {
    const lines = spansOf(element, hour, from).join('\n');
    groups.set(lines, [...(groups.get(lines) ?? []), element.id]);
  }
  return [...groups].flatMap(([lines, ids]) => [`  ${ids.join(', ')}`, ...lines.split('\n')]);
}

/** The first is the indent. */
const SPAN_COLUMNS: readonly TableColumn[] = [{ width: 2 }, { align: 'right' }, { align: 'right' }, {}];

function spansOf({ spans }: ProvenanceElement, hour: number, from: number): string[] {
  const rows = spans
    .filter(({ end, datasets }) => datasets.length > 0 && end > from)
    .map(({ start, end, datasets }) => [
      '',
      lead(Math.max(start, from), hour),
      `to ${lead(end, hour)} h`,
      datasets.join(' + '),
    ]);
  return rows.length === 0 ? ['    nothing'] : tableLines(SPAN_COLUMNS, rows);
}

function valueLines(elements: readonly ProvenanceElement[], hour: number, withParts: boolean): string[] {
  const times = elements[0]?.values.map(({ time }) => `${lead(time, hour)} h`) ?? [];
  const rows = elements.flatMap((element) => {
    const { unit, decimals, of } = sayingOf(element.unit);
    const own = [`  ${element.id}`, unit, ...element.values.map(({ value }) => said(value, of, decimals))];
    return withParts ? [own, ...partRows(element, of, decimals)] : [own];
  });
  const columns = times.map((heading): TableColumn => ({ heading, align: 'right' }));
  return tableLines([{ heading: '' }, { heading: '' }, ...columns], rows);
}

/** A row for each source that gives any of the values: "290.1 × 0.25" where it counts a quarter. */
function partRows({ values }: ProvenanceElement, of: (value: number) => number, decimals: number): string[][] {
  const datasets = new Set(values.flatMap(({ parts }) => parts.map(({ dataset }) => dataset)));
  return [...datasets].map((dataset) => [
    `    ${dataset}`,
    '',
    ...values.map(({ parts }) => {
      const part = parts.find((each) => each.dataset === dataset);
      return part === undefined ? '' : `${said(part.value, of, decimals)} × ${part.weight.toFixed(2)}`;
    }),
  ]);
}

function said(value: number | null, of: (value: number) => number, decimals: number): string {
  return value === null ? '-' : of(value).toFixed(decimals);
}

/** "−6" or "+48": hours from the current one. */
function lead(time: number, hour: number): string {
  const hours = Math.abs(time - hour) / HOUR;
  return `${time < hour ? '−' : '+'}${Number.isInteger(hours) ? hours : hours.toFixed(2)}`;
}

interface Saying {
  readonly unit: string;
  readonly decimals: number;
  readonly of: (value: number) => number;
}

/** A unit of the store as people say it. */
function sayingOf(unit: string): Saying {
  const conversion = SAYINGS[unit as ElementDefinition['unit']];
  if (conversion === undefined) return { unit, decimals: 1, of: (value) => value };
  const [said, { factor, offset, decimals }] = conversion;
  return { unit: said, decimals, of: (value) => value * factor + offset };
}

const SAYINGS: Readonly<Partial<Record<ElementDefinition['unit'], readonly [unit: string, how: Conversion]>>> = {
  K: ['°C', converter('temperature', 'degC')],
  Pa: ['hPa', converter('pressure', 'hPa')],
  'm/s': ['km/h', converter('wind_speed', 'km/h')],
  mm: ['mm', converter('precipitation', 'mm')],
  'mm/h': ['mm/h', converter('precipitation_rate', 'mm/h')],
  m: ['km', converter('visibility', 'km')],
  ratio: ['%', { factor: 100, offset: 0, decimals: 0 }],
};
