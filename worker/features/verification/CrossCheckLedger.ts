import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { DAY_MS, hourStartMs } from '#shared/time.ts';

/** Light and radio of one flash: agreement stops growing beyond (FY-4A: 2 s, 27 to 42 km). */
const WITHIN_MS = 2_000;
const WITHIN_KM = 30;

export interface Event extends Position {
  readonly atMs: number;
}

interface Matches {
  /** For each flash, in input order, whether a strike lies within 2 s and 30 km. */
  readonly flashes: readonly boolean[];
  /** For each strike, in input order, whether a flash lies within 2 s and 30 km. */
  readonly strikes: readonly boolean[];
}

/** Matches flashes of a satellite with strikes located by radio. One event may match several of the others. */
export function matchFlashes(flashes: readonly Event[], strikes: readonly Event[]): Matches {
  const matched = { flashes: flashes.map(() => false), strikes: strikes.map(() => false) };
  const order = inTime(strikes);
  let first = 0;
  for (const at of inTime(flashes)) {
    const flash = flashes[at] as Event;
    while (first < order.length && strikeAt(first).atMs < flash.atMs - WITHIN_MS) first += 1;
    for (let next = first; next < order.length && strikeAt(next).atMs <= flash.atMs + WITHIN_MS; next += 1) {
      if (distanceKm(flash, strikeAt(next)) > WITHIN_KM) continue;
      matched.flashes[at] = true;
      matched.strikes[order[next] as number] = true;
    }
  }
  return matched;

  function strikeAt(place: number): Event {
    return strikes[order[place] as number] as Event;
  }
}

/** Indices, sorted by time. */
function inTime(events: readonly Event[]): number[] {
  return events.map((_, index) => index).sort((a, b) => (events[a] as Event).atMs - (events[b] as Event).atMs);
}

const PER_DEGREE = 2;
const COLUMNS = 360 * PER_DEGREE;

/** What both sources reported in a cell of 0.5° in one slot. */
export interface SlotCell {
  /** See `cellOf`. */
  readonly cell: number;
  readonly flashes: number;
  readonly flashesMatched: number;
  readonly strikes: number;
  readonly strikesMatched: number;
}

/** Number of the cell: rows from the south pole, columns from 180° west. */
export function cellOf({ latitude, longitude }: Position): number {
  return Math.floor((latitude + 90) * PER_DEGREE) * COLUMNS + Math.floor((longitude + 180) * PER_DEGREE);
}

export function cellCentre(cell: number): Position {
  return {
    latitude: (Math.floor(cell / COLUMNS) + 0.5) / PER_DEGREE - 90,
    longitude: ((cell % COLUMNS) + 0.5) / PER_DEGREE - 180,
  };
}

/** The cell and its eight neighbours. */
export function blockOf(cell: number): number[] {
  return [-COLUMNS, 0, COLUMNS].flatMap((row) => [-1, 0, 1].map((column) => cell + row + column));
}

/** Counts by cell. `strikesAround` may reach beyond the slot and the box: only `isCounted` ones count, but all match. */
export function slotCells(
  flashes: readonly Event[],
  strikesAround: readonly Event[],
  isCounted: (strike: Event) => boolean,
): SlotCell[] {
  const matched = matchFlashes(flashes, strikesAround);
  const cells = new Map<number, { -readonly [Name in keyof SlotCell]: SlotCell[Name] }>();
  const at = (event: Event) => {
    const cell = cellOf(event);
    const found = cells.get(cell) ?? { cell, flashes: 0, flashesMatched: 0, strikes: 0, strikesMatched: 0 };
    cells.set(cell, found);
    return found;
  };
  for (const [index, flash] of flashes.entries()) {
    const counts = at(flash);
    counts.flashes += 1;
    counts.flashesMatched += Number(matched.flashes[index]);
  }
  for (const [index, strike] of strikesAround.entries()) {
    if (!isCounted(strike)) continue;
    const counts = at(strike);
    counts.strikes += 1;
    counts.strikesMatched += Number(matched.strikes[index]);
  }
  return [...cells.values()];
}

/** Which source reported lightning in the cell. A match across the cell's edge counts for both. */
export function reportedBy({
  flashes,
  flashesMatched,
  strikes,
  strikesMatched,
}: SlotCell): 'both' | 'crossCheck' | 'primary' {
  if (flashesMatched + strikesMatched > 0 || (flashes > 0 && strikes > 0)) return 'both';
  return flashes > 0 ? 'crossCheck' : 'primary';
}

