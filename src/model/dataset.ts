/**
 * The datasets of forecast cubes, one for each row of the table of feeds: the first part of every key in the store, the
 * name that `weatherglass ingest` takes, and the `source` in warnings.
 *
 * Where an upstream gives runs of two lengths or resolutions, each is a dataset of its own, so that the reader fades
 * from one into the other as between any two sources, and no jump from run to run stands inside a cube.
 */

export const DATASETS = [
  { id: 'gfs', title: 'GFS' },
  { id: 'ecmwf-ifs', title: 'ECMWF IFS' },
  { id: 'hrrr', title: 'HRRR' },
  { id: 'hrrr-extended', title: 'HRRR to 48 hours' },
  { id: 'hrrr-subhourly', title: 'quarter-hourly HRRR' },
  { id: 'nbm', title: 'National Blend of Models' },
  { id: 'icon-eu', title: 'ICON-EU' },
  { id: 'gefs', title: 'GEFS' },
  { id: 'gefs-extended', title: 'GEFS from day 10' },
  { id: 'aqm', title: 'NOAA Air Quality Model' },
  { id: 'gefs-aerosol', title: 'GEFS-Aerosol' },
] as const satisfies readonly { readonly id: string; readonly title: string }[];

export type DatasetId = (typeof DATASETS)[number]['id'];

/** The name for people; the id itself where it is none of ours. */
export function datasetTitle(id: string): string {
  return DATASETS.find((dataset) => dataset.id === id)?.title ?? id;
}
