/** Members of JSON objects of which nothing is known: only own ones, so that "__proto__" is a key like another. */

export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function own(record: JsonRecord, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** A text; '' for anything else, as for a member that is not there. */
export function textAt(record: JsonRecord, key: string): string {
  const value = own(record, key);
  return typeof value === 'string' ? value : '';
}

/** Texts of a list, or one text; whatever else is among them is left out. */
export function textsAt(record: JsonRecord, key: string): string[] {
  const value = own(record, key);
  return (Array.isArray(value) ? (value as unknown[]) : [value]).filter((text) => typeof text === 'string');
}

export function recordAt(record: JsonRecord, key: string): JsonRecord {
  const value = own(record, key);
  return isRecord(value) ? value : {};
}