/** With this many expected strikes, chance yields none with probability e⁻⁵, 0.7 % (Poisson). */
const LEAST_EXPECTED = 5;
/** Until enough is known of the two sources. It requires 50 flashes. */
const FIRST_PER_FLASH = 0.1;
/** Strikes come in groups: more of them per flash do not make silence less likely. */
const MOST_PER_FLASH = 1;
/** Keeps the alarm possible if the primary source sees almost nothing of what the satellite sees. */
const LEAST_PER_FLASH = 0.02;
/** As many slots as a fortnight with storms on some afternoons has. */
const ENOUGH_SLOTS = 100;

/** Probability that a source with `expected` strikes on average reports none. */
export function chanceOfNone(expected: number): number {
  return Math.exp(-expected);
}

/** Expected strikes per flash: the lower quartile over the slots, or 0.1 while there are few slots. */
export function usualPerFlash(slotRatios: readonly number[]): number {
  if (slotRatios.length < ENOUGH_SLOTS) return FIRST_PER_FLASH;
  const sorted = [...slotRatios].sort((a, b) => a - b);
  const quartile = sorted[Math.floor((sorted.length - 1) / 4)] ?? FIRST_PER_FLASH;
  return Math.min(MOST_PER_FLASH, Math.max(LEAST_PER_FLASH, quartile));
}

interface UnseenStorm {
  /** Middle of three by three cells. */
  readonly latitude: number;
  readonly longitude: number;
  /** Sum of the two slots. */
  readonly flashes: number;
  readonly expected: number;
}

/**
 * The place with the most flashes in both of two consecutive slots, where the primary source reported no strike in
 * three by three cells although five or more were expected. Both slots must have been compared.
 */
export function unseenStorm(
  before: readonly SlotCell[],
  now: readonly SlotCell[],
  perFlash: number,
): UnseenStorm | undefined {
  const slots = [before, now].map((cells) => new Map(cells.map((counts) => [counts.cell, counts])));
  const centres = new Set([...before, ...now].map(({ cell }) => cell));
  let most: UnseenStorm | undefined;
  for (const centre of centres) {
    const [first = NOTHING, second = NOTHING] = slots.map((cells) => blockSums(centre, cells));
    if (first.strikes + second.strikes > 0 || first.flashes === 0 || second.flashes === 0) continue;
    const flashes = first.flashes + second.flashes;
    const expected = flashes * perFlash;
    if (expected < LEAST_EXPECTED || flashes <= (most?.flashes ?? 0)) continue;
    most = { ...cellCentre(centre), flashes, expected };
  }
  return most;
}

const NOTHING = { flashes: 0, strikes: 0 };

function blockSums(centre: number, cells: ReadonlyMap<number, SlotCell>) {
  return blockOf(centre)
    .map((cell) => cells.get(cell) ?? NOTHING)
    .reduce(
      (sum, { flashes, strikes }) => ({ flashes: sum.flashes + flashes, strikes: sum.strikes + strikes }),
      NOTHING,
    );
}

const RETENTION_MS = 30 * DAY_MS;
/** Slots with fewer flashes give no reliable ratio of strikes to flashes. */
const REPORTED_FLASHES = 20;

/**
 * `pending`: read, but the primary source's data is not complete yet. Only `compared` slots count. The source itself
 * marks `warned` ones as incomplete. For `home-incomplete` ones the primary source's data was never complete.
 */
type SlotState = 'pending' | 'compared' | 'warned' | 'home-incomplete';

export interface CrossCheckSlot {
  readonly slotMs: number;
  readonly fromMs: number;
  readonly toMs: number;
}

interface OpenAlarm extends UnseenStorm {
  readonly sinceMs: number;
  /** Start of the newer of its two slots. */
  readonly slotMs: number;
  readonly toMs: number;
}

interface Facts {
  /** The pair of sources that the figures compare. */
  readonly of: string;
  readonly nextCallMs: number;
  readonly sinceMs: number;
  readonly alarm: OpenAlarm | null;
}

type PackedFlash = readonly [latitude: number, longitude: number, atMs: number];

