/** Hours and days that were forecast for many stations at one time: kept by an archive and verified later. */

import type { IssueStation } from './nowcast-issue.js';

/** Hours of an issue: the hour in progress and the next 25, so that every lead of up to 24 hours is among them. */
export const ISSUE_HOURS = 26;
/** Local days of an issue: the day in progress and the next 15. */
export const ISSUE_DAYS = 16;

/** A station and its calendar. */
export interface ZonedStation extends IssueStation {
  /** IANA time zone: the days of the forecast are days of this zone. */
  readonly zone: string;
}

/** Hourly values, [station][hour]; NaN missing. */
export interface IssuedHours {
  /** K, at the beginning of the hour. */
  readonly temperature: Float32Array;
  /** mm, total of the hour. */
  readonly precipitation: Float32Array;
  /** Probability of at least 0.1 mm in the hour, 0..1. */
  readonly probability: Float32Array;
}

/** Daily values, [station][day]; NaN missing. */
export interface IssuedDays {
  /** K. */
  readonly temperatureMax: Float32Array;
  /** K. */
  readonly temperatureMin: Float32Array;
  /** mm, total of the local day. */
  readonly precipitation: Float32Array;
  /** Probability of at least 1.0 mm in the local day, 0..1. */
  readonly probability: Float32Array;
}

/** Values of an issue before learned corrections and before radar, in the order of the issued ones; NaN: no correction there. */
export interface UncorrectedIssue {
  readonly hours: Pick<IssuedHours, 'temperature' | 'probability'>;
  readonly days: Pick<IssuedDays, 'temperatureMax' | 'temperatureMin' | 'probability'>;
}

/** One issue: the responses of `POST /v1/forecast` at all stations at one minute, before units and rounding. */
export interface ForecastIssue {
  /** Minute at which the forecast was issued, epoch seconds. Hour 0 is the hour that contains it. */
  readonly issueTime: number;
  readonly stations: readonly ZonedStation[];
  readonly hours: IssuedHours;
  readonly days: IssuedDays;
  /** The same from the same runs before learned corrections and radar; null or absent: there were neither. */
  readonly uncorrected?: UncorrectedIssue | null;
  /**
   * By station: local date of day 0, in days since 1970-01-01. Null where the issue has no days: they are issued in
   * the morning of the station only.
   */
  readonly firstDays: readonly (number | null)[];
  /** By station: when the newest data behind the forecast were published, epoch seconds. Null: no forecast. */
  readonly updatedAt: readonly (number | null)[];
  /** By station: the response was marked `stale`. */
  readonly stale: readonly boolean[];
  /** At least one forecast was made from data of the simulated upstream. */
  readonly simulated: boolean;
}
