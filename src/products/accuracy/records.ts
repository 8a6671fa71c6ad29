/** Records of a response: metrics of each requested lead, and of each station at one lead. */

import { type AccuracyInterval, type AccuracyVariableId, SAMPLE_MINIMUMS } from '../../model/accuracy.js';
import type { AccuracyLeadRecord, AccuracyStation } from '../../model/accuracy-answer.js';
import { differenceConverter } from '../../model/units.js';
import { minimumOf } from '../../query/accuracy/pairs.js';
import { type PooledStation, type PooledSums, totalRow } from '../../query/accuracy/pooled-sums.js';
import { wrapLongitude } from '../../science/great-circle.js';
import { HEADLINE_LEADS, HEADLINE_SUMS, HEADLINES, RECORD_LAYOUTS } from '../../science/verification/record-layout.js';
import type { Block } from '../../science/verification/sums-layout.js';
import { roundedPlace } from '../answer-head.js';
import { errorsOf } from './error-metrics.js';
import { occurrenceOf } from './occurrence-metrics.js';
import type { AccuracyPlan, SectionPlan } from './plan.js';
import { probabilityOf } from './probability-metrics.js';
import { type LeadSums, type Scale, type ShownFields, WIDEST_BLOCK } from './scores.js';

/** Units and optional fields of metrics. */
export interface Presentation {
  readonly temperature: Scale;
  readonly precipitation: Scale;
  readonly shown: ShownFields;
  /** False: all values are null, since the scope is not available. */
  readonly withValues: boolean;
}

/** Decimals of an error of temperature. */
const ERROR_DECIMALS = 2;

export function presentationOf({ units }: AccuracyPlan, shown: ShownFields, withValues: boolean): Presentation {
  return {
    temperature: { ...differenceConverter('temperature', units.temperature), decimals: ERROR_DECIMALS },
    precipitation: differenceConverter('precipitation', units.precipitation),
    ...{ shown, withValues },
  };
}

/** A record for each requested lead of a section. @param withConfidence  the rows are blocks of dates */
export function leadRecords(
  { interval, field, leads, variables }: SectionPlan,
  { rows }: PooledSums,
  presentation: Presentation,
  withConfidence: boolean,
): AccuracyLeadRecord[] {
  const blocks = rows.get(interval)!;
  const row = totalRow(blocks);
  const layout = RECORD_LAYOUTS[interval];
  return leads.map(({ lead, index }) => {
    const sums: LeadSums = {
      row,
      at: (block) => (hasBlock(interval, block) ? layout.at(interval, index, block) : null),
      blocks: withConfidence ? blocks : null,
    };
    return { [field]: lead, ...metricsOf(sums, interval, variables, presentation) };
  });
}

/** Nowcasts are never corrected, and neither are amounts. */
function hasBlock(interval: AccuracyInterval, block: string): boolean {
  return !block.endsWith('_uncorrected') || (interval !== '1m' && block !== 'amount_uncorrected');
}

function metricsOf(
  sums: LeadSums,
  interval: AccuracyInterval,
  variables: readonly AccuracyVariableId[],
  { temperature, precipitation, shown, withValues }: Presentation,
): AccuracyLeadRecord {
  const minimum = withValues ? minimumOf(interval) : Number.POSITIVE_INFINITY;
  const amountMinimum = withValues ? SAMPLE_MINIMUMS.precipitation_amount : Number.POSITIVE_INFINITY;
  return Object.fromEntries(
    variables.map((variable) => {
      if (variable === 'precipitation_probability') return [variable, probabilityOf(sums, { minimum, shown })];
      if (variable !== 'precipitation')
        return [variable, errorsOf(sums, variable, { scale: temperature, minimum, shown })];
      const amount = errorsOf(sums, 'amount', { scale: precipitation, minimum: amountMinimum, shown });
      return [variable, { occurrence: occurrenceOf(sums, { minimum, shown }), amount }];
    }),
  );
}

const PLAIN: ShownFields = { persistence: false, climatology: false, uncorrected: false, reliability: false };

/** A station with its own metrics at the lead that stands for each requested interval. */
export function stationRecord(
  { place, distance, headlines }: PooledStation,
  { sections }: AccuracyPlan,
  presentation: Presentation,
): AccuracyStation {
  const { id, name, latitude, longitude, elevation, region } = place;
  return {
    ...{ id, name },
    ...roundedPlace({ latitude, longitude }),
    ...{ elevation, region },
    ...(distance !== null && { distance_km: Math.round(distance * 10) / 10 }),
    cell: cellOf(place),
    ...Object.fromEntries(
      sections.map(({ section, field, interval, variables }) => {
        const sums = headlineSums(headlines, interval);
        const metrics = metricsOf(sums, interval, variables, { ...presentation, shown: PLAIN, withValues: true });
        return [section, { [field]: HEADLINE_LEADS[interval], ...metrics }];
      }),
    ),
  };
}

/** Positions of each block of an interval: among the headlines, and in a row of whole blocks. */
const HEADLINE_BLOCKS = new Map(
  (['1d', '1h', '1m'] as const).map((interval) => {
    const own = HEADLINES.flatMap((headline, index) =>
      headline.interval === interval ? [{ ...headline, index }] : [],
    );
    return [interval, new Map(own.map(({ block, index }, n) => [block as Block, { index, at: n * WIDEST_BLOCK }]))];
  }),
);

/** Sums of the headlines of an interval, laid out as whole blocks. */
function headlineSums(headlines: Float64Array, interval: AccuracyInterval): LeadSums {
  const blocks = HEADLINE_BLOCKS.get(interval)!;
  const row = new Float64Array(blocks.size * WIDEST_BLOCK);
  for (const { index, at } of blocks.values())
    for (let sum = 0; sum < HEADLINE_SUMS; sum++) row[at + sum] = headlines[index * HEADLINE_SUMS + sum]!;
  return { row, at: (block) => blocks.get(block)?.at ?? null, blocks: null };
}

/** Side of a verified area, degrees. */
const CELL_DEGREES = 0.25;

/** Centre of the cell of a place. */
function cellOf({ latitude, longitude }: PooledStation['place']) {
  const centre = (degrees: number) => (Math.floor(degrees / CELL_DEGREES) + 0.5) * CELL_DEGREES;
  return { latitude: centre(Math.min(latitude, 90 - CELL_DEGREES)), longitude: wrapLongitude(centre(longitude)) };
}

/** Number of distinct cells with pairs. */
export function verifiedAreas(stations: readonly PooledStation[]): number {
  return new Set(stations.map(({ place }) => Object.values(cellOf(place)).join(' '))).size;
}
