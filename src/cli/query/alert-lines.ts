/** Answers about alerts for people. */

import type { AlertsAnswer, AnsweredAlert } from '../../model/alert-answer.js';
import { plainLine, plainText } from '../plain-text.js';

const WIDTH = 100;

/** The alerts of an answer in full, then what it warns of. */
export function alertLines({ location, alerts, updated_at, stale, warnings }: AlertsAnswer): string[] {
  const count = alerts.length === 1 ? '1 alert' : `${alerts.length === 0 ? 'no' : alerts.length} alerts`;
  const head = `${location.latitude}, ${location.longitude}: ${count}, as of ${shortInstant(updated_at)}`;
  return [
    `${head}${stale ? ' (late)' : ''}`,
    ...alerts.flatMap((alert) => ['', ...linesOf(alert)]),
    ...(warnings.length === 0 ? [] : ['']),
    ...warnings.flatMap(({ code, message }) => wrapped(`${code}: ${message}`, '', '  ')),
  ];
}

function linesOf(alert: AnsweredAlert): string[] {
  const { severity, event, urgency, certainty, issuer, affected_areas, headline, description, instruction } = alert;
  const areas = affected_areas.map(({ description }) => description).filter((text) => text !== '');
  return [
    `${severity.toUpperCase()}  ${plainLine(event ?? '(no event)')}  ${timesOf(alert)}`,
    ...wrapped(facts([issuer.name, areas.join('; '), `${urgency}, ${certainty}`]), '  ', '  '),
    `  ${plainLine(alert.id)}`,
    ...(alert.geometry === undefined ? [] : [`  ${geometryWords(alert.geometry)}`]),
    ...paragraphs(headline),
    ...paragraphs(description),
    ...paragraphs(instruction),
  ];
}

function facts(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}

/** "from 2026-11-20 18:00 until 2026-11-21 06:00 UTC": when the hazard is, not until when the message holds. */
function timesOf({ onset_at, effective_at, sent_at, ends_at, expires_at }: AnsweredAlert): string {
  const from = shortInstant(onset_at ?? effective_at ?? sent_at).replace(' UTC', '');
  const until = ends_at ?? expires_at;
  return until === null ? `since ${from} UTC` : `${from} to ${shortInstant(until)}`;
}

/** 2026-11-20T14:30:00Z is "2026-11-20 14:30 UTC". */
function shortInstant(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
}

function geometryWords(geometry: AnsweredAlert['geometry']): string {
  if (!geometry) return 'no shape is known';
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
  const corners = rings.reduce((sum, ring) => sum + ring.length, 0);
  const polygons = geometry.type === 'Polygon' ? 1 : geometry.coordinates.length;
  return `${geometry.type} of ${polygons === 1 ? '1 polygon' : `${polygons} polygons`} and ${corners} positions (--json shows them)`;
}

/** Lines that issuers broke for teleprinters are joined; blank lines and lists stay. */
function paragraphs(text: string | null): string[] {
  if (text === null || text.trim() === '') return [];
  const blocks = plainText(text)
    .split(/\n\s*\n|\n(?=\s*[*•-])/)
    .map(plainLine)
    .filter((block) => block !== '');
  return blocks.flatMap((block) => wrapped(block, '  ', '  '));
}

function wrapped(text: string, first: string, others: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of plainLine(text).split(' ')) {
    if (line !== '' && line.length + word.length >= WIDTH - others.length) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines.map((one, i) => `${i === 0 ? first : others}${one}`);
}
