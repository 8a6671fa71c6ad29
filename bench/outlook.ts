/**
 * Outlooks of a product on series in memory: 8 stations around a place, fitted before the first figure.
 *
 * Seeded. The reference in the same process is JSON.parse and JSON.stringify of one response.
 */

import { writeForecastAnswer } from '../src/http/columnar-json.js';
import { OUTLOOK_VARIABLES } from '../src/model/outlook.js';
import { createOutlookProduct } from '../src/products/outlook/outlook.js';
import { fittedClimatologies } from '../src/query/climatology/station-climatologies.js';
import { fitClimatology } from '../src/science/climatology/fit-climatology.js';
import { HERE, measure, STATION_DEPENDENCIES, STATIONS } from './stations.fixture.js';

const product = createOutlookProduct({ ...STATION_DEPENDENCIES, climatologies: fittedClimatologies() });
const YEAR = { location: HERE, start: '2025-01-25', end: '2026-01-10', variables: OUTLOOK_VARIABLES };

const text = writeForecastAnswer(await product.answer(YEAR)).toString();
const reference = await measure('reference: parse + stringify', () => JSON.stringify(JSON.parse(text)));
const ratio = (cost: number) => console.log(`${''.padEnd(44)} ${(cost / reference).toFixed(2)} × reference`);

ratio(await measure('351 days × 9', () => product.answer(YEAR)));
ratio(await measure('  and its bytes', async () => writeForecastAnswer(await product.answer(YEAR))));
ratio(
  await measure('  with percentiles and records', () =>
    product.answer({ ...YEAR, include: ['percentiles', 'records'] }),
  ),
);
await measure('first request of a place: 8 stations to fit', () =>
  createOutlookProduct({ ...STATION_DEPENDENCIES, climatologies: fittedClimatologies() }).answer(YEAR),
);
await measure('fit of one station, 50 years', () => fitClimatology(STATIONS[0]!));
