/** Days of a period that no station has told of yet. */

import { NOT_OBSERVED } from '../../model/station-series.js';

export class DayGaps {
  readonly #isOpen: Uint8Array;
  /** Open days before each day of the period, and at last all of them. */
  readonly #before: Uint32Array;
  readonly #first: number;

  /** All days are open. @param days  first and last day, both inclusive, days since 1970-01-01 */
  constructor([first, last]: readonly [first: number, last: number]) {
    this.#first = first;
    this.#isOpen = new Uint8Array(Math.max(0, last - first + 1)).fill(1);
    this.#before = new Uint32Array(this.#isOpen.length + 1);
    for (let day = 0; day < this.#before.length; day++) this.#before[day] = day;
  }

  /** Days of the period. */
  get days(): number {
    return this.#isOpen.length;
  }

  /** Days that are open. */
  get open(): number {
    return this.#before[this.days]!;
  }

  /** Open days from one day to another, both inclusive, days since 1970-01-01. */
  openWithin(from: number, to: number): number {
    const [start, end] = [Math.max(0, from - this.#first), Math.min(this.days, to - this.#first + 1)];
    return end > start ? this.#before[end]! - this.#before[start]! : 0;
  }

  /** Values of the open days; all others are as if not observed. Null: there is none on an open day. */
  fitting(values: Int16Array): Int16Array | null {
    const isOpen = this.#isOpen;
    if (!values.some((value, i) => value !== NOT_OBSERVED && isOpen[i] === 1)) return null;
    return this.open === this.days ? values : values.map((value, i) => (isOpen[i] === 1 ? value : NOT_OBSERVED));
  }

  /** Closes the days that one of several series tells of. */
  close(series: readonly Int16Array[]): void {
    const [isOpen, before] = [this.#isOpen, this.#before];
    for (const values of series) for (let i = 0; i < isOpen.length; i++) if (values[i] !== NOT_OBSERVED) isOpen[i] = 0;
    for (let i = 0; i < isOpen.length; i++) before[i + 1] = before[i]! + isOpen[i]!;
  }
}
