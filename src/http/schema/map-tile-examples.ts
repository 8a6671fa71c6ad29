/** Examples of map tiles in the OpenAPI document. A contract test holds each against its schema. */

const LEGEND = [
  { from: 5, to: 10, color: '#00ECEC', opacity: 1, label: '5 to 10 dBZ' },
  { from: 75, to: null, color: '#FFFFFF', opacity: 1, label: '75 dBZ and more' },
];

const BOUNDS = [-180, -85.0511, 180, 85.0511];

const ERROR = {
  errors: { detail: 'z must be at most 12, the deepest zoom of radar; got "13"', reason: 'coordinate_out_of_range' },
};

export const MAP_TILE_EXAMPLES = {
  error: ERROR,
  errors: {
    400: ERROR,
    404: {
      errors: {
        detail: 'no map layer "rain"; GET /v1/map-tiles lists those that there are',
        reason: 'unknown_layer',
      },
    },
    429: {
      errors: {
        detail: 'more requests than the plan allows; the next one is allowed in 12 s',
        reason: 'rate_limited',
      },
    },
    502: {
      errors: {
        detail: 'map layer radar is unavailable: no frame of radar has come in yet',
        reason: 'no frame of radar has come in yet',
      },
    },
  },
  list: {
    layers: [
      {
        id: 'radar',
        title: 'Radar',
        description: 'Rain and snow as radar and satellites see it, reflectivity.',
        state: 'ready',
        reason: null,
        minzoom: 0,
        maxzoom: 12,
        tile_size: 256,
        bounds: BOUNDS,
        cadence_seconds: 120,
        parameters: ['time'],
        unit: 'dBZ',
        legend: LEGEND,
        attribution: 'NOAA/NWS MRMS (public domain)',
        frames: [
          { time: '2026-11-20T10:34:00Z', is_default: false },
          { time: '2026-11-20T10:36:00Z', is_default: true },
        ],
        tiles: 'https://weather.example/v1/map-tiles/radar/{z}/{x}/{y}',
        tilejson: 'https://weather.example/v1/map-tiles/radar.json',
      },
    ],
    warnings: [],
  },
  tileJson: {
    tilejson: '3.0.0',
    name: 'Radar',
    description: 'Rain and snow as radar and satellites see it, reflectivity.',
    attribution: 'NOAA/NWS MRMS (public domain)',
    scheme: 'xyz',
    tiles: ['https://weather.example/v1/map-tiles/radar/{z}/{x}/{y}'],
    minzoom: 0,
    maxzoom: 12,
    bounds: BOUNDS,
    legend: LEGEND,
    unit: 'dBZ',
    time: '2026-11-20T10:36:00Z',
  },
};
