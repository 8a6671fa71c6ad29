import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharedData, testWithSharedData } from '../../../test/shared-data.js';
import { isTagged, MalformedError } from '../../base/errors.js';
import { type GpxFile, MOST_GPX_BYTES, MOST_GPX_POINTS, readGpx } from './gpx.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string): GpxFile => readGpx(bytesOf(text));
const track = (points: string) => `<gpx version="1.1"><trk><trkseg>${points}</trkseg></trk></gpx>`;

function faultOf(bytes: Uint8Array): MalformedError {
  try {
    readGpx(bytes);
  } catch (error) {
    if (isTagged(error, 'malformed')) return error;
    throw error;
  }
  throw new RangeError('the file was read');
}

test('tracks, routes and waypoints come with their names, places, heights and times', () => {
  const file = read(`<?xml version="1.0"?>
    <gpx version="1.1" creator="by hand" xmlns="http://www.topografix.com/GPX/1/1">
      <metadata><name>not the name of a track</name><time>2020-01-01T00:00:00Z</time></metadata>
      <wpt lat="47.1" lon="-12.5"><ele>2100</ele><name>Hut</name></wpt>
      <rte><name>Up</name><rtept lat="1" lon="2"><name>A</name></rtept><rtept lat="+1.5" lon="2e0"/></rte>
      <trk><name><![CDATA[Round & round]]></name>
        <trkseg><trkpt lon="13.5" lat="45"><ele> 10.5 </ele><time>2010-08-05T14:23:59Z</time></trkpt></trkseg>
        <trkseg><trkpt lat="45.1" lon="13.6"></trkpt></trkseg></trk>
    </gpx>`);
  const nothing = { elevation: null, time: null, name: null };
  expect(file).toEqual({
    waypoints: [{ latitude: 47.1, longitude: -12.5, elevation: 2100, time: null, name: 'Hut' }],
    routes: [
      {
        name: 'Up',
        points: [
          { ...nothing, latitude: 1, longitude: 2, name: 'A' },
          { ...nothing, latitude: 1.5, longitude: 2 },
        ],
      },
    ],
    tracks: [
      {
        name: 'Round & round',
        points: [
          { latitude: 45, longitude: 13.5, elevation: 10.5, time: Date.UTC(2010, 7, 5, 14, 23, 59) / 1000, name: null },
          { ...nothing, latitude: 45.1, longitude: 13.6 },
        ],
      },
    ],
  });
});

test('what is not GPX is passed over with all that is in it, also where it has the same names', () => {
  const { tracks } = read(`<gpx:gpx xmlns:gpx="http://www.topografix.com/GPX/1/0" xmlns:x="urn:x">
    <gpx:trk><x:name>theirs</x:name><gpx:trkseg><gpx:trkpt lat="1" lon="2">
      <speed>3</speed><x:ele>5</x:ele><gpx:extensions><gpx:trkpt lat="999" lon="none"/></gpx:extensions>
      <gpx:time xmlns:gpx="urn:other">2010-01-01T00:00:00Z</gpx:time>
    </gpx:trkpt></gpx:trkseg></gpx:trk></gpx:gpx>`);
  expect(tracks).toEqual([
    { name: null, points: [{ latitude: 1, longitude: 2, elevation: null, time: null, name: null }] },
  ]);
});

test.each([
  ['', null],
  ['NaN', null],
  ['12,5', null],
  ['0x10', null],
  ['1e999', null],
  ['-32768', null],
  ['-430', -430],
  ['1.2E+3', 1200],
])('a height "%s" is %s', (text, height) => {
  expect(read(track(`<trkpt lat="1" lon="2"><ele>${text}</ele></trkpt>`)).tracks[0]!.points[0]!.elevation).toBe(height);
});

