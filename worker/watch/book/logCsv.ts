import { isoMillis } from '#shared/time/isoTime.ts';
import type { GoneLines, LogEntry, LogLine } from './logLine.ts';

const HEADER = 'line,time,kind,from,to,strike,strike_time,distance_km,bearing_deg,complete_to,remark,hash';

/**
 * The lines as RFC 4180 CSV: times in UTC, one row each. If the first of them follows what is `gone`, a row says so, with
 * number, time and hash of the last line that went.
 */
export function logCsv(lines: readonly LogLine[], gone: GoneLines | null = null): string {
  const isCut = gone !== null && lines[0]?.line === gone.lines + 1;
  const cut = isCut ? [[gone.lines, isoMillis(gone.untilMs), ...goneCells(gone), gone.hash]] : [];
  const rows = lines.map(({ line, atMs, entry, hash }) => [line, isoMillis(atMs), ...cells(entry), hash]);
  return `${[HEADER, ...[...cut, ...rows].map((row) => row.map(cell).join(','))].join('\r\n')}\r\n`;
}

function goneCells({ lines }: GoneLines): string[] {
  const remark = lines === 1 ? '1 line is kept no more' : `${lines} lines are kept no more`;
  return ['gone', '', '', '', '', '', '', '', remark];
}

function cells(entry: LogEntry): (string | number)[] {
  if (entry.type === 'note') {
    const said = entry.text === '' ? entry.name : `${entry.name}: ${entry.text}`;
    return [entry.kind ?? 'note', '', '', '', '', '', '', '', said];
  }
  if (entry.type === 'recipient') {
    return ['recipient', '', '', '', '', '', '', '', recipientRemark(entry)];
  }
  if (entry.type === 'edited') return [entry.by, '', '', '', '', '', '', '', `revision ${entry.revision}`];
  const { kind, from, to, strike, watermarkMs, correction, late, found } = entry.change;
  const remarks = Object.entries({ correction, late, found }).flatMap(([name, is]) => (is ? [name] : []));
  const of = strike ? [strike.ordinal, isoMillis(strike.atMs), strike.km, strike.bearing] : ['', '', '', ''];
  return [kind, from, to, ...of, watermarkMs === null ? '' : isoMillis(watermarkMs), remarks.join(' ')];
}

function recipientRemark({
  name,
  event,
  untilMs,
  untilClear,
  afterMin,
}: Extract<LogEntry, { type: 'recipient' }>): string {
  if (event === 'escalated') return `nobody confirmed within ${afterMin} min; told ${name}`.trim();
  if (event === 'early') return 'early notice sent';
  const until = untilMs === undefined ? '' : ` until ${isoMillis(untilMs)}${untilClear ? ' or the all-clear' : ''}`;
  return `${name} ${event}${until}`.trim();
}

/** A spreadsheet must not take what somebody wrote for a formula. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
