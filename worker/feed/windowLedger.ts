import type { BBox } from '#shared/geo/BBox.ts';
import { mergedSpans, type Span } from '#shared/time.ts';
import type { Gap } from '#shared/watch/Area.ts';
import type { StrikeWindow } from '#worker/sources/source.ts';

interface GapRow extends Record<string, SqlStorageValue> {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly from_ms: number;
  readonly to_ms: number;
}

/** The gaps in the backlog. Cached, because they are read often, until a window leaves the backlog. */
class GapIndex {
  private readonly sql: SqlStorage;
  private readonly boxesOf = new Map<string, readonly Gap[]>();
  private readonly spansOf = new Map<string, readonly Span[]>();

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  boxes(region: string): readonly Gap[] {
    const known = this.boxesOf.get(region);
    if (known) return known;
    const rows = this.sql.exec<GapRow>(
      "SELECT west, south, east, north, from_ms, to_ms FROM read_backlog WHERE reason = 'gap' AND region = ?",
      region,
    );
    const gaps = rows.toArray().map((row): Gap => [row.west, row.south, row.east, row.north, row.from_ms, row.to_ms]);
    const merged = mergedGaps(gaps);
    this.boxesOf.set(region, merged);
    return merged;
  }

  spans(region: string): readonly Span[] {
    const known = this.spansOf.get(region);
    if (known) return known;
    const spans = mergedSpans(this.boxes(region).map(([, , , , fromMs, toMs]): Span => [fromMs, toMs]));
    this.spansOf.set(region, spans);
    return spans;
  }

  /** A long outage puts thousands of pieces in the backlog, so each is only added. */
  add(region: string, gap: Gap): void {
    const known = this.boxesOf.get(region);
    if (known) this.boxesOf.set(region, mergedGaps([...known, gap]));
    this.spansOf.delete(region);
  }

  forget(): void {
    this.boxesOf.clear();
    this.spansOf.clear();
  }
}

/** As few gaps as possible: those of one box that touch in time are joined. Newest first. */
export function mergedGaps(gaps: readonly Gap[]): Gap[] {
  const spansOf = new Map<string, { readonly box: Gap; readonly spans: Span[] }>();
  for (const gap of gaps) {
    const [west, south, east, north, fromMs, toMs] = gap;
    const key = `${west},${south},${east},${north}`;
    const known = spansOf.get(key);
    if (known) known.spans.push([fromMs, toMs]);
    else spansOf.set(key, { box: gap, spans: [[fromMs, toMs]] });
  }
  return [...spansOf.values()]
    .flatMap(({ box: [west, south, east, north], spans }) =>
      mergedSpans(spans).map(([fromMs, toMs]): Gap => [west, south, east, north, fromMs, toMs]),
    )
    .sort((one, other) => other[5] - one[5]);
}

export type BacklogReason = 'gap' | 'sweep';

/** A window not completely read yet (`gap`), or due to be read again (`sweep`). */
export interface BacklogWindow extends StrikeWindow {
  readonly id: number;
  readonly region: string;
  readonly reason: BacklogReason;
  readonly failures: number;
}

interface BacklogRow extends Record<string, SqlStorageValue> {
  readonly id: number;
  readonly region: string;
  readonly reason: BacklogReason;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly failures: number;
}

/** High-water marks by region or cell, and the backlog windows. */
export class WindowLedger {
  private readonly sql: SqlStorage;

