/**
 * Stored form of learned corrections: one document, the attributes of a Zarr v3 group without arrays, so that its checksum and
 * publication are those of every other version. Normative description: docs/formats/learned-corrections.md.
 *
 *   learned-corrections/latest.json               the version that is published
 *   learned-corrections/<version>/zarr.json       the corrections
 *   learned-corrections/<version>/complete.json   the checksum of that document
 */

import { ACCURACY_LEADS } from '../../model/accuracy.js';
import {
  BIAS_VARIABLES,
  type BiasVariable,
  type ChanceCalibration,
  type LearnedCorrections,
  type StationBias,
} from '../../model/learned-corrections.js';
import { REGIONS } from '../../model/region.js';
import type { DocumentReader } from '../versions/json-document.js';
import { type FormatIdentity, zarrGroup } from '../zarr/zarr-arrays.js';

export const LEARNED_DATASET = 'learned-corrections';
export const LEARNED_FORMAT: FormatIdentity = { name: 'weatherglass-learned-corrections', version: 1 };

/** Rows of a document: 10,000 stations with three variables, and every lead of every region. */
const MOST_BIASES = 30_000;
const MOST_CALIBRATIONS = 1000;
/** K; a larger one was never learned. */
const LARGEST_BIAS = 8;
/** One corner for each bin of probability. */
const MOST_CORNERS = 11;

const GROUPS: readonly string[] = ['network', ...REGIONS.map(({ id }) => id)];

const leadsOf = (interval: string): readonly number[] =>
  ACCURACY_LEADS.find((row) => row.interval === interval)?.leads ?? [];

/** Leads of the biases of a variable. */
export function leadsOfBias(variable: BiasVariable): readonly number[] {
  return leadsOf(variable === 'temperature' ? '1h' : '1d');
}

/** Document of corrections. @throws RangeError  a rule is broken that a reader holds it to */
export function learnedGroup(learned: LearnedCorrections): object {
  const fault = faultOf(learned);
  if (fault !== null) throw new RangeError(`learned corrections: ${fault}`);
  const { biases, calibrations, ...head } = learned;
  const attributes = {
    format: LEARNED_FORMAT.name,
    formatVersion: LEARNED_FORMAT.version,
    dataset: LEARNED_DATASET,
    ...head,
    biases,
    calibrations,
  };
  return zarrGroup(attributes, {});
}

/** @throws ObjectDefectError  a field is missing, or breaks a rule */
export function readLearned(attributes: DocumentReader): LearnedCorrections {
  const learned = {
    version: attributes.text('version'),
    createdAt: attributes.number('createdAt'),
    lastDay: attributes.count('lastDay'),
    simulated: attributes.flag('simulated'),
    biases: attributes.objects('biases').map(biasFrom),
    calibrations: attributes.objects('calibrations').map(calibrationFrom),
  };
  const fault = faultOf(learned);
  if (fault !== null) throw attributes.fail(fault);
  return learned;
}

function biasFrom(row: DocumentReader): StationBias {
  const variable = row.text('variable') as BiasVariable;
  return { station: row.text('station'), variable, biases: row.numbers('biases'), ...evidenceFrom(row) };
}

function calibrationFrom(row: DocumentReader): ChanceCalibration {
  return {
    group: row.text('group') as ChanceCalibration['group'],
    interval: row.text('interval') as ChanceCalibration['interval'],
    ...{ lead: row.number('lead'), given: row.numbers('given'), said: row.numbers('said') },
    ...evidenceFrom(row),
  };
}

const evidenceFrom = (row: DocumentReader) => ({ gain: row.number('gain'), dates: row.count('dates') });

/** The rule that corrections break; null: none. */
function faultOf({ biases, calibrations }: LearnedCorrections): string | null {
  if (biases.length > MOST_BIASES) return `at most ${MOST_BIASES} biases`;
  if (calibrations.length > MOST_CALIBRATIONS) return `at most ${MOST_CALIBRATIONS} calibrations`;
  for (const bias of biases) if (!isSoundBias(bias)) return `the bias of ${bias.station} ${bias.variable} is sound`;
  for (const one of calibrations)
    if (!isSoundCalibration(one)) return `the calibration of ${one.group} ${one.interval} ${one.lead} is sound`;
  return null;
}

function isSoundBias({ variable, biases }: StationBias): boolean {
  if (!BIAS_VARIABLES.includes(variable) || biases.length !== leadsOfBias(variable).length) return false;
  return biases.every((bias) => Math.abs(bias) <= LARGEST_BIAS);
}

function isSoundCalibration({ group, interval, lead, given, said }: ChanceCalibration): boolean {
  const isKnown = GROUPS.includes(group) && ['1h', '1d'].includes(interval) && leadsOf(interval).includes(lead);
  if (!isKnown || given.length !== said.length || given.length < 1 || given.length > MOST_CORNERS) return false;
  const areRatios = [...given, ...said].every((value) => value >= 0 && value <= 1);
  const rises = given.every((value, n) => n === 0 || value > given[n - 1]!);
  return areRatios && rises && said.every((value, n) => n === 0 || value >= said[n - 1]!);
}
