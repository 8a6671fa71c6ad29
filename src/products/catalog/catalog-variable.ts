/** What all catalogs say of a variable. */

import { type UnitFamily, unitsBySystem } from '../../model/variables.js';

export interface DescribedVariable {
  readonly id: string;
  readonly type: 'number' | 'string';
  readonly description: string;
  readonly intervals: readonly string[];
  readonly unitFamily: UnitFamily;
}

export function catalogVariable(variable: DescribedVariable, nullable: boolean) {
  const { id, type, description, intervals, unitFamily } = variable;
  return { id, type, description, units: unitsBySystem(unitFamily), intervals, unit_family: unitFamily, nullable };
}
