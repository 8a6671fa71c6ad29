/** What is typed on the command line, as values of a request. */

/** A text that is no finite number stays as it is: the server says what is wrong with it. */
export function numberOr(text: string): number | string {
  return text.trim() === '' || !Number.isFinite(Number(text)) ? text : Number(text);
}

/** A place as every endpoint takes it, in degrees north and east. */
export function placeOf(latitude: string, longitude: string) {
  return { latitude: numberOr(latitude), longitude: numberOr(longitude) };
}