const SCHEMA = `
CREATE TABLE IF NOT EXISTS slot (
  slot_ms INTEGER PRIMARY KEY, from_ms INTEGER NOT NULL, to_ms INTEGER NOT NULL, state TEXT NOT NULL,
  flashes INTEGER NOT NULL DEFAULT 0, strikes INTEGER NOT NULL DEFAULT 0, unseen INTEGER NOT NULL DEFAULT 0,
  newest_ms INTEGER, flash_list TEXT, cell_list TEXT
);
CREATE TABLE IF NOT EXISTS cell_hour (
  hour_ms INTEGER NOT NULL, cell INTEGER NOT NULL,
  both INTEGER NOT NULL, cross_check INTEGER NOT NULL, "primary" INTEGER NOT NULL,
  flashes INTEGER NOT NULL, flashes_matched INTEGER NOT NULL, strikes INTEGER NOT NULL, strikes_matched INTEGER NOT NULL,
  PRIMARY KEY (hour_ms, cell)
) WITHOUT ROWID;`;

const SLOT = 'SELECT slot_ms AS slotMs, from_ms AS fromMs, to_ms AS toMs FROM slot';

/** Satellite flashes and comparison results in an object's storage. Flashes stay for hours, figures for 30 days. */
export class CrossCheckLedger {
  private readonly storage: Pick<DurableObjectStorage, 'kv' | 'sql' | 'transactionSync'>;

  /** @param of the pair of sources that the figures compare; figures of other pairs are deleted */
  constructor(storage: Pick<DurableObjectStorage, 'kv' | 'sql' | 'transactionSync'>, of: string) {
    this.storage = storage;
    storage.sql.exec(SCHEMA);
    if (this.read('of') === of) return;
    storage.transactionSync(() => {
      storage.sql.exec('DELETE FROM slot; DELETE FROM cell_hour;');
      for (const name of ['sinceMs', 'alarm']) storage.kv.delete(name);
      this.write('of', of);
    });
  }

  read<Name extends keyof Facts>(name: Name): Facts[Name] | undefined {
    return this.storage.kv.get<Facts[Name]>(name);
  }

  write<Name extends keyof Facts>(name: Name, value: Facts[Name]): void {
    this.storage.kv.put(name, value);
  }

  /** Stores a slot that was read. */
  insert({ slotMs, fromMs, toMs }: CrossCheckSlot, state: 'pending' | 'warned', flashes: readonly Event[]): void {
    const list = flashes.map(({ latitude, longitude, atMs }): PackedFlash => [latitude, longitude, atMs]);
    this.storage.sql.exec(
      'INSERT OR REPLACE INTO slot (slot_ms, from_ms, to_ms, state, newest_ms, flash_list) VALUES (?, ?, ?, ?, ?, ?)',
      ...[slotMs, fromMs, toMs, state],
      flashes.length === 0 ? null : Math.max(...flashes.map(({ atMs }) => atMs)),
      JSON.stringify(list),
    );
  }

  compared({ slotMs, fromMs }: CrossCheckSlot, cells: readonly SlotCell[]): void {
    const sum = (name: 'flashes' | 'strikes') => cells.reduce((total, counts) => total + counts[name], 0);
    this.storage.transactionSync(() => {
      this.storage.sql.exec(
        "UPDATE slot SET state = 'compared', flashes = ?, strikes = ?, cell_list = ? WHERE slot_ms = ?",
        ...[sum('flashes'), sum('strikes'), JSON.stringify(cells), slotMs],
      );
      for (const counts of cells) this.addToHour(hourStartMs(fromMs), counts);
    });
  }

  giveUp({ slotMs }: CrossCheckSlot): void {
    this.storage.sql.exec("UPDATE slot SET state = 'home-incomplete' WHERE slot_ms = ?", slotMs);
  }

  /** The primary source failed in these slots, so they are excluded from the usual ratio. */
  markUnseen(slotsMs: readonly number[]): void {
    for (const slotMs of slotsMs) this.storage.sql.exec('UPDATE slot SET unseen = 1 WHERE slot_ms = ?', slotMs);
  }

  slots(state: SlotState, sinceMs: number): CrossCheckSlot[] {
    return this.storage.sql
      .exec<Record<keyof CrossCheckSlot, number>>(
        `${SLOT} WHERE state = ? AND to_ms > ? ORDER BY slot_ms`,
        state,
        sinceMs,
      )
      .toArray();
  }

  /** True if the file's slot was not read yet, or is not compared yet and the stored file covers less time. */
  isNeeded({ slotMs, fromMs, toMs }: CrossCheckSlot): boolean {
    const [known] = this.storage.sql
      .exec<{ lengthMs: number; state: string }>(
        'SELECT to_ms - from_ms AS lengthMs, state FROM slot WHERE slot_ms = ?',
        slotMs,
      )
      .toArray();
    return known === undefined || (['pending', 'warned'].includes(known.state) && toMs - fromMs > known.lengthMs);
  }

