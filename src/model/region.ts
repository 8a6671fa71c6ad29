/**
 * Weather regions: cohorts of verified locations with similar regimes, not polygons on a map.
 *
 * A location belongs to the first rule of science/climatology/region-of.ts that holds for its mean climate (dryness after
 * Peel, Finlayson & McMahon, Hydrol. Earth Syst. Sci. 11 (2007) 1633). Descriptions say that rule in words.
 */

export interface RegionDefinition {
  readonly id: string;
  readonly label: string;
  readonly description: string;
}

/** In the order of the interface. */
export const REGIONS = [
  {
    id: 'mountain',
    label: 'Mountain',
    description:
      'Stations at 1,500 m or higher, or at 600 m or higher where the land within 25 km differs by 900 m and the climate ' +
      'is not dry.',
  },
  {
    id: 'arid_interior',
    label: 'Arid interior',
    description:
      'Dry climates: less precipitation than 1.2 times the dryness threshold of their temperature and season, and a warmest ' +
      'month of 20 degC or more. Coasts with dry summers do not belong here.',
  },
  {
    id: 'pacific_coast',
    label: 'Pacific coast',
    description:
      'West-coast marine and mediterranean climates within 200 km of the sea: coldest month above -3 degC, and a dry ' +
      'summer or a warmest month below 22 degC. Places outside the Americas with the same regime belong here too.',
  },
  {
    id: 'northern_continental',
    label: 'Northern continental',
    description:
      'Cold winters: a coldest month at or below -7 degC, or at or below -3 degC outside the central plains.',
  },
  {
    id: 'central_plains',
    label: 'Central plains',
    description: 'At least 400 km from the sea, moderately dry, with a warmest month of 22 degC or more.',
  },
  {
    id: 'humid_east',
    label: 'Humid east',
    description: 'Temperate and humid places that no other region takes.',
  },
  {
    id: 'gulf_coast',
    label: 'Gulf coast',
    description: 'Within 300 km of the sea, a coldest month of 8 degC or more and at least 1,000 mm a year.',
  },
  {
    id: 'tropical',
    label: 'Tropical',
    description: 'A coldest month of 18 degC or more.',
  },
  {
    id: 'arctic',
    label: 'Arctic',
    description: 'A warmest month below 10 degC, or a latitude of 66.5 degrees or more.',
  },
] as const satisfies readonly RegionDefinition[];

export type RegionId = (typeof REGIONS)[number]['id'];
