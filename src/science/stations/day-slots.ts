/** Days of the year as 366 slots of a leap year: every calendar date has the same slot in every year. */

export const DAY_SLOTS = 366;
/** Slot of 29 February. */
export const LEAP_DAY_SLOT = 59;

const DAYS_BEFORE = [0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335];
/** Days of 400 years, after which the calendar repeats. */
const CYCLE = 146_097;
/** 0000-03-01 as days before 1970-01-01. */
const EPOCH_SHIFT = 719_468;

export interface CalendarDate {
  readonly year: number;
  /** 1 to 12 */
  readonly month: number;
  readonly day: number;
}

/** Date of a day number (days since 1970-01-01) in the Gregorian calendar; after Hinnant, "days from civil" (2013). */
export function calendarDate(dayNumber: number): CalendarDate {
  const shifted = dayNumber + EPOCH_SHIFT;
  const cycle = Math.floor(shifted / CYCLE);
  const ofCycle = shifted - cycle * CYCLE;
  const year = Math.floor(
    (ofCycle - Math.floor(ofCycle / 1460) + Math.floor(ofCycle / 36_524) - Math.floor(ofCycle / 146_096)) / 365,
  );
  const ofYear = ofCycle - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const day = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return { year: year + cycle * 400 + (month <= 2 ? 1 : 0), month, day };
}

/** Slot of a calendar date, 0 to 365. */
export function slotOf({ month, day }: Pick<CalendarDate, 'month' | 'day'>): number {
  return DAYS_BEFORE[month - 1]! + day - 1;
}

/** Slots of `count` consecutive days from `firstDay` on, days since 1970-01-01. */
export function slotsOf(firstDay: number, count: number): Uint16Array {
  const slots = new Uint16Array(count);
  let { year, month, day } = calendarDate(firstDay);
  let slot = slotOf({ month, day });
  for (let i = 0; i < count; i++) {
    slots[i] = slot;
    slot += 1;
    if (slot === LEAP_DAY_SLOT && !isLeapYear(year)) slot += 1;
    if (slot === DAY_SLOTS) {
      slot = 0;
      year += 1;
    }
  }
  return slots;
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