  newest(): { readonly toMs: number | null; readonly flashMs: number | null } {
    return this.storage.sql
      .exec<{ toMs: number | null; flashMs: number | null }>(
        'SELECT MAX(to_ms) AS toMs, MAX(newest_ms) AS flashMs FROM slot',
      )
      .one();
  }

  flashesOf({ slotMs }: CrossCheckSlot): Event[] {
    return this.listOf<PackedFlash>('flash_list', slotMs).map(([latitude, longitude, atMs]) => ({
      latitude,
      longitude,
      atMs,
    }));
  }

  recentFlashes(fromMs: number): Event[] {
    const slots = this.storage.sql
      .exec<Record<keyof CrossCheckSlot, number>>(`${SLOT} WHERE to_ms > ?`, fromMs)
      .toArray();
    return slots.flatMap((slot) => this.flashesOf(slot)).filter(({ atMs }) => atMs > fromMs);
  }

  cellsOf({ slotMs }: Pick<CrossCheckSlot, 'slotMs'>): SlotCell[] {
    return this.listOf<SlotCell>('cell_list', slotMs);
  }

  /** Strikes per flash, for slots with enough flashes in which the primary source did not fail. */
  slotRatios(): number[] {
    const rows = this.storage.sql.exec<{ ratio: number }>(
      "SELECT 1.0 * strikes / flashes AS ratio FROM slot WHERE state = 'compared' AND unseen = 0 AND flashes >= ?",
      REPORTED_FLASHES,
    );
    return rows.toArray().map(({ ratio }) => ratio);
  }

  /** By the hour of the day in UTC; hours without lightning are missing. */
  hoursOfDay(): { hour: number; both: number; crossCheck: number; primary: number }[] {
    return this.storage.sql
      .exec<{ hour: number; both: number; crossCheck: number; primary: number }>(
        'SELECT hour_ms / 3600000 % 24 AS hour, SUM(both) AS both, SUM(cross_check) AS crossCheck, SUM("primary") AS "primary" FROM cell_hour GROUP BY hour',
      )
      .toArray();
  }

  totals(): { flashes: number; flashesMatched: number; strikes: number; strikesMatched: number } {
    return this.storage.sql
      .exec<{ flashes: number; flashesMatched: number; strikes: number; strikesMatched: number }>(
        'SELECT TOTAL(flashes) AS flashes, TOTAL(flashes_matched) AS flashesMatched, TOTAL(strikes) AS strikes, TOTAL(strikes_matched) AS strikesMatched FROM cell_hour',
      )
      .one();
  }

  /** Deletes flashes and cells of slots that ended before `listsMs`, and figures after 30 days. */
  forget(listsMs: number, nowMs: number): void {
    const { sql } = this.storage;
    sql.exec(
      'UPDATE slot SET flash_list = NULL, cell_list = NULL WHERE to_ms < ? AND (flash_list IS NOT NULL OR cell_list IS NOT NULL)',
      listsMs,
    );
    sql.exec('DELETE FROM slot WHERE slot_ms < ?', nowMs - RETENTION_MS);
    sql.exec('DELETE FROM cell_hour WHERE hour_ms < ?', nowMs - RETENTION_MS);
  }

  private listOf<Item>(column: 'flash_list' | 'cell_list', slotMs: number): Item[] {
    const [row] = this.storage.sql
      .exec<{ list: string | null }>(`SELECT ${column} AS list FROM slot WHERE slot_ms = ?`, slotMs)
      .toArray();
    return JSON.parse(row?.list ?? '[]') as Item[];
  }

  private addToHour(hourMs: number, counts: SlotCell): void {
    const who = reportedBy(counts);
    const { cell, flashes, flashesMatched, strikes, strikesMatched } = counts;
    this.storage.sql.exec(
      `INSERT INTO cell_hour VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hour_ms, cell) DO UPDATE SET
        both = both + excluded.both, cross_check = cross_check + excluded.cross_check, "primary" = "primary" + excluded."primary",
        flashes = flashes + excluded.flashes, flashes_matched = flashes_matched + excluded.flashes_matched,
        strikes = strikes + excluded.strikes, strikes_matched = strikes_matched + excluded.strikes_matched`,
      ...[hourMs, cell, Number(who === 'both'), Number(who === 'crossCheck'), Number(who === 'primary')],
      ...[flashes, flashesMatched, strikes, strikesMatched],
    );
  }
}
