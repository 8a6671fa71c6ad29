/**
 * Past days of the simulated upstream, which a demo begins with: what was issued and what was reported. No real upstream keeps
 * them; one that does not answers 404.
 *
 *   /past/2026-11-20/issues.json.gz      forecasts that were issued at the hours of the day
 *   /past/2026-11-20/reports.csv.gz      reports of its hours, as the METAR cache has them
 */

import type { AddressSetting } from './feed.js';
import { METAR_FEED } from './metar/metar-feed.js';

export const SIMULATED_PAST = {
  /** In the demo every setting names the simulated upstream. */
  setting: METAR_FEED.addresses[0]!.setting satisfies AddressSetting,
  /** Most bytes of a document, packed or not. */
  ceilingBytes: 16 << 20,
  /** Address of a document. @param day  "2026-11-20" */
  issuesUrl: (baseUrl: string, day: string): string => `${baseUrl}/past/${day}/issues.json.gz`,
  reportsUrl: (baseUrl: string, day: string): string => `${baseUrl}/past/${day}/reports.csv.gz`,
} as const;
