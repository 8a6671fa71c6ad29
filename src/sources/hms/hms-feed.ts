/**
 * Plumes of smoke over North America that analysts of NOAA's Hazard Mapping System draw: a zipped shapefile for each day
 * of UTC, replaced as the day goes on. In its first hours a day is not there or empty, so the day before is asked for too.
 *
 *   /Smoke_Polygons/Shapefile/YYYY/MM/hms_smokeYYYYMMDD.zip        some hundred kB
 */

import { DAY } from '../../model/time.js';
import type { FireFeed, FireFile } from '../fire-feed.js';

const LARGEST_ARCHIVE = 32 << 20;

function fileOf(baseUrl: string, at: number): FireFile {
  const [year, month, day] = new Date(at * 1000).toISOString().slice(0, 10).split('-') as [string, string, string];
  const name = `hms_smoke${year}${month}${day}`;
  return {
    name: `smoke-${year}-${month}-${day}`,
    url: `${baseUrl}/Smoke_Polygons/Shapefile/${year}/${month}/${name}.zip`,
    ceilingBytes: LARGEST_ARCHIVE,
    mayBeAbsent: true,
  };
}

export const HMS_FEED: FireFeed = {
  id: 'hms-smoke',
  kind: 'fires',
  title: 'HMS smoke',
  dataset: 'plumes',
  observed: 'plumes of smoke',
  addresses: [
    {
      setting: 'WEATHERGLASS_HMS_URL',
      fallback: 'https://satepsanone.nesdis.noaa.gov/pub/FIRE/web/HMS',
      help: "base address of NOAA's Hazard Mapping System: plumes of smoke over North America",
    },
  ],
  automatic: 'always',
  traffic: {
    unit: 'poll',
    megabytes: 0.1,
    perDay: 24,
    isMeasured: false,
    basis: 'an archive of some 100 kB while a day is drawn',
  },
  fileWords: 'days of smoke (ZIP)',
  fileNames: 'hms_smoke20261120.zip',
  intervalSeconds: 3600,
  deadlineSeconds: 900,
  covers: [{ south: 7, west: -180, north: 84, east: -50 }],
  attribution: "Contains smoke polygons of NOAA/NESDIS' Hazard Mapping System (HMS)",
  licence: 'open data of the US government',
  files: (baseUrl, now) => [fileOf(baseUrl, now), fileOf(baseUrl, now - DAY)],
};
