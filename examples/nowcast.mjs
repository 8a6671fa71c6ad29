/**
 * Does it rain soon? The next two hours at a place, minute by minute: `POST /v1/nowcast` of a running service.
 *
 *   WEATHERGLASS_KEY=wg_… node examples/nowcast.mjs [http://127.0.0.1:8080] [latitude longitude]
 *
 * Node 20 or newer, no dependencies.
 */

const [URL_OF_SERVICE = 'http://127.0.0.1:8080', LATITUDE = '35.22', LONGITUDE = '-97.44'] = process.argv.slice(2);
const KEY = process.env.WEATHERGLASS_KEY;

const WET_RATE = 0.1; // mm/h

/** Answers are JSON, and so are problems: `errors` names every fault by its place in the request. */
async function askNowcast(request) {
  const response = await fetch(`${URL_OF_SERVICE}/v1/nowcast`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  const answer = await response.json();
  if (response.ok) return { answer, retryAfter: response.headers.get('retry-after') };
  const faults = (answer.errors ?? []).map(({ pointer, message }) => `\n  ${pointer} ${message}`);
  throw new Error(`${response.status} ${answer.title}: ${answer.detail}${faults.join('')}`);
}

/** A dry answer has no minutes: it says so by its status. */
function tellRain({ status, minutes, onset_uncertainty_minutes: onset }) {
  if (status === 'pending') say('The radar that watches over this place has no fresh picture; the models say:');
  if (status === 'pending' && minutes.length === 0) return say('Nothing: no model answers here either.');
  const first = minutes.findIndex(({ precipitation_rate: rate }) => rate >= WET_RATE);
  if (first === -1 && status === 'active') return say('Precipitation is possible.');
  if (first === -1) return say('It stays dry for the next two hours.');
  const { time, condition } = minutes[first];
  if (first === 0) say(`It is wet already: ${condition}.`);
  else say(`${condition} from ${time.slice(11, 16)} UTC, in ${first} minutes${onset === null ? '' : ` (±${onset})`}.`);
  for (const minute of minutes.filter((_, i) => i % 10 === 0)) {
    const { precipitation_rate: rate, precipitation_probability: chance, confidence, source } = minute;
    say(`  ${minute.time.slice(11, 16)}  ${rate} mm/h, ${chance}%, confidence ${confidence}%, ${source}`);
  }
}

/** What is missing, late or assumed. */
function tellWarnings({ warnings }) {
  for (const { message } of warnings) say(`  ! ${message}`);
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

async function nowcast() {
  const { answer, retryAfter } = await askNowcast({
    location: { latitude: Number(LATITUDE), longitude: Number(LONGITUDE) },
    variables: ['condition', 'precipitation_rate', 'precipitation_probability', 'confidence', 'source'],
  });
  say(`${answer.start} to ${answer.end}: ${answer.status}`);
  tellRain(answer);
  tellWarnings(answer);
  if (retryAfter !== null) say(`The data is late; ask again in ${retryAfter} seconds.`);
}

if (KEY === undefined) {
  process.stderr.write('Put a key into WEATHERGLASS_KEY; the first start of the service prints one.\n');
  process.exitCode = 1;
} else await nowcast();
