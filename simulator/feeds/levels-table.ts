/** Levels as wgrib2 prints them, with their codes (code table 4.5) and values. */

export const SURFACE = { level: 'surface', levelCode: [1, null] } as const;
export const SEA_LEVEL = { level: 'mean sea level', levelCode: [101, null] } as const;
export const TWO_METRES = { level: '2 m above ground', levelCode: [103, 2] } as const;
export const EIGHT_METRES = { level: '8 m above ground', levelCode: [103, 8] } as const;
export const TEN_METRES = { level: '10 m above ground', levelCode: [103, 10] } as const;
export const EIGHTY_METRES = { level: '80 m above ground', levelCode: [103, 80] } as const;
export const ATMOSPHERE = { level: 'entire atmosphere', levelCode: [10, null] } as const;
export const BOUNDARY_LAYER = { level: 'boundary layer cloud layer', levelCode: [211, null] } as const;
export const MB_500 = { level: '500 mb', levelCode: [100, 50_000] } as const;
export const MB_850 = { level: '850 mb', levelCode: [100, 85_000] } as const;
