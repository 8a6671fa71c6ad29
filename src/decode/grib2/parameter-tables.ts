export function levelHasValue(type: number): boolean {
  return type !== 1;
}