test.each([
  ['2010-08-05T14:23:59Z', '2010-08-05T14:23:59.000Z'],
  ['2010-08-05T14:23:59.25Z', '2010-08-05T14:23:59.250Z'],
  ['2010-08-05T14:23:59', '2010-08-05T14:23:59.000Z'],
  [' 2012-02-29T23:30:00-05:30 ', '2012-03-01T05:00:00.000Z'],
  ['2010-02-30T00:00:00Z', null],
  ['2010-13-01T00:00:00Z', null],
  ['2010-01-01T24:00:00Z', null],
  ['2010-01-01T00:00:60Z', null],
  ['2010-01-01T00:00:00+24:00', null],
  ['2010-01-01', null],
  ['05-AUG-10 16:58:37', null],
  ['', null],
])('a time "%s" is %s', (text, instant) => {
  const { time } = read(track(`<trkpt lat="1" lon="2"><time>${text}</time></trkpt>`)).tracks[0]!.points[0]!;
  expect(time === null ? null : new Date(time * 1000).toISOString()).toBe(instant);
});

test.each([
  ['lat="91" lon="2"', /^malformed GPX, line 2: lat must be a number from -90 to 90; got "91"$/],
  ['lat="1" lon="-180.5"', /line 2: lon must be a number from -180 to 180; got "-180.5"/],
  ['lat="45,77" lon="2"', /line 2: lat .*"45,77"/],
  ['lat="" lon="2"', /line 2: lat .*""/],
  ['lon="2"', /line 2: lat .*"nothing"/],
  ['lat="1" lat="1" lon="2"', /line 2: duplicate attribute: lat/],
])('a point with %s is refused with its line', (attributes, message) => {
  expect(faultOf(bytesOf(track(`\n<trkpt ${attributes}/>`))).message).toMatch(message);
});

test.each([
  ['<kml/>', /root element must be gpx; got "kml"/],
  ['', /document must contain a root element/],
  ['<gpx><trk>', /unclosed tag: trk/],
  ['<gpx>&nbsp;</gpx>', /undefined entity/],
  ['<!DOCTYPE gpx [<!ENTITY a "b">]><gpx>&a;</gpx>', /a document type is not accepted/],
  ['<gpx/><gpx/>', /only one root/],
  [`<gpx>${'<a>'.repeat(1e5)}`, /nest at most 64 deep/],
  ['<?xml version="1.0" encoding="EBCDIC"?><gpx/>', /encoding must be .*EBCDIC/],
])('a file like %.40s is refused', (text, message) => {
  expect(faultOf(bytesOf(text)).message).toMatch(message);
});

test('a file that is too large, or has too many points, is refused before memory is taken for it', () => {
  expect(faultOf(new Uint8Array(MOST_GPX_BYTES + 1)).message).toContain('at most 100000000 bytes');
  const points = '<wpt lat="1" lon="2"/>'.repeat(MOST_GPX_POINTS + 1);
  expect(faultOf(bytesOf(`<gpx>${points}</gpx>`)).message).toContain('at most 500000 points');
});

const GRÜN = '<gpx><trk><name>Grün</name></trk></gpx>';
const utf16 = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le'));
const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

test.each([
  ['UTF-8', bytesOf(GRÜN)],
  ['UTF-8 with a byte order mark', bytesOf(`\uFEFF<?xml version="1.0" encoding="utf-8"?>${GRÜN}`)],
  ['UTF-16, little end first', utf16(`\uFEFF${GRÜN}`)],
  ['UTF-16, big end first', Uint8Array.from(Buffer.from(utf16(`\uFEFF${GRÜN}`)).swap16())],
  ['UTF-16 without a mark', utf16(GRÜN)],
  ['ISO-8859-1', latin1(`<?xml version="1.0" encoding="ISO-8859-1"?>\r\n${GRÜN}`)],
  ['windows-1252', latin1(`<?xml version='1.0' encoding='Windows-1252' ?>${GRÜN}`)],
])('text in %s is read', (_, bytes) => {
  expect(readGpx(bytes).tracks[0]!.name).toBe('Grün');
});

