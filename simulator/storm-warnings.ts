/**
 * Warnings of the simulated world's storms: what its weather services say, and what is true of it.
 *
 * A storm whose peak is at least 3 mm/h (elsewhere than in the States and Europe 12, or there would be hundreds) is warned
 * of while its centre has more than two thirds of that: an Alert, an Update every half hour, at last a Cancel. Each message
 * names the place where the storm will be in the next half hour: the track of its core (1 mm/h at full strength) from
 * where it is when the message is sent, a capsule. So whoever is inside meets the core within that time, and whoever is
 * outside does not. Every message refers to all before it of its storm.
 *
 * Services: the NWS in a box around the contiguous United States; eight countries of Europe, in boxes; elsewhere a
 * service of its own. Every second storm is warned of by the codes of zones that the capsule's box touches, without a
 * polygon, as long as these zones hold all of it.
 */

import { MINUTE } from '../src/model/time.js';
import type { StormCell } from './cell-disc.js';
import { DEGREE_METRES, metresPerDegreeEast } from './discs.js';
import type { StormTrack } from './storms.js';
import { type AlertService, type SimulatedZone, serviceAt, zonesTouching } from './warned-places.js';
import type { World } from './world.js';

/** mm/h. */
const WARNED_PEAK = 3;
const WARNED_PEAK_ELSEWHERE = 12;
const CORE_RATE = 1;
export const UPDATE_SECONDS = 1800;
const VALID_SECONDS = 2700;
/** A Cancel stays listed so long after a storm that ended at full strength. */
const LISTED_AFTER_END = 3600;
/** Corners of each half circle of a capsule, less one. */
const ARC = 12;
const RADIANS = Math.PI / 180;

export interface StormWarning {
  readonly service: AlertService;
  /** Name of the storm: that of all messages of the chain. */
  readonly storm: string;
  readonly identifier: string;
  readonly messageType: 'Alert' | 'Update' | 'Cancel';
  /** Epoch seconds; a Cancel has the times of its own, too. */
  readonly sent: number;
  readonly expires: number;
  /** Messages of the chain before it, oldest first. */
  readonly references: readonly { readonly identifier: string; readonly sent: number }[];
  /** Closed, counter-clockwise, [longitude, latitude]; longitudes from −180 to 180. */
  readonly ring: readonly (readonly [number, number])[];
  /** Codes instead of the polygon; null: the polygon is sent. */
  readonly zones: readonly SimulatedZone[] | null;
  /** mm/h. */
  readonly peak: number;
}

/** The newest message of every storm that is warned of, or was a short while ago. */
export function warningsAt(world: World, now: number): StormWarning[] {
  const tracks = new Map<string, StormTrack>();
  for (const at of [now, now - LISTED_AFTER_END])
    for (const track of world.stormTracks(at)) tracks.set(track.name, track);
  return [...tracks.values()].flatMap((track) => chainOf(track, now).at(-1) ?? []);
}

/** Warnings in force: what a service that knows all messages should hold for active. */
export function activeWarningsAt(world: World, now: number): StormWarning[] {
  return warningsAt(world, now).filter(({ messageType, expires }) => messageType !== 'Cancel' && now < expires);
}

/** Of any message that was ever sent. Null when none has this identifier. */
export function warningNamed(world: World, identifier: string): StormWarning | null {
  const [, storm, sent] = /^sim\.([a-z0-9-]+)\.(\d{1,11})$/.exec(identifier) ?? [];
  if (storm === undefined) return null;
  const at = Number(sent);
  const track = [at, at - MINUTE].flatMap((when) => world.stormTracks(when)).find(({ name }) => name === storm);
  return (track && chainOf(track, at).find((message) => message.identifier === identifier)) ?? null;
}

/** How far apart to look for storms, s: less than any lives that is warned of. */
const LOOK_SECONDS = 300;

