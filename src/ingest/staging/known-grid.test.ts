import { expect, test } from 'vitest';
import { hrrrLattice } from '../../../simulator/feeds/hrrr.js';
import { iconGrid } from '../../../simulator/feeds/icon.js';
import { planeOf } from '../../../simulator/lambert-lattice.js';
import { globalGrid } from '../../../simulator/places.js';
import { cropGrid } from '../../grid/crop.js';
import type { DatasetId } from '../../model/dataset.js';
import type { Grid, LambertGrid, RegularGrid } from '../../model/field.js';
import { feedOf, feedsOf } from '../../sources/feeds.js';
import { globe, tangentCone } from '../../sources/upstream-grids.js';
import { gridFault, isCutOut } from './known-grid.js';

const RUN = { strict: true, simulated: false, accepted: null };
const FILE = { ...RUN, strict: false };
const SIMULATED = { ...RUN, simulated: true };

const HRRR = feedOf('model', 'hrrr').grid as LambertGrid;
const GFS = feedOf('model', 'gfs').grid as RegularGrid;
const ICON = feedOf('model', 'icon-eu').grid as RegularGrid;

/** HRRR's figures as its messages state them, with some of them changed. */
function hrrrWith(change: Partial<Parameters<typeof tangentCone>[0]>): Grid {
  const first = [21.138123, 237.280472] as const;
  const facts = { columns: 1799, rows: 1059, first, step: 3000, parallel: 38.5, meridian: 262.5, radius: 6_371_229 };
  return tangentCone({ ...facts, ...change });
}

/** A grid of the simulated upstream, whose projection is worked out apart from that of this code. */
function simulatedHrrr(degrees: number): Grid {
  const lattice = hrrrLattice(degrees);
  const { x: firstX, y: firstY } = planeOf(lattice, lattice.firstLatitude, lattice.firstLongitude);
  const { columns, rows, spacing } = lattice;
  return { ...HRRR, columns, rows, firstX, firstY, xStep: spacing, yStep: spacing };
}

test.each(feedsOf('model').map((feed) => [feed.id, feed] as const))(
  '%s: its own grid is known, and moved a cell it is not',
  (_, feed) => {
    const { grid } = feed;
    expect(gridFault(feed, { ...grid }, RUN)).toBeNull();
    const moved =
      'xStep' in grid
        ? { ...grid, firstX: grid.firstX + grid.xStep }
        : { ...grid, firstLongitude: (grid as RegularGrid).firstLongitude + (grid as RegularGrid).longitudeStep };
    expect(gridFault(feed, moved as Grid, RUN)).toContain('stands on another grid');
  },
);

test.each<[string, DatasetId, Grid]>([
  ['HRRR moved by 3 degrees to the east', 'hrrr', hrrrWith({ first: [21.138123, 240.280472] })],
  ['HRRR moved by 3 degrees to the north', 'hrrr', hrrrWith({ first: [24.138123, 237.280472] })],
  ['HRRR about another meridian', 'hrrr', hrrrWith({ meridian: 265 })],
  ['HRRR on another cone', 'hrrr', hrrrWith({ parallel: 40 })],
  ['HRRR in cells of 2.9 km', 'hrrr', hrrrWith({ step: 2900 })],
  ['HRRR a column short', 'hrrr', hrrrWith({ columns: 1798 })],
  ['HRRR in cells of 12 km', 'hrrr', hrrrWith({ step: 12_000, columns: 449, rows: 264 })],
  ['HRRR from north to south', 'hrrr', { ...HRRR, firstY: HRRR.firstY + 1058 * 3000, yStep: -3000 }],
  ['GFS on 5 degrees', 'gfs', globe(5)],
  ['GFS on half a degree', 'gfs', globe(0.5)],
  ['GFS turned by 3 degrees', 'gfs', globe(0.25, 3)],
  ['GFS as if it were HRRR', 'gfs', HRRR],
  ['ECMWF from Greenwich', 'ecmwf-ifs', globe(0.25)],
  ['a cut-out of GFS', 'gfs', cropGrid(GFS, { first: 100, count: 200 }, { first: 1300, count: 300 })],
])('a run of %s is refused', (_, feed, grid) => {
  expect(gridFault(feedOf('model', feed), grid, RUN)).toMatch(
    /^stands on another grid than that of .* instead of .*--accept-grid$/,
  );
});

