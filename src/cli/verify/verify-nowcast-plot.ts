/**
 * Scores of hindcasts as a picture (SVG 1.1): one panel for CSI at each threshold and one for the Brier score, over the lead;
 * the nowcast a line, persistence dashed.
 */

import type { LeadScores, MethodScores } from '../../ingest/verify/lead-scores.js';

const PANEL = { width: 360, height: 250, left: 52, right: 16, top: 38, bottom: 44 } as const;
const ACROSS = 2;
const TITLE_HEIGHT = 56;
const LINES = [
  { name: 'nowcast', style: 'stroke="#0b62a4" stroke-width="2.5" fill="none"', fill: '#0b62a4' },
  {
    name: 'persistence',
    style: 'stroke="#b4530a" stroke-width="2" stroke-dasharray="6 4" fill="none"',
    fill: '#b4530a',
  },
] as const;

interface Panel {
  readonly title: string;
  /** Values at which there is a line across, from 0. */
  readonly levels: readonly number[];
  readonly value: (scores: MethodScores) => number;
}

/** The text of the file. Leads without a value are left out of their line. */
export function nowcastPlot(scores: readonly LeadScores[], subtitle: string): string {
  const panels = panelsOf(scores);
  const down = Math.ceil(panels.length / ACROSS);
  const [width, height] = [PANEL.width * ACROSS, TITLE_HEIGHT + PANEL.height * down];
  const drawn = panels.map((panel, index) => {
    const [x, y] = [(index % ACROSS) * PANEL.width, TITLE_HEIGHT + Math.floor(index / ACROSS) * PANEL.height];
    return `<g transform="translate(${x} ${y})">${drawPanel(panel, scores)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" \
font-family="sans-serif" font-size="12">
<title>Nowcasts and persistence by lead: ${escaped(subtitle)}</title>
<rect width="${width}" height="${height}" fill="white"/>
<text x="16" y="24" font-size="16" font-weight="bold">Nowcasts and persistence by lead</text>
<text x="16" y="43" fill="#444">${escaped(subtitle)}</text>
${legend(width)}
${drawn.join('\n')}
</svg>
`;
}

function panelsOf(scores: readonly LeadScores[]): Panel[] {
  const thresholds = scores[0]?.nowcast.events.map(({ threshold }) => threshold) ?? [];
  const events = thresholds.map((threshold, index) => ({
    title: `CSI, at least ${threshold} mm/h (1 is perfect)`,
    levels: levelsTo(1),
    value: (method: MethodScores) => method.events[index]!.criticalSuccessIndex,
  }));
  const briers = scores.flatMap(({ nowcast, persistence }) => [nowcast.brierScore, persistence.brierScore]);
  const brier = {
    title: `Brier score, at least ${thresholds[0] ?? 0} mm/h (0 is perfect)`,
    levels: levelsTo(Math.max(0.01, ...briers.filter(Number.isFinite))),
    value: ({ brierScore }: MethodScores) => brierScore,
  };
  return [...events, brier];
}

/** From 0 to a value or just beyond it, in three to six steps of 1, 2 or 5 times a power of ten. */
function levelsTo(value: number): number[] {
  const power = 10 ** (Math.floor(Math.log10(value)) - 1);
  const step = [1, 2, 5, 10, 20].map((digit) => digit * power).find((one) => value / one <= 6)!;
  const steps = Math.ceil(value / step - 1e-9);
  return Array.from({ length: steps + 1 }, (_, k) => k * step);
}

function drawPanel(panel: Panel, scores: readonly LeadScores[]): string {
  const longest = Math.max(...scores.map(({ lead }) => lead));
  const [bottom, right] = [PANEL.height - PANEL.bottom, PANEL.width - PANEL.right];
  const x = (lead: number) => PANEL.left + (lead / longest) * (right - PANEL.left);
  const y = (value: number) => bottom - (value / panel.levels.at(-1)!) * (bottom - PANEL.top);
  const across = panel.levels.map(
    (level) => `<path d="M${PANEL.left} ${y(level).toFixed(1)}H${right}" stroke="#ddd"/>\
<text x="${PANEL.left - 6}" y="${(y(level) + 4).toFixed(1)}" text-anchor="end">${Number(level.toPrecision(3))}</text>`,
  );
  const leads = labelled(
    scores.map(({ lead }) => lead),
    x,
  ).map(
    (lead) => `<path d="M${x(lead).toFixed(1)} ${bottom}v4" stroke="black"/>\
<text x="${x(lead).toFixed(1)}" y="${bottom + 17}" text-anchor="middle">${lead}</text>`,
  );
  const lines = LINES.map(({ name, style, fill }) => {
    const known = scores.filter((score) => Number.isFinite(panel.value(score[name])));
    const points = known.map((score) => `${x(score.lead).toFixed(1)},${y(panel.value(score[name])).toFixed(1)}`);
    const dots = points.map(
      (point) => `<circle cx="${point.split(',')[0]}" cy="${point.split(',')[1]}" r="3" fill="${fill}"/>`,
    );
    return `<polyline points="${points.join(' ')}" ${style}/>${dots.join('')}`;
  });
  return `<text x="${PANEL.left}" y="22" font-weight="bold">${escaped(panel.title)}</text>${across.join('')}
<path d="M${PANEL.left} ${PANEL.top}V${bottom}H${right}" stroke="black" fill="none"/>${leads.join('')}
<text x="${(PANEL.left + right) / 2}" y="${bottom + 34}" text-anchor="middle">lead, minutes</text>
${lines.join('\n')}`;
}

/** Leads whose labels do not touch the one before. */
function labelled(leads: readonly number[], x: (lead: number) => number): number[] {
  const kept: number[] = [];
  for (const lead of leads) if (kept.length === 0 || x(lead) - x(kept.at(-1)!) >= 22) kept.push(lead);
  return kept;
}

function legend(width: number): string {
  return LINES.map(({ name, style }, index) => {
    const x = width - 220 + index * 100;
    return `<path d="M${x} 20h26" ${style}/><text x="${x + 32}" y="24">${name}</text>`;
  }).join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
