/** What `weatherglass ingest … --help` ends with: examples, and what the exit status means. */

import type { FireFeedName, RadarFeedName } from '../../config/config-table.js';
import type { IngestName } from '../feed-names.js';

export function examplesOf(name: IngestName): string {
  return `
Examples:
  weatherglass ingest ${name}
  weatherglass ingest ${name} --region 35,-12,72,45
  weatherglass ingest ${name} --from FILE.grib2

Exit status: 0 published, nothing new, or nothing in the region; 1 failed, or out of time; 2 wrong use of an option or a setting.`;
}

export function alertExamplesOf(name: IngestName): string {
  return `
Examples:
  weatherglass ingest ${name}
  weatherglass ingest ${name} --from MESSAGE.cap

Exit status: 0 polled, also when a part of the feed failed; 1 failed; 2 wrong use of an option or a setting.`;
}

/** Of files as the upstream names them. */
const FRAME_FILES: Readonly<Record<RadarFeedName, string>> = {
  mrms: 'MRMS_PrecipRate_00.00_*.grib2.gz',
  'dwd-rv': 'composite_rv_*.tar',
  rrqpe: 'RRQPE-INST-GLB-5_*.nc',
};

export function radarExamplesOf(name: RadarFeedName): string {
  return `
Motion is seen in frames about ten minutes apart: give at least two of them.

Examples:
  weatherglass ingest ${name}
  weatherglass ingest ${name} --from ${FRAME_FILES[name]}

Exit status: 0 published or nothing new, also when some files were not taken; 1 failed; 2 wrong use of an option or a setting.`;
}

/** Of files as the upstream names them. */
export const FIRE_FILES: Readonly<Record<FireFeedName, { readonly what: string; readonly files: string }>> = {
  firms: { what: 'lists of fires (CSV)', files: '*_Global_24h.csv' },
  'hms-smoke': { what: 'days of smoke (ZIP)', files: 'hms_smoke20261120.zip' },
};

export function fireExamplesOf(name: FireFeedName): string {
  return `
Examples:
  weatherglass ingest ${name}
  weatherglass ingest ${name} --from ${FIRE_FILES[name].files}

Exit status: 0 published or nothing new, also when some files failed; 1 failed; 2 wrong use of an option or a setting.`;
}

export const NEXRAD_EXAMPLES = `
Examples:
  weatherglass ingest nexrad KTLX
  weatherglass ingest nexrad KTLX KINX KVNX
  weatherglass ingest nexrad --from TLX_N0B_2026_11_20_06_11_16

Exit status: 0 published, nothing new, or a radar that is silent; 1 failed; 2 wrong use of an option or a setting.`;

export const EXAMPLES = `
Examples:
  weatherglass ingest gfs
  weatherglass ingest all --region 35,-12,72,45
  weatherglass ingest hrrr --help
  weatherglass ingest nexrad KTLX

Exit status: 0 published, nothing new, or nothing in the region; 1 failed, or out of time; 2 wrong use of an option or a setting.`;
