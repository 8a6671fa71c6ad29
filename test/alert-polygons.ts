/** Polygons of real alerts and zones, read as plainly as can be, so that geometry is tested apart from the decoders. */

import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import type { MultiPolygon, Polygon } from 'geojson';
import { sharedData } from './shared-data.js';

/** Feeds, each with its polygons. */
export function readAlertPolygons(): Readonly<Record<string, readonly MultiPolygon[]>> {
  return {
    'NWS alerts': ['northwest_alerts_alerts_active', 'testing_alerts_active'].flatMap((name) =>
      features(sharedData('alerts', 'nws-api', `${name}.json`)),
    ),
    'DWD alerts': dwdPolygons(),
    'NWS marine zones': features(sharedData('alerts', 'ugc', 'marine-offshore-zones.geojson')),
  };
}

function features(path: string): MultiPolygon[] {
  const parsed = JSON.parse(readFileSync(path, 'utf8'));
  const list: { geometry: Polygon | MultiPolygon | null }[] = parsed.features ?? parsed;
  return list.flatMap(({ geometry }) => {
    if (geometry === null) return [];
    return geometry.type === 'MultiPolygon' ? [geometry] : [multi(geometry.coordinates)];
  });
}

function multi(rings: Polygon['coordinates']): MultiPolygon {
  return { type: 'MultiPolygon', coordinates: [rings] };
}

/** The text of every CAP polygon, "latitude,longitude latitude,longitude …", each message in two languages or more. */
function dwdPolygons(): MultiPolygon[] {
  const name = 'Z_CAP_C_EDZW_LATEST_PVW_STATUS_PREMIUMDWD_COMMUNEUNION_MUL.zip';
  const files = Object.values(unzipSync(readFileSync(sharedData('alerts', 'dwd', name))));
  const texts = files.flatMap((file) => [...strFromU8(file).matchAll(/<polygon>([^<]+)</g)].map(([, text]) => text!));
  return [...new Set(texts)].map((text) =>
    multi([
      text
        .trim()
        .split(/\s+/)
        .map((pair) => pair.split(',').map(Number).reverse()),
    ]),
  );
}