test.each<[string, DatasetId, Grid, boolean]>([
  ['a cut-out', 'gfs', cropGrid(GFS, { first: 100, count: 200 }, { first: 400, count: 300 }), true],
  ['a cut-out across the seam', 'gfs', cropGrid(GFS, { first: 100, count: 200 }, { first: 1300, count: 300 }), true],
  ['a cut-out from south to north', 'gfs', { ...GFS, rows: 9, firstLatitude: 40, latitudeStep: 0.25 }, true],
  ['a single row', 'gfs', cropGrid(GFS, { first: 100, count: 1 }, { first: 0, count: 1440 }), true],
  [
    'a cut-out up to the last row and column',
    'hrrr',
    cropGrid(HRRR, { first: 1000, count: 59 }, { first: 1700, count: 99 }),
    true,
  ],
  ['every tenth row and column', 'gfs', globe(2.5), true],
  [
    'a cut-out between the cells',
    'gfs',
    { ...GFS, rows: 9, columns: 9, firstLatitude: 40.1, firstLongitude: 10 },
    false,
  ],
  ['steps of a cell and a half', 'gfs', globe(0.375), false],
  ['cells beyond the edge', 'hrrr', { ...HRRR, columns: 1850 }, false],
  ['moved by 3 degrees', 'hrrr', hrrrWith({ first: [21.138123, 240.280472] }), false],
  [
    'of the finer model of the same upstream',
    'icon-eu',
    {
      ...ICON,
      latitudeStep: 0.02,
      longitudeStep: 0.02,
      firstLatitude: 43.18,
      firstLongitude: 356.06,
      rows: 746,
      columns: 1215,
    },
    false,
  ],
])('a file given by hand, %s of %s: known is %4$s', (_, feed, grid, isKnown) => {
  expect(gridFault(feedOf('model', feed), grid, FILE) === null).toBe(isKnown);
});

test.each<[string, DatasetId, Grid, boolean]>([
  ['wide cells', 'gfs', globalGrid(7.5), true],
  ['cells that are no multiple', 'gfs', globalGrid(0.9), true],
  ['wide cells of a cone', 'hrrr', simulatedHrrr(10), true],
  ['wide cells of a part of the world', 'icon-eu', iconGrid(10), true],
  ['wide cells moved by 3 degrees', 'gfs', { ...globalGrid(7.5), firstLongitude: 3 }, false],
  ['wide cells of a cone, moved', 'hrrr', { ...(simulatedHrrr(10) as LambertGrid), firstX: HRRR.firstX + 3e5 }, false],
  ['finer cells than the real ones', 'hrrr', { ...HRRR, xStep: 1500, yStep: 1500 }, false],
])('the simulated upstream, %s: known for %s is %4$s', (_, feed, grid, isKnown) => {
  expect(gridFault(feedOf('model', feed), grid, SIMULATED) === null).toBe(isKnown);
});

test('an accepted grid is known besides that of the feed, and no third one', () => {
  const use = { ...RUN, accepted: globe(0.125) };
  expect(gridFault(feedOf('model', 'gfs'), globe(0.125), use)).toBeNull();
  expect(gridFault(feedOf('model', 'gfs'), GFS, use)).toBeNull();
  expect(gridFault(feedOf('model', 'gfs'), globe(0.5), use)).not.toBeNull();
  expect(gridFault(feedOf('model', 'gfs'), globe(0.5), { ...RUN, accepted: 'any' })).toBeNull();
});

test('staged slices are cut-outs of a known grid in every row and column', () => {
  const feed = feedOf('model', 'hrrr');
  const cut = cropGrid(HRRR, { first: 300, count: 40 }, { first: 700, count: 50 }) as LambertGrid;
  expect(isCutOut(feed, cut, RUN)).toBe(true);
  expect(isCutOut(feed, { ...cut, firstX: cut.firstX + 1000 }, RUN)).toBe(false);
  expect(isCutOut(feed, { ...cut, xStep: 6000 }, RUN)).toBe(false);
  expect(isCutOut(feed, { ...cut, xStep: 6000 }, { ...RUN, accepted: 'any' })).toBe(true);
});
