/**
 * Products of NEXRAD Level 3 that are a sweep of reflectivity or velocity: ICD for the RPG to Class 1 User (2620001),
 * table III; TDWR: ICD for the SPG to Class 1 User. Files say nowhere how long a gate is, so that is here.
 *
 *   code  name                                   file  gates           look
 *   153   reflectivity, super resolution          N0B   0.25 km, 0.5°   of today, the others are of before or beside it
 *    94   reflectivity                            N0Q   1 km, 1°        retired in 2022
 *    19   reflectivity to 230 km, 20 to 460 km    N0R   1 and 2 km, 1°  16 levels
 *    32   reflectivity of the lowest clear beam   DHR   1 km, 1°        along the ground
 *   180   reflectivity of airports' radars        TZ0   0.15 km, 1°     181 in 16 levels, 186 and 187 far
 */

import type { RadialQuantity } from '../../model/radial-product.js';

export interface ProductRow {
  readonly name: string;
  readonly quantity: RadialQuantity;
  /** m */
  readonly gateSpacing: number;
  /** `linear`: lowest value and increment, one octet a gate; `table`: a value for each of 16, in runs. */
  readonly levels: 'linear' | 'table';
  /** Put together from several elevations. */
  readonly hybrid?: true;
}

function reflectivity(name: string, gateSpacing: number, levels: ProductRow['levels']): ProductRow {
  return { name, quantity: 'reflectivity', gateSpacing, levels };
}

function velocity(name: string, gateSpacing: number, levels: ProductRow['levels']): ProductRow {
  return { name, quantity: 'radial-velocity', gateSpacing, levels };
}

export const PRODUCT_TABLE: ReadonlyMap<number, ProductRow> = new Map([
  [19, reflectivity('base reflectivity, 230 km', 1000, 'table')],
  [20, reflectivity('base reflectivity, 460 km', 2000, 'table')],
  [25, velocity('base velocity, 60 km', 250, 'table')],
  [27, velocity('base velocity, 230 km', 1000, 'table')],
  [32, { ...reflectivity('digital hybrid scan reflectivity', 1000, 'linear'), hybrid: true }],
  [94, reflectivity('digital base reflectivity', 1000, 'linear')],
  [99, velocity('digital base velocity', 250, 'linear')],
  [153, reflectivity('super-resolution digital base reflectivity', 250, 'linear')],
  [154, velocity('super-resolution digital base velocity', 250, 'linear')],
  [180, reflectivity('TDWR digital base reflectivity', 150, 'linear')],
  [181, reflectivity('TDWR base reflectivity', 150, 'table')],
  [182, velocity('TDWR digital base velocity', 150, 'linear')],
  [186, reflectivity('TDWR long-range digital base reflectivity', 300, 'linear')],
  [187, reflectivity('TDWR long-range base reflectivity', 300, 'table')],
]);

/** For errors that refuse something else. */
export const SUPPORTED_PRODUCTS = `products ${[...PRODUCT_TABLE.keys()].join(', ')}`;
