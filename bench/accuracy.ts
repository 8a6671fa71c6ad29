/**
 * Accuracy of a product on a record in memory: 308 stations with every lead of every interval over 400 dates.
 *
 * Seeded. The first request of a record reads rows and the later ones find them in memory; reading here is copying from
 * memory, and the published record adds its decoding. The reference in the same process is JSON.parse and JSON.stringify
 * of one response.
 */

import { fixedClock } from '../src/base/clock.js';
import type { AccuracyAnswer } from '../src/model/accuracy-answer.js';
import { DAY } from '../src/model/time.js';
import { VERIFICATION_STATIONS, type VerificationStation } from '../src/model/verification-stations.js';
import { createAccuracyProduct } from '../src/products/accuracy/accuracy.js';
import type { AccuracyRequest } from '../src/products/accuracy/request.js';
import { greatCircleDistance } from '../src/science/great-circle.js';
import { madeSums } from './accuracy-record.fixture.js';
import { measure } from './stations.fixture.js';

const LAST = 20_700;
const DATES = 400;

/** Near Maastricht, which has more stations around it than any other place: 2 within 40 km, 12 within 160 km. */
const HERE = { latitude: 50.9, longitude: 5.8 };
const near = ({ latitude, longitude }: { latitude: number; longitude: number }, km: number) =>
  greatCircleDistance(HERE.latitude, HERE.longitude, latitude, longitude) <= km * 1000;

function productOf(stations: readonly VerificationStation[]) {
  const record = madeSums(
    stations.map(({ id }) => id),
    LAST,
    DATES,
  );
  const clock = fixedClock((LAST + 1) * DAY + 3600);
  return () => createAccuracyProduct({ accuracy: async () => record, clock, verified: stations });
}
const all = productOf(VERIFICATION_STATIONS);
/** Stations so far away that the largest radius is needed. */
const distant = productOf(VERIFICATION_STATIONS.filter((station) => !near(station, 80)));

const EVERYTHING: AccuracyRequest = {
  scope: { type: 'network' },
  days: 365,
  daily: { variables: ['temperature_max', 'temperature_min', 'precipitation', 'precipitation_probability'] },
  hourly: { variables: ['temperature', 'precipitation', 'precipitation_probability'] },
  minutely: { variables: ['precipitation', 'precipitation_probability'] },
  compare_to: ['persistence'],
};
const LOCAL: AccuracyRequest = { ...EVERYTHING, scope: { type: 'local', location: HERE } };
const bytesOf = (answer: AccuracyAnswer) => Buffer.from(JSON.stringify(answer));

const text = JSON.stringify(await all().answer(EVERYTHING));
const reference = await measure('reference: parse + stringify', () => JSON.stringify(JSON.parse(text)));
const ratio = (cost: number) => console.log(`${''.padEnd(44)} ${(cost / reference).toFixed(2)} × reference`);

for (const [name, create, request] of [
  ['network', all, EVERYTHING],
  ['local', all, LOCAL],
  ['local, far stations', distant, LOCAL],
] as const) {
  const product = create();
  const { coverage } = await product.answer(request);
  console.log(`\n${coverage.basis}`);
  ratio(await measure(`${name}, 365 days, all, persistence`, () => product.answer(request)));
  ratio(await measure('  and its bytes', async () => bytesOf(await product.answer(request))));
  ratio(await measure('  30 days', () => product.answer({ ...request, days: 30 })));
  ratio(await measure('  with stations', () => product.answer({ ...request, include: ['stations'] })));
  ratio(await measure('  with confidence', () => product.answer({ ...request, include: ['confidence'] })));
  ratio(await measure('  with reliability', () => product.answer({ ...request, include: ['reliability'] })));
  await measure('  first request of a record, 365 days', () => create().answer(request));
  await measure('  first request of a record, 30 days', () => create().answer({ ...request, days: 30 }));
}
