import { csvRow } from '#shared/csv.ts';
import { isoMillis } from '#shared/time.ts';
import type { AreaChange } from '#shared/watch/Area.ts';
import type { NoteKind } from '#shared/watch/bodies.ts';

/** A line of an area's log: a change of its state, an edit, a person's note, or an event of a recipient. */
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
       * `untilMs` is the end of a mute, which an all-clear ends earlier if `untilClear`. `afterMin`: notified because
       * nobody confirmed within this many minutes. `waitsFor`: what must arrive before the first notification, Start in
       * the chat or the hook's response to a challenge; `heard` once it arrived. `fire`: the fire that was notified, or
       * corrected as no longer likely lightning.
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
interface PrunedLines {
  readonly lines: number;
  readonly untilMs: number;
}

const HEADER = 'line,time,kind,from,to,strike,strike_time,distance_km,bearing_deg,complete_to,remark';

/** RFC 4180 CSV, times in UTC. If earlier lines were deleted, the first row has the last one's number and time. */
export function logCsv(lines: readonly AreaLine[], pruned: PrunedLines | null = null): string {
  const isTruncated = pruned !== null && lines[0]?.line === pruned.lines + 1;
  const truncated = isTruncated ? [[pruned.lines, isoMillis(pruned.untilMs), ...prunedCells(pruned)]] : [];
  const rows = lines.map(({ line, atMs, entry }) => [line, isoMillis(atMs), ...cells(entry)]);
  return `${[HEADER, ...[...truncated, ...rows].map(csvRow)].join('\r\n')}\r\n`;
}

function prunedCells({ lines }: PrunedLines): string[] {
  const remark = lines === 1 ? '1 line is kept no more' : `${lines} lines are kept no more`;
  return ['pruned', '', '', '', '', '', '', '', remark];
}

function cells(entry: LogEntry): (string | number)[] {
  if (entry.type === 'note') {
    const text = entry.text === '' ? entry.name : `${entry.name}: ${entry.text}`;
    return [entry.kind ?? 'note', '', '', '', '', '', '', '', text];
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

/** Number of newest lines retained per area, so that writes cannot fill the object. */
export const MOST_LINES = 2_000;

/** The newest lines, or those after a line number; 0 is before the first. */
export type RequestedLines = { readonly newest: number } | { readonly after: number; readonly most: number };

export interface LogPage {
  readonly lines: readonly AreaLine[];
  /** Null while no line was deleted. */
  readonly pruned: PrunedLines | null;
  readonly more: boolean;
}

interface LineRow extends Record<string, SqlStorageValue> {
  readonly line: number;
  readonly at_ms: number;
  readonly body: string;
}

/** The logs of areas. The number and time of the last deleted line are retained. */
export class AreaLogs {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  /** Appends, and deletes the oldest lines beyond the limit. Call inside a transaction. */
  append(watchlist: string, area: string, atMs: number, entries: readonly LogEntry[]): void {
    let last = this.lines(watchlist, area, { newest: 1 })[0]?.line ?? 0;
    for (const entry of entries) {
      last += 1;
      this.sql.exec(
        'INSERT INTO change_log (watchlist, area, line, at_ms, body) VALUES (?, ?, ?, ?, ?)',
        watchlist,
        area,
        last,
        atMs,
        JSON.stringify(entry),
      );
    }
    if (last > MOST_LINES) this.bound(watchlist, area, last - MOST_LINES);
  }

  lines(watchlist: string, area: string, requestedLines: RequestedLines): AreaLine[] {
    const rows =
      'newest' in requestedLines
        ? this.select('ORDER BY line DESC LIMIT ?3', watchlist, area, requestedLines.newest).reverse()
        : this.select(
            'AND line > ?3 ORDER BY line LIMIT ?4',
            watchlist,
            area,
            requestedLines.after,
            requestedLines.most,
          );
    return rows.map(({ line, at_ms, body }) => ({ line, atMs: at_ms, entry: JSON.parse(body) as LogEntry }));
  }

  page(watchlist: string, area: string, requestedLines: RequestedLines): LogPage {
    const read = this.lines(
      watchlist,
      area,
      'newest' in requestedLines ? requestedLines : { ...requestedLines, most: requestedLines.most + 1 },
    );
    const more = !('newest' in requestedLines) && read.length > requestedLines.most;
    return { lines: more ? read.slice(0, -1) : read, pruned: this.pruned(watchlist, area), more };
  }

  /** Deletes lines from before `beforeMs`, except an area's last. */
  forget(beforeMs: number): void {
    const old =
      'at_ms < ? AND line < (SELECT max(line) FROM change_log AS kept WHERE kept.watchlist = old.watchlist AND kept.area = old.area)';
    // With max(), SQLite takes the other columns from the row of the maximum.
    this.sql.exec(
      `INSERT OR REPLACE INTO log_pruned (watchlist, area, line, at_ms)
       SELECT watchlist, area, max(line), at_ms FROM change_log AS old WHERE ${old} GROUP BY watchlist, area`,
      beforeMs,
    );
    this.sql.exec(`DELETE FROM change_log AS old WHERE ${old}`, beforeMs);
  }

  drop(watchlist: string, area?: string): void {
    for (const table of ['change_log', 'log_pruned']) {
      if (area === undefined) this.sql.exec(`DELETE FROM ${table} WHERE watchlist = ?`, watchlist);
      else this.sql.exec(`DELETE FROM ${table} WHERE watchlist = ? AND area = ?`, watchlist, area);
    }
  }

  private bound(watchlist: string, area: string, upTo: number): void {
    this.sql.exec(
      `INSERT OR REPLACE INTO log_pruned (watchlist, area, line, at_ms)
       SELECT watchlist, area, line, at_ms FROM change_log WHERE watchlist = ? AND area = ? AND line = ?`,
      watchlist,
      area,
      upTo,
    );
    this.sql.exec('DELETE FROM change_log WHERE watchlist = ? AND area = ? AND line <= ?', watchlist, area, upTo);
  }

  private pruned(watchlist: string, area: string): PrunedLines | null {
    const row = this.sql
      .exec<LineRow>('SELECT line, at_ms FROM log_pruned WHERE watchlist = ? AND area = ?', watchlist, area)
      .toArray()[0];
    return row ? { lines: row.line, untilMs: row.at_ms } : null;
  }

  private select(which: string, ...bindings: SqlStorageValue[]): LineRow[] {
    const columns = 'SELECT line, at_ms, body FROM change_log WHERE watchlist = ?1 AND area = ?2';
    return this.sql.exec<LineRow>(`${columns} ${which}`, ...bindings).toArray();
  }
}
