/**
 * Times of GPX, `xsd:dateTime`: 2010-08-05T14:23:59Z, with fractions of a second and offsets. GPX counts in UTC, so a
 * time without an offset is UTC too.
 */

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d{1,9})?(Z|[+-]\d\d:\d\d)?$/;
const MINUTE = 60;

/** Epoch seconds; null for what is no time, and for one that no calendar has (2010-02-30). */
export function timeOfText(text: string): number | null {
  const match = DATE_TIME.exec(text.trim());
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const daysOfMonth = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day < 1 || day > daysOfMonth) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const offset = offsetOf(match[8]);
  if (offset === null) return null;
  const whole = Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
  return whole + Number(match[7] ?? 0) - offset;
}

/** Seconds east of UTC; null where no zone is so far. */
function offsetOf(text: string | undefined): number | null {
  if (text === undefined || text === 'Z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(4, 6));
  if (hours > 14 || minutes > 59) return null;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE;
}