test('bytes that are not in the encoding they claim are refused, and a character across two pieces is not', () => {
  expect(faultOf(latin1(GRÜN)).message).toContain(
    'the text must be utf-8, or say what it is; got "other bytes at 0 to',
  );
  const declared = latin1(`<?xml version="1.0" encoding="UTF-8"?>${GRÜN}`);
  expect(faultOf(declared).message).toContain('the text must be utf-8, as it says');
  expect(faultOf(utf16(`\uFEFF${GRÜN}`).subarray(0, -1)).message).toContain('utf-16le');
  const padded = `<gpx>${' '.repeat(65536 - '<gpx><trk><name>Gr'.length - 1)}<trk><name>Grün</name></trk></gpx>`;
  expect(bytesOf(padded)[65536 - 1]).toBe(0xc3);
  expect(read(padded).tracks[0]!.name).toBe('Grün');
});

test('names are one line without control characters, and not longer than needed', () => {
  const name = (text: string) => read(`<gpx><trk><name>${text}</name></trk></gpx>`).tracks[0]!.name;
  expect(name(' Alp \n\t Tour\u0085\u202e ')).toBe('Alp Tour');
  expect(name('x'.repeat(1e6))).toHaveLength(200);
  expect(name('  ')).toBeNull();
});

test('what an error quotes of a file cannot command a terminal', () => {
  const { message } = faultOf(bytesOf(track('<trkpt lat="1&#x9b;2J&#xa;x" lon="2"/>')));
  expect(message).toMatch(/lat must be a number from -90 to 90; got "1 2J x"$/);
});

const pieces = ['<gpx>', '<trk>', '<trkseg>', '<trkpt lat="1" lon="2">', '<ele>', '5', '</ele>', '</trkpt>', '</gpx>'];
const more = [
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '&lt;',
  '&#x0;',
  '<?xml version="1.0"?>',
  '\r',
  '"',
  '<',
  '\uFEFF',
  'é',
];

test('whatever the bytes are, they end in a file or in the tagged error', () => {
  const texts = fc
    .array(fc.constantFrom(...pieces, ...more), { maxLength: 40 })
    .map((parts) => bytesOf(parts.join('')));
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), texts), (bytes) => {
      try {
        readGpx(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedError);
      }
    }),
    { numRuns: 2000 },
  );
});

test('a whole file with some of its bytes changed ends in a file or in the tagged error', () => {
  const whole = bytesOf(
    track('<trkpt lat="1" lon="2"><ele>5</ele><time>2010-01-01T00:00:00Z</time></trkpt>'.repeat(3)),
  );
  const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(changes, (list) => {
      const bytes = whole.slice();
      for (const [at, value] of list) bytes[at] = value;
      try {
        readGpx(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedError);
      }
    }),
    { numRuns: 1000 },
  );
});

/** Counted with grep in the files. */
testWithSharedData('real files are read: tracks, routes, waypoints, with and without heights and times', () => {
  const counts = (name: string) => {
    const { tracks, routes, waypoints } = readGpx(readFileSync(sharedData('elevation', 'gpx', name)));
    const points = [...tracks, ...routes].flatMap((line) => line.points);
    return {
      tracks: tracks.map(({ points }) => points.length),
      routes: routes.map(({ points }) => points.length),
      waypoints: waypoints.length,
      heights: points.filter(({ elevation }) => elevation !== null).length,
      times: points.filter(({ time }) => time !== null).length,
    };
  };
  expect(counts('route.gpx')).toEqual({ tracks: [], routes: [55], waypoints: 0, heights: 0, times: 0 });
  const cerknica = { tracks: [0, 173, 52, 2, 44, 2, 2, 21], routes: [], waypoints: 7 };
  expect(counts('cerknicko-jezero.gpx')).toEqual({ ...cerknica, heights: 296, times: 296 });
  expect(counts('cerknicko-jezero-without-elevations.gpx')).toEqual({ ...cerknica, heights: 0, times: 295 });
  expect(counts('cerknicko-without-times.gpx')).toEqual({ ...cerknica, heights: 296, times: 5 });
  const single = { routes: [], waypoints: 0 };
  expect(counts('track-with-extremes.gpx')).toEqual({ ...single, tracks: [25], heights: 25, times: 0 });
  expect(counts('track_with_speed.gpx')).toEqual({ ...single, tracks: [3], heights: 3, times: 3 });
});
