import { csvRow } from '#shared/csv.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import type { NoteKind } from '#shared/watch/AreaBody.ts';
import type { AreaChange } from '#shared/watch/AreaState.ts';

/** A line of an area's log: a change of the machine, an edit, a person's note, or news of a recipient. */
export type LogEntry =
  | { readonly type: 'change'; readonly revision: number; readonly change: AreaChange }
  | {
      readonly type: 'edited';
      readonly atMs: number;
      readonly revision: number;
      readonly by: 'created' | 'edited' | 'reset';
    }
  | {
      readonly type: 'note';
      readonly atMs: number;
      readonly name: string;
      readonly text: string;
      readonly kind?: NoteKind;
    }
  | {
      /**
       * `untilMs` is the end of a mute, which an all-clear ends earlier if `untilClear`. `afterMin`: it was told
       * because nobody confirmed within so many minutes. `waitsFor`: what must come before it is told of anything, Start
       * in the chat or the hook's answer to a challenge; `heard` once it came. `fire`: of which some were told, or told that it
       * is likely lightning no more.
       */
      readonly type: 'recipient';
      readonly atMs: number;
      readonly name: string;
      readonly event: RecipientEvent;
      readonly untilMs?: number;
      readonly untilClear?: true;
      readonly afterMin?: number;
      readonly waitsFor?: 'start' | 'challenge';
      readonly fire?: LoggedFire;
    };

type RecipientEvent =
  | 'added'
  | 'heard'
  | 'removed'
  | 'muted'
  | 'unmuted'
  | 'dead'
  | 'drill'
  | 'early'
  | 'fire'
  | 'fireCorrected'
  | 'escalated';

interface LoggedFire {
  readonly id: string;
  readonly km: number;
  readonly bearing: number;
  readonly chance: number;
}

export interface AreaLine {
  readonly line: number;
  readonly atMs: number;
  readonly entry: LogEntry;
}

/** Lines of a log that were deleted. Line numbers begin at 1, so the last one's number is their count. */
export interface GoneLines {
  readonly lines: number;
  readonly untilMs: number;
}

const HEADER = 'line,time,kind,from,to,strike,strike_time,distance_km,bearing_deg,complete_to,remark';

/** RFC 4180 CSV, times in UTC. If earlier lines were deleted, a row has the last one's number and time. */
export function logCsv(lines: readonly AreaLine[], gone: GoneLines | null = null): string {
  const isCut = gone !== null && lines[0]?.line === gone.lines + 1;
  const cut = isCut ? [[gone.lines, isoMillis(gone.untilMs), ...goneCells(gone)]] : [];
  const rows = lines.map(({ line, atMs, entry }) => [line, isoMillis(atMs), ...cells(entry)]);
  return `${[HEADER, ...[...cut, ...rows].map(csvRow)].join('\r\n')}\r\n`;
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
    const { km = '', bearing = '' } = entry.fire ?? {};
    return ['recipient', '', '', '', '', km, bearing, '', recipientRemark(entry)];
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
  waitsFor,
  fire,
}: Extract<LogEntry, { type: 'recipient' }>): string {
  if (event === 'escalated') return `nobody confirmed within ${afterMin} min; told ${name}`.trim();
  if (event === 'early') return 'early notice sent';
  if (fire) {
    const what = event === 'fire' ? 'likely lightning' : 'corrected: likely lightning no more';
    return `fire ${fire.id} told, ${what}, chance ${fire.chance}`;
  }
  if (waitsFor) return `${name} added, waiting for ${waitsFor === 'start' ? 'Start' : 'the hook to answer'}`.trim();
  const until = untilMs === undefined ? '' : ` until ${isoMillis(untilMs)}${untilClear ? ' or the all-clear' : ''}`;
  return `${name} ${event}${until}`.trim();
}
