import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import type { LeadScores, MethodScores } from '../../ingest/verify/lead-scores.js';
import { nowcastPlot } from './verify-nowcast-plot.js';
import { nowcastTable } from './verify-nowcast-table.js';

const method = (csi: number, brierScore: number): MethodScores => ({
  events: [0.1, 5].map((threshold) => ({
    threshold,
    criticalSuccessIndex: threshold === 5 ? Number.NaN : csi,
    probabilityOfDetection: 0.9,
    falseAlarmRatio: 0.1,
    frequencyBias: 12.5,
  })),
  brierScore,
});

const SCORES: LeadScores[] = [
  [5, 0.9124, 0.8],
  [115, 0.5, 0.25],
].map(([lead, csi, persistence]) => ({
  lead: lead!,
  starts: 12,
  pairs: 1000,
  nowcast: method(csi!, 0.03),
  persistence: method(persistence!, 0.41),
  baseRate: 0.5,
  reliability: 0.001,
  resolution: 0.2,
}));

test('the table has a line for each lead and method, columns under their names, a dash for no score', () => {
  const lines = nowcastTable(SCORES).split('\n');
  expect(lines).toEqual([
    '                           at least 0.1 mm/h         at least 5 mm/h',
    ' min  starts                CSI   POD   FAR    bias   CSI   POD   FAR    bias   Brier',
    '   5      12  nowcast     0.912 0.900 0.100  12.500     – 0.900 0.100  12.500  0.0300',
    '              persistence 0.800 0.900 0.100  12.500     – 0.900 0.100  12.500  0.4100',
    ' 115      12  nowcast     0.500 0.900 0.100  12.500     – 0.900 0.100  12.500  0.0300',
    '              persistence 0.250 0.900 0.100  12.500     – 0.900 0.100  12.500  0.4100',
  ]);
});

test('the plot is well-formed SVG with a panel for each threshold and one for Brier, a legend, and no number that is none', () => {
  const svg = nowcastPlot(SCORES, 'a < b & c');
  const texts: string[] = [];
  const polylines: string[] = [];
  const parser = new SaxesParser();
  parser.on('text', (text) => void (text.trim() && texts.push(text)));
  parser.on(
    'opentag',
    ({ name, attributes }) => void (name === 'polyline' && polylines.push(String(attributes.points))),
  );
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(svg).close();
  expect(texts).toEqual(expect.arrayContaining(['a < b & c', 'nowcast', 'persistence', 'lead, minutes', '115']));
  expect(texts.filter((text) => /perfect/.test(text))).toHaveLength(3);
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  // CSI is drawn from 0 to 1; the largest Brier score here is 0.41.
  expect(texts).toEqual(expect.arrayContaining(['0', '0.2', '1', '0.3', '0.5']));
  // Left edge 52, 292 wide for 115 minutes; 168 high from 38 for 0 to 1.
  expect(polylines[0]).toBe(`${(52 + (292 * 5) / 115).toFixed(1)},${(206 - 168 * 0.9124).toFixed(1)} 344.0,122.0`);
  expect(polylines).toHaveLength(6);
  expect(polylines[2]).toBe('');
});

test('without any lead there is a picture without lines', () => {
  expect(nowcastPlot([], 'nothing')).toMatch(/^<svg/);
});
