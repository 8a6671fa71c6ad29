/**
 * The weather along a hike and along a drive: `POST /v1/route` of a running service.
 *
 *   WEATHERGLASS_KEY=wg_… node examples/route.mjs [http://127.0.0.1:8080]
 *
 * Node 20 or newer, no dependencies.
 */

const [URL_OF_SERVICE = 'http://127.0.0.1:8080'] = process.argv.slice(2);
const KEY = process.env.WEATHERGLASS_KEY;

/** From Garmisch up the valley of the Partnach to the Zugspitze, as points of a GPX track have it: latitude, longitude. */
const HIKE = [
  [47.4826, 11.1179],
  [47.4655, 11.1166],
  [47.4275, 11.0797],
  [47.4087, 11.0423],
  [47.4108, 11.0153],
  [47.4211, 10.9853],
];

const DRIVE = { Berlin: [52.52, 13.405], Dresden: [51.05, 13.738], Prague: [50.088, 14.421], Vienna: [48.208, 16.373] };

const waypoint = ([latitude, longitude]) => ({ latitude, longitude });

/** Answers are JSON, and so are problems: `errors` names every fault by its place in the request. */
async function askRoute(request) {
  const response = await fetch(`${URL_OF_SERVICE}/v1/route`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  const answer = await response.json();
  if (response.ok) return answer;
  const faults = (answer.errors ?? []).map(({ pointer, message }) => `\n  ${pointer} ${message}`);
  throw new Error(`${response.status} ${answer.title}: ${answer.detail}${faults.join('')}`);
}

/** 2026-11-20T14:30:00+01:00: the clock of the place stands in the text, whatever zone this program runs in. */
const clock = (time) => time.slice(11, 16);

function tellWindows({ samples, summary, units }) {
  for (const { type, start_index, end_index, start_time, end_time } of summary.windows) {
    const [from, to] = [start_index, end_index].map((index) => samples[index].distance.toFixed(1));
    say(`  ${type}: ${clock(start_time)} to ${clock(end_time)}, ${units.distance} ${from} to ${to}`);
  }
}

/** What is missing, late or assumed, such as a way that counts as flat because its terrain is not known. */
function tellWarnings({ warnings }) {
  for (const { message } of warnings) say(`  ! ${message}`);
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

async function hike() {
  const answer = await askRoute({
    path: HIKE.map(waypoint),
    departure_time: 'now',
    travel: { mode: 'hiking', speed: 4.5 },
    variables: ['temperature', 'condition', 'wind_gust', 'precipitation_probability'],
  });
  const { route, units, samples } = answer;
  say(`Hike of ${route.distance.toFixed(1)} ${units.distance}, ${Math.round(route.duration_seconds / 60)} minutes`);
  for (const sample of samples) {
    const height = sample.elevation === null ? '' : `, ${sample.elevation} ${units.elevation}`;
    const place = `  ${clock(sample.time)}  ${sample.distance.toFixed(1)} ${units.distance}${height}:`;
    // Some samples may have no weather while the others have; the answer is 200 then too.
    if (sample.status === 'unavailable') say(`${place} no weather (${sample.unavailable_reason})`);
    else say(`${place} ${sample.condition}, ${sample.temperature} ${units.temperature}, gusts ${sample.wind_gust}`);
  }
  tellWindows(answer);
  tellWarnings(answer);
}

async function drive() {
  const answer = await askRoute({
    path: Object.values(DRIVE).map(waypoint),
    departure_time: new Date(Date.now() + 3600_000).toISOString(),
    sample: { interval: '1h' },
    variables: ['temperature', 'condition', 'precipitation_probability'],
  });
  say(`Drive from ${Object.keys(DRIVE).join(' by ')}, ${answer.route.distance.toFixed(1)} ${answer.units.distance}`);
  // The waypoints of the request come back in their order, marked.
  const arrivals = answer.samples.filter((sample) => sample.waypoint);
  for (const [i, name] of Object.keys(DRIVE).entries())
    say(`  ${name} at ${clock(arrivals[i].time)} (${arrivals[i].timezone}): ${arrivals[i].condition}`);
  tellWindows(answer);
  tellWarnings(answer);
}

if (KEY === undefined) {
  process.stderr.write('Put a key into WEATHERGLASS_KEY; the first start of the service prints one.\n');
  process.exitCode = 1;
} else {
  await hike();
  await drive();
}
