/** A Level 3 product of a weather radar in readable lines, for people who wonder what an upstream has sent. */

import { decodeNexrad } from '../decode/nexrad/nexrad.js';
import { type SweepLocator, sweepLocator } from '../grid/polar-sweep.js';
import type { RadialProduct } from '../model/radial-product.js';
import { formatInstant } from '../model/time.js';

const UNITS: Readonly<Record<RadialProduct['quantity'], string>> = { reflectivity: 'dBZ', 'radial-velocity': 'm/s' };

export interface NexradInspectionOptions {
  /** Also what the gate at this place holds. */
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
}

/** @throws MalformedError, UnsupportedError */
export async function inspectNexrad(bytes: Uint8Array, { place }: NexradInspectionOptions): Promise<string[]> {
  const product = await decodeNexrad(bytes);
  const locator = sweepLocator(product);
  const [lowest, highest] = extremeGates(product);
  return [
    `${product.name} (product ${product.code}), radar ${product.site ?? 'unknown'}, sent by ${product.office ?? 'unknown'}`,
    `antenna    ${degrees(product)}, ${product.height.toFixed(0)} m above sea level`,
    `time       ${formatInstant(product.validTime)}; volume scan of ${formatInstant(product.volumeTime)}, pattern ${product.volumeCoveragePattern}`,
    `sweep      ${sweepText(product)}`,
    `gates      ${countsText(product)}`,
    ...(lowest === null ? [] : [`lowest     ${gateText(product, locator, lowest)}`]),
    ...(highest === null ? [] : [`highest    ${gateText(product, locator, highest)}`]),
    ...(place === null ? [] : [`asked for  ${placeText(product, locator, place)}`]),
  ];
}

function sweepText({ elevationAngle, starts, gates, gateSpacing, firstGate }: RadialProduct): string {
  const rise = elevationAngle === null ? 'along the ground' : `at ${elevationAngle} degrees`;
  const end = (firstGate + gates * gateSpacing) / 1000;
  return `${rise}, ${starts.length} radials from ${starts[0]} degrees, ${gates} gates of ${gateSpacing} m to ${end} km`;
}

function countsText({ levels, levelValues, rangeFolded }: RadialProduct): string {
  let [measured, folded] = [0, 0];
  for (const level of levels) {
    if (level === rangeFolded) folded++;
    else if (!Number.isNaN(levelValues[level]!)) measured++;
  }
  const below = levels.length - measured - folded;
  return `${measured} with an echo, ${below} without${rangeFolded === null ? '' : `, ${folded} range folded`}`;
}

/** Indexes into `levels`, the first of several; null where nothing was measured. */
function extremeGates({ levels, levelValues }: RadialProduct): [lowest: number | null, highest: number | null] {
  let [lowest, highest]: [number | null, number | null] = [null, null];
  for (const [index, level] of levels.entries()) {
    const value = levelValues[level]!;
    if (Number.isNaN(value)) continue;
    if (lowest === null || value < levelValues[levels[lowest]!]!) lowest = index;
    if (highest === null || value > levelValues[levels[highest]!]!) highest = index;
  }
  return [lowest, highest];
}

/** "46.5 dBZ at 32.3288, -87.1609: radial 218 (201.0 degrees), gate 100 (100.0 km)". */
function gateText(product: RadialProduct, locator: SweepLocator, index: number): string {
  const { gates, starts, firstGate, gateSpacing } = product;
  const [radial, gate] = [Math.floor(index / gates), index % gates];
  const distance = (firstGate + gate * gateSpacing) / 1000;
  const where = `radial ${radial} (${starts[radial]!.toFixed(1)} degrees), gate ${gate} (${distance.toFixed(1)} km)`;
  return `${valueText(product, index)} at ${degrees(locator.placeOf(radial, gate))}: ${where}`;
}

function placeText(
  product: RadialProduct,
  locator: SweepLocator,
  place: { readonly latitude: number; readonly longitude: number },
): string {
  const index = locator.gateAt(place.latitude, place.longitude);
  return index < 0 ? 'outside the sweep' : gateText(product, locator, index);
}

function valueText({ levels, levelValues, rangeFolded, quantity }: RadialProduct, index: number): string {
  const level = levels[index]!;
  const value = levelValues[level]!;
  if (level === rangeFolded) return 'range folded';
  return Number.isNaN(value) ? 'no echo' : `${value.toFixed(1)} ${UNITS[quantity]}`;
}

function degrees({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }): string {
  return `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
}