/** All messages that were sent from one instant on, and before another. */
export function warningsSent(world: World, from: number, before: number): StormWarning[] {
  const tracks = new Map<string, StormTrack>();
  for (let at = from - LOOK_SECONDS; at < before + LOOK_SECONDS; at += LOOK_SECONDS)
    for (const track of world.stormTracks(at)) tracks.set(track.name, track);
  const messages = [...tracks.values()].flatMap((track) => chainOf(track, before));
  return messages.filter(({ sent }) => sent >= from && sent < before);
}

/** Messages about a storm that were sent by now. */
function chainOf(track: StormTrack, now: number): StormWarning[] {
  const born = track.at(track.begins);
  const service = serviceAt(born.latitude, born.longitude);
  const span = warnedSpan(track, service.id === 'elsewhere' ? WARNED_PEAK_ELSEWHERE : WARNED_PEAK);
  if (span === null) return [];
  const [on, off] = span;
  const times = [...timesBetween(on, off), off];
  const chain: StormWarning[] = [];
  for (const [n, sent] of times.entries()) {
    if (sent > now) break;
    const messageType = sent === off ? 'Cancel' : n === 0 ? 'Alert' : 'Update';
    const ring = capsuleOf(track, sent, sent + UPDATE_SECONDS);
    chain.push({
      service,
      storm: track.name,
      identifier: `sim.${track.name}.${sent}`,
      messageType,
      sent,
      expires: sent + VALID_SECONDS,
      references: chain.map(({ identifier, sent: when }) => ({ identifier, sent: when })),
      ring,
      zones: isZoned(track) ? zonesTouching(service, ring) : null,
      peak: track.peak,
    });
  }
  return chain;
}

function* timesBetween(on: number, off: number): Generator<number> {
  for (let at = on; at < off; at += UPDATE_SECONDS) yield at;
}

/** From when to when it is warned of, whole minutes; null: never. */
function warnedSpan(track: StormTrack, warnedPeak: number): readonly [number, number] | null {
  const { begins, ends, peak } = track;
  if (peak < warnedPeak) return null;
  const middle = (begins + ends) / 2;
  // A planted storm has its peak at every instant of its life.
  const isSteady = track.at(begins).rate === peak;
  const half = isSteady
    ? (ends - begins) / 2
    : ((ends - begins) / Math.PI) * Math.acos(Math.sqrt((2 * warnedPeak) / (3 * peak)));
  return [Math.ceil((middle - half) / MINUTE) * MINUTE, Math.ceil((middle + half) / MINUTE) * MINUTE];
}

function isZoned({ name }: StormTrack): boolean {
  return [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 2 === 1;
}

/** m from the centre within which `CORE_RATE` falls at full strength. */
export function coreRadius({ radius, peak }: Pick<StormTrack, 'radius' | 'peak'>): number {
  return radius * Math.sqrt(1 - (CORE_RATE / peak) ** (1 / 3));
}

/** All places within the core's radius of the way between two instants. */
function capsuleOf(track: StormTrack, from: number, to: number): [number, number][] {
  const [start, end] = [track.at(from), track.at(to)];
  const reach = coreRadius(track);
  const north = (end.latitude - start.latitude) * DEGREE_METRES;
  const east = (end.longitude - start.longitude) * metresPerDegreeEast((start.latitude + end.latitude) / 2);
  const ahead = Math.atan2(north, east);
  const corners = [...arcOf(end, ahead - Math.PI / 2, reach), ...arcOf(start, ahead + Math.PI / 2, reach)];
  return [...corners, corners[0]!];
}

/** Half a circle around the centre of a cell, counter-clockwise from a mathematical angle. */
function arcOf({ latitude, longitude }: StormCell, angle: number, reach: number): [number, number][] {
  return Array.from({ length: ARC + 1 }, (_, n) => {
    const at = angle + (n / ARC) * 180 * RADIANS;
    const north = latitude + (reach * Math.sin(at)) / DEGREE_METRES;
    const east = longitude + (reach * Math.cos(at)) / metresPerDegreeEast(latitude);
    return [rounded(((((east + 180) % 360) + 360) % 360) - 180), rounded(Math.min(90, Math.max(-90, north)))];
  });
}

/** To 10⁻⁴ degrees, as issuers print them. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e4) / 1e4;
}