  private readonly gaps: GapIndex;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    this.gaps = new GapIndex(sql);
  }

  /** Everything of `key` up to this instant was read or is in the backlog; undefined if it was never polled. */
  coveredToMs(key: string): number | undefined {
    return this.sql.exec<{ to_ms: number }>('SELECT to_ms FROM high_water WHERE key = ?', key).toArray()[0]?.to_ms;
  }

  cover(key: string, toMs: number): void {
    this.sql.exec('INSERT OR REPLACE INTO high_water (key, to_ms) VALUES (?, ?)', key, toMs);
  }

  /** Adds the window to the backlog as of `sinceMs`, not to be read before `notBeforeMs`. Returns the row's id. */
  addBacklog(window: StrikeWindow, region: string, reason: BacklogReason, sinceMs: number, notBeforeMs = 0): number {
    const { bbox, fromMs, toMs } = window;
    if (reason === 'gap')
      this.gaps.add(region, [bbox.west, bbox.south, bbox.east, bbox.north, Math.floor(fromMs), Math.ceil(toMs)]);
    return this.sql
      .exec<{ id: number }>(
        `INSERT INTO read_backlog (region, reason, west, south, east, north, from_ms, to_ms, owed_since_ms, not_before_ms)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
        region,
        reason,
        bbox.west,
        bbox.south,
        bbox.east,
        bbox.north,
        Math.floor(fromMs),
        Math.ceil(toMs),
        sinceMs,
        notBeforeMs,
      )
      .one().id;
  }

  /**
   * Joins to `backlogWindow` the region's other backlog windows of the same box for the same reason without a hole before it, except
   * `underWay` and what rests: an outage is recorded poll by poll, and must not be read back in as many pieces. A gap
   * takes in the sweeps within it, but none that reaches beyond it, because time read once must not count as a gap.
   */
  joined(backlogWindow: BacklogWindow, nowMs: number, underWay: readonly number[]): BacklogWindow {
    const { west, south, east, north } = backlogWindow.bbox;
    const rows = this.sql
      .exec<{ id: number; reason: BacklogReason; from_ms: number; to_ms: number }>(
        `SELECT id, reason, from_ms, to_ms FROM read_backlog WHERE region = ? AND west = ? AND south = ? AND east = ? AND north = ?
         AND id <> ? AND not_before_ms <= ? AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY to_ms DESC`,
        backlogWindow.region,
        west,
        south,
        east,
        north,
        backlogWindow.id,
        nowMs,
        JSON.stringify(underWay),
      )
      .toArray();
    let { fromMs } = backlogWindow;
    const absorbed: number[] = [];
    for (const row of rows.filter(({ reason }) => reason === backlogWindow.reason)) {
      if (row.to_ms < fromMs) break;
      fromMs = Math.min(fromMs, row.from_ms);
      absorbed.push(row.id);
    }
    if (backlogWindow.reason === 'gap') {
      const held = rows.filter(
        ({ reason, from_ms, to_ms }) => reason === 'sweep' && from_ms >= fromMs && to_ms <= backlogWindow.toMs,
      );
      absorbed.push(...held.map(({ id }) => id));
    }
    if (absorbed.length === 0) return backlogWindow;
    this.sql.exec('DELETE FROM read_backlog WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(absorbed));
    this.sql.exec('UPDATE read_backlog SET from_ms = ? WHERE id = ?', fromMs, backlogWindow.id);
    return { ...backlogWindow, fromMs };
  }

  shortenBacklog(id: number, toMs: number): void {
    this.gaps.forget();
    this.sql.exec('UPDATE read_backlog SET to_ms = ? WHERE id = ?', toMs, id);
  }

  clearBacklog(id: number): void {
    this.gaps.forget();
    this.sql.exec('DELETE FROM read_backlog WHERE id = ?', id);
  }

  deferBacklog(id: number, notBeforeMs: number, failures: number): void {
    this.sql.exec('UPDATE read_backlog SET not_before_ms = ?, failures = ? WHERE id = ?', notBeforeMs, failures, id);
  }

  liftRests(region: string, nowMs: number): void {
    const statement =
      'UPDATE read_backlog SET not_before_ms = ?1, failures = 0 WHERE not_before_ms > ?1 AND region = ?2';
    this.sql.exec(statement, nowMs, region);
  }

  nextInBacklog(regions: readonly string[], nowMs: number, underWay: readonly number[]): BacklogWindow | undefined {
    const row = this.sql
      .exec<BacklogRow>(
        `SELECT * FROM read_backlog WHERE not_before_ms <= ?1 AND region IN (SELECT value FROM json_each(?2))
         AND id NOT IN (SELECT value FROM json_each(?3)) ORDER BY to_ms DESC LIMIT 1`,
        nowMs,
        JSON.stringify(regions),
        JSON.stringify(underWay),
      )
      .toArray()[0];
    if (!row) return undefined;
    const { id, region, reason, west, south, east, north, from_ms, to_ms, failures } = row;
    return { id, region, reason, bbox: { west, south, east, north }, fromMs: from_ms, toMs: to_ms, failures };
  }

  /** When the first of what the region owes may be read; Infinity if nothing of it is left to read. */
  nextBacklogMs(region: string, underWay: readonly number[]): number {
    const [first] = this.sql
      .exec<{ due: number }>(
        `SELECT not_before_ms AS due FROM read_backlog WHERE region = ? AND id NOT IN (SELECT value FROM json_each(?))
         ORDER BY not_before_ms LIMIT 1`,
        region,
        JSON.stringify(underWay),
      )
      .toArray();
    return first?.due ?? Number.POSITIVE_INFINITY;
  }

  /** Deletes the backlog windows and marks of other regions: they start afresh when they return. */
  retainOnly(regions: readonly string[]): void {
    this.gaps.forget();
    const dropped = this.sql
      .exec<{ region: string }>(
        'DELETE FROM read_backlog WHERE region NOT IN (SELECT value FROM json_each(?)) RETURNING region',
        JSON.stringify(regions),
      )
      .toArray();
    for (const region of new Set(dropped.map((row) => row.region))) {
      this.sql.exec('DELETE FROM high_water WHERE key = ?', region);
    }
  }

  /** The region's backlog is then these spans of `bbox`, as gaps; spans already in the backlog keep their start. */
  setBacklog(region: string, bbox: BBox, spans: readonly Span[], nowMs: number): void {
    const { sql } = this;
    const backlog = sql.exec<{ id: number; from_ms: number; to_ms: number }>(
      'SELECT id, from_ms, to_ms FROM read_backlog WHERE region = ?',
      region,
    );
    const requested = new Map(spans.map(([fromMs, toMs]) => [`${fromMs} ${toMs}`, { bbox, fromMs, toMs }]));
    const dropped = backlog.toArray().filter(({ from_ms, to_ms }) => !requested.delete(`${from_ms} ${to_ms}`));
    for (const { id } of dropped) this.clearBacklog(id);
    for (const window of requested.values()) this.addBacklog(window, region, 'gap', nowMs);
  }

  /** Newest first. */
  gapBoxes(region: string): readonly Gap[] {
    return this.gaps.boxes(region);
  }

  /** Merged, oldest first. */
  gapSpans(region: string): readonly Span[] {
    return this.gaps.spans(region);
  }

  countGaps(): number {
    return this.sql.exec<{ gaps: number }>("SELECT count(*) AS gaps FROM read_backlog WHERE reason = 'gap'").one().gaps;
  }

  /** Start of the region's oldest backlog window; undefined if it has none. */
  backlogSinceMs(region: string): number | undefined {
    const { since } = this.sql
      .exec<{ since: number | null }>('SELECT min(owed_since_ms) AS since FROM read_backlog WHERE region = ?', region)
      .one();
    return since ?? undefined;
  }

  hasRecentGap(region: string, newerThanMs: number, backlogBeforeMs: number): boolean {
    const rows = this.sql.exec(
      "SELECT 1 FROM read_backlog WHERE reason = 'gap' AND region = ? AND to_ms > ? AND owed_since_ms < ? LIMIT 1",
      region,
      newerThanMs,
      backlogBeforeMs,
    );
    return rows.toArray().length > 0;
  }

  /** Of windows that reach beyond `oldestMs` only the part before `truncatedMs`. Returns the gaps of `region` given up. */
  giveUpBefore(oldestMs: number, truncatedMs: number, region: string): Span[] {
    this.gaps.forget();
    const input = this.sql
      .exec<{ from_ms: number; to_ms: number }>(
        "SELECT from_ms, to_ms FROM read_backlog WHERE reason = 'gap' AND region = ?1 AND (to_ms <= ?2 OR from_ms < ?3)",
        region,
        oldestMs,
        truncatedMs,
      )
      .toArray()
      .map(({ from_ms, to_ms }): Span => [from_ms, to_ms <= oldestMs ? to_ms : Math.min(to_ms, truncatedMs)]);
    this.sql.exec('DELETE FROM read_backlog WHERE to_ms <= ?', oldestMs);
    this.sql.exec('UPDATE read_backlog SET from_ms = ?1 WHERE from_ms < ?1 AND to_ms > ?1', truncatedMs);
    return mergedSpans(input);
  }

  forget(region: string): void {
    this.gaps.forget();
    this.sql.exec('DELETE FROM read_backlog WHERE region = ?', region);
    this.sql.exec('DELETE FROM high_water WHERE key = ?', region);
  }
}
