/** What the shapes of zones are called, and which settings say where they are: apart, because decoding them loads much. */

import { ZONE_FILES } from '../../../sources/alert-zones/zone-files-table.js';

export const ALERT_ZONES = 'alert-zones';
/** The settings that hold where its files are. */
export const ZONE_ADDRESSES: readonly string[] = [...new Set(ZONE_FILES.map(({ addressSetting }) => addressSetting))];
