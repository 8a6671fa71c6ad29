/** Composites as DWD writes them, small: ODIM HDF5 in a tar, by the C library's own writer. */

import { type Attributes, writeHdf5 } from '../hdf5/hdf5-writer.fixture.js';

/** Corners of the pixels of a real file, DWD's DE1200 on WGS 84. */
export const DE1200 = {
  projdef:
    '+proj=stere +lat_ts=60 +lat_0=90 +lon_0=10 +x_0=543196.83521776402 +y_0=3622588.8619310022 +units=m +a=6378137 +b=6356752.3142451802 +no_defs',
  UL_lat: 55.862087108249824,
  UL_lon: 1.463301510256666,
  UR_lat: 55.845438563255755,
  UR_lon: 18.73161645466747,
  LL_lat: 45.696425377390064,
  LL_lon: 3.5669946350078914,
  LR_lat: 45.68460578137082,
  LR_lon: 16.580869348598274,
} as const;

export interface CompositeChange {
  readonly where?: Attributes;
  readonly what?: Attributes;
  readonly dataset?: Attributes;
}

/** 12 × 11 pixels of 100 km on the area of the real ones. */
export function compositeFile(data: Uint32Array, change: CompositeChange = {}): Promise<Uint8Array> {
  return writeHdf5({
    groups: {
      '/': { Conventions: 'ODIM_H5/V2_3' },
      '/where': { ...DE1200, xsize: 11, ysize: 12, xscale: 100_000, yscale: 100_000, ...change.where },
      '/dataset1': {},
      '/dataset1/what': {
        startdate: '20260920',
        starttime: '235500',
        enddate: '20260921',
        endtime: '000000',
        ...change.dataset,
      },
      '/dataset1/data1': {},
      '/dataset1/data1/what': {
        quantity: 'ACRR',
        gain: 0.0009999999317806213,
        offset: -0.0009999999317806213,
        nodata: 4294967295,
        undetect: 0,
        ...change.what,
      },
    },
    datasets: [{ path: '/dataset1/data1/data', data, shape: [12, 11], chunks: [12, 11] }],
  });
}

/** A tar (ustar) of files. */
export function tarOf(files: readonly (readonly [name: string, bytes: Uint8Array, type?: string])[]): Uint8Array {
  const blocks = files.flatMap(([name, bytes, type = '0']) => {
    const header = Buffer.alloc(512);
    header.write(name, 0, 'latin1');
    header.write(`${bytes.length.toString(8).padStart(11, '0')} `, 124);
    header.write('        ', 148);
    header.write(type, 156);
    header.write('ustar\x0000', 257, 'latin1');
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return new Uint8Array(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}
