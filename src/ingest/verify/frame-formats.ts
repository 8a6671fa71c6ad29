/** Formats of frames that hindcasts read, told apart by what the bytes are and never by the name of the file. */

import { MalformedError } from '../../base/errors.js';
import { decodeFmiComposite, isPgm, readFmiHeader } from '../../decode/fmi/fmi-composite.js';
import { type GribField, readAllFields } from '../../decode/grib2/field.js';
import { decodeKnmiComposite, readKnmiHeader } from '../../decode/knmi/knmi-composite.js';
import { decodeDwdRv, readDwdRvHeader } from '../../decode/radar/dwd-rv.js';
import { decodeMrms } from '../../decode/radar/mrms.js';
import type { RadarRaster } from '../../decode/radar/raster.js';
import { unpackGribFile } from '../staging/grib-file.js';

/** What is known of a frame before its pixels are decoded. */
export type FrameHeader = Omit<RadarRaster, 'field'>;

export interface FrameFormat {
  readonly title: string;
  /** By the first bytes. */
  isThis(bytes: Uint8Array): boolean;
  /** @throws MalformedError, GribUnsupportedError, UpstreamError (packed, but not whole) */
  header(bytes: Uint8Array): Promise<FrameHeader>;
  /** Rates in mm/h. Throws as `header`. */
  decode(bytes: Uint8Array): Promise<RadarRaster>;
}

/** Local to NSSL. */
const MRMS_DISCIPLINE = 209;

const HDF5 = [0x89, 0x48, 0x44, 0x46];
const GRIB = [0x47, 0x52, 0x49, 0x42];
const GZIP = [0x1f, 0x8b];
/** "ustar", of the first header of a tar. */
const TAR = [0x75, 0x73, 0x74, 0x61, 0x72];
const TAR_MAGIC_OFFSET = 257;

const beginsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, i) => bytes[i] === byte);

/** In the order in which they are asked: MRMS takes every gzip that is no picture. */
const FORMATS: readonly FrameFormat[] = [
  {
    title: 'FMI composite (PGM)',
    isThis: isPgm,
    header: async (bytes) => readFmiHeader(bytes),
    decode: async (bytes) => decodeFmiComposite(bytes),
  },
  {
    title: 'MRMS PrecipRate (GRIB2)',
    isThis: (bytes) => beginsWith(bytes, GRIB) || beginsWith(bytes, GZIP),
    header: mrmsHeader,
    decode: async (bytes) => decodeMrms(bytes, 'mrms-rate'),
  },
  {
    title: 'KNMI composite (HDF5)',
    isThis: (bytes) => beginsWith(bytes, HDF5),
    header: readKnmiHeader,
    decode: decodeKnmiComposite,
  },
  {
    title: 'DWD composite RV (tar)',
    isThis: (bytes) => beginsWith(bytes.subarray(TAR_MAGIC_OFFSET), TAR),
    header: readDwdRvHeader,
    decode: decodeDwdRv,
  },
];

/** Null: none that is read here, so no frame. */
export function formatOf(bytes: Uint8Array): FrameFormat | null {
  return FORMATS.find((format) => format.isThis(bytes)) ?? null;
}

/** What is read here, for people. */
export function frameTitles(): string[] {
  return FORMATS.map(({ title }) => title);
}

async function mrmsHeader(bytes: Uint8Array): Promise<FrameHeader> {
  const [field] = readAllFields(await unpackGribFile(bytes, 'frame'));
  if (!field?.grid || field.parameter.discipline !== MRMS_DISCIPLINE)
    throw new MalformedError('MRMS', 'the file has a field of discipline 209 on a grid that is read', describe(field));
  return { grid: field.grid, validTime: field.time.validTime };
}

function describe(field: GribField | undefined): string {
  if (field === undefined) return 'no field';
  return `discipline ${field.parameter.discipline}, grid definition template 3.${field.gridTemplate}`;
}
