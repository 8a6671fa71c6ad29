/**
 * Amount, chance and condition of rain at the forty largest cities, in every section of the forecast and beside the nowcast:
 * none contradicts another (docs/methods/probability.md, "Agreement").
 */

import { setTimeout as wait } from 'node:timers/promises';

/** Degrees; the largest urban agglomerations of the UN's World Urbanization Prospects 2018. */
const CITIES = {
  Tokyo: [35.69, 139.75],
  Delhi: [28.67, 77.22],
  Shanghai: [31.22, 121.46],
  'São Paulo': [-23.55, -46.64],
  'Mexico City': [19.43, -99.13],
  Cairo: [30.06, 31.25],
  Mumbai: [19.07, 72.88],
  Beijing: [39.9, 116.4],
  Dhaka: [23.72, 90.41],
  Osaka: [34.69, 135.5],
  'New York': [40.71, -74.01],
  Karachi: [24.86, 67.01],
  'Buenos Aires': [-34.61, -58.38],
  Chongqing: [29.56, 106.55],
  Istanbul: [41.01, 28.95],
  Kolkata: [22.57, 88.36],
  Manila: [14.6, 120.98],
  Lagos: [6.45, 3.4],
  'Rio de Janeiro': [-22.91, -43.18],
  Tianjin: [39.14, 117.18],
  Kinshasa: [-4.33, 15.31],
  Guangzhou: [23.12, 113.25],
  'Los Angeles': [34.05, -118.24],
  Moscow: [55.75, 37.62],
  Shenzhen: [22.55, 114.07],
  Lahore: [31.55, 74.34],
  Bengaluru: [12.97, 77.59],
  Paris: [48.85, 2.35],
  Bogotá: [4.61, -74.08],
  Jakarta: [-6.21, 106.85],
  Chennai: [13.09, 80.28],
  Lima: [-12.04, -77.03],
  Bangkok: [13.75, 100.5],
  Seoul: [37.57, 126.98],
  Nagoya: [35.18, 136.91],
  Hyderabad: [17.38, 78.46],
  London: [51.51, -0.13],
  Tehran: [35.69, 51.42],
  Chicago: [41.88, -87.63],
  Chengdu: [30.67, 104.07],
};
const VARIABLES = ['precipitation', 'precipitation_probability', 'condition'];
const WET = ['drizzle', 'rain', 'heavy-rain', 'sleet', 'snow', 'heavy-snow', 'freezing-rain'];
const STORMS = ['thunderstorm', 'hail'];
const ENSEMBLE_SECONDS = 600;

/** @throws Error  that lists every contradiction */
export async function checkRain({ url, key }) {
  const post = async (path, body) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
    return response.json();
  };
  await untilEnsemble(post);
  const found = { records: 0, wet: 0, faults: [] };
  for (const [city, [latitude, longitude]] of Object.entries(CITIES)) {
    const location = { latitude, longitude };
    const forecast = await post('/v1/forecast', {
      location,
      current: { variables: VARIABLES },
      quarter_hourly: { hours: 48, variables: VARIABLES },
      hourly: { hours: 384, past_hours: 48, variables: VARIABLES },
      daily: { days: 16, variables: VARIABLES },
    });
    const nowcast = await post('/v1/nowcast', { location, variables: VARIABLES });
    checkRecords(city, forecast, found);
    checkDays(city, forecast.daily, found);
    checkNowcast(city, forecast, nowcast, found);
  }
  console.log(`rain: ${found.records} records at ${Object.keys(CITIES).length} cities, ${found.wet} of them wet`);
  if (found.wet < 100) throw new Error(`only ${found.wet} records are wet, too few to say anything`);
  if (found.faults.length > 0)
    throw new Error(`${found.faults.length} contradictions:\n${found.faults.slice(0, 50).join('\n')}`);
}

/** The members of the ensemble come minutes after the products are ready. */
async function untilEnsemble(post) {
  const end = Date.now() + ENSEMBLE_SECONDS * 1000;
  const request = { location: { latitude: 48.85, longitude: 2.35 }, hourly: { hours: 360, variables: VARIABLES } };
  for (;;) {
    const { warnings } = await post('/v1/forecast', request);
    if (!warnings.some(({ code }) => code === 'uncalibrated_probability')) return;
    if (Date.now() > end) throw new Error(`no ensemble answers after ${ENSEMBLE_SECONDS} s`);
    await wait(2000);
  }
}

/** Records with `at`, `amount`, `chance`, `code`; `current` is a single one. */
function recordsOf(section) {
  const records = Array.isArray(section) ? section : [section];
  return records.map((record) => ({
    at: record.time ?? record.date,
    amount: record.precipitation,
    chance: record.precipitation_probability,
    code: record.condition,
  }));
}

function checkRecords(city, forecast, found) {
  for (const [name, perHour] of [
    ['current', 4],
    ['quarter_hourly', 4],
    ['hourly', 1],
  ])
    for (const { at, amount, chance, code } of recordsOf(forecast[name])) {
      if (amount === null) continue;
      const isWet = WET.includes(code) || STORMS.includes(code);
      found.records += 1;
      if (isWet) found.wet += 1;
      // Printed amounts: 0.13 mm for a quarter of 0.125, 0.02 for one of 0.025.
      const isMuch = amount >= (perHour === 1 ? 0.5 : 0.13);
      const isFaulty =
        (isMuch && (!isWet || chance < 30)) ||
        (WET.includes(code) && (amount < (perHour === 1 ? 0.1 : 0.02) || chance < 30)) ||
        (perHour === 1 && chance >= 70 && amount < 0.1);
      if (isFaulty) found.faults.push(`${city}, ${name} ${at}: ${amount} mm at ${chance}%, ${code}`);
    }
}

function checkDays(city, daily, found) {
  for (const { at, amount, chance, code } of recordsOf(daily)) {
    if (amount === null) continue;
    const isWet = WET.includes(code) || STORMS.includes(code);
    const isFaulty =
      (amount >= 2.5 && (!isWet || chance < 30)) ||
      (WET.includes(code) && chance < 30) ||
      (chance >= 70 && amount < 0.5);
    if (isFaulty) found.faults.push(`${city}, day ${at}: ${amount} mm at ${chance}%, ${code}`);
  }
}

/** A quarter hour of the forecast is wet where minutes of the nowcast in it are, and has their amount. */
function checkNowcast(city, { quarter_hourly: quarters }, nowcast, found) {
  if (nowcast.status !== 'active' || nowcast.radar_pending) return;
  const minutes = recordsOf(nowcast.minutes);
  const radar = minutes.filter((minute) => minute.amount !== null);
  for (const { at, amount } of recordsOf(quarters)) {
    const start = Date.parse(at);
    const inside = radar.filter((minute) => Date.parse(minute.at) >= start && Date.parse(minute.at) < start + 900_000);
    if (inside.length < 15) continue;
    const sum = inside.reduce((total, minute) => total + minute.amount, 0);
    if (Math.abs(sum - amount) > 0.015) found.faults.push(`${city}, quarter ${at}: ${amount} mm, nowcast ${sum} mm`);
  }
}
