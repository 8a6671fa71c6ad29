import { MalformedError } from '../../base/errors.js';

export function defect(rule: string, value: number | string): MalformedError {
  return new MalformedError('NEXRAD Level 3', rule, value);
}

/** Ends reading a file. */
export function refuse(rule: string, value: number | string): never {
  throw defect(rule, value);
}
