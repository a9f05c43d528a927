import { DAY_MS, hourStartMs } from '#shared/time/hourKey.ts';
import type { Event } from './matchFlashes.ts';
import { type SlotCell, toldBy } from './slotCells.ts';
import type { UnseenStorm } from './unseenStorm.ts';

const KEPT_MS = 30 * DAY_MS;
/** Slots with fewer flashes say little of how many strikes belong to one. */
const TELLING_FLASHES = 20;

/**
 * `pending`: read, and waits until the primary source was read too. Only `compared` slots count: of `warned` ones the
 * source itself says that they are incomplete, in `home-unread` ones the primary source was never read whole.
 */
export type SlotState = 'pending' | 'compared' | 'warned' | 'home-unread';

export interface WitnessSlot {
  readonly slotMs: number;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface StandingAlarm extends UnseenStorm {
  readonly sinceMs: number;
  /** Of the newer of its two slots. */
  readonly slotMs: number;
  readonly toMs: number;
}

interface Facts {
  /** Between which sources the figures are. */
  readonly of: string;
  readonly nextCallMs: number;
  readonly sinceMs: number;
  readonly alarm: StandingAlarm | null;
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
  both INTEGER NOT NULL, witness INTEGER NOT NULL, "primary" INTEGER NOT NULL,
  flashes INTEGER NOT NULL, flashes_matched INTEGER NOT NULL, strikes INTEGER NOT NULL, strikes_matched INTEGER NOT NULL,
  PRIMARY KEY (hour_ms, cell)
) WITHOUT ROWID;`;

const SLOT = 'SELECT slot_ms AS slotMs, from_ms AS fromMs, to_ms AS toMs FROM slot';

/** What the witness saw and how it compared, in an object's storage. Flashes stay for hours, figures for 30 days. */
export class WitnessLedger {
  private readonly storage: Pick<DurableObjectStorage, 'kv' | 'sql' | 'transactionSync'>;

  /** @param of between which sources the figures are: those of others are deleted */
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

  /** A slot that was read. */
  take({ slotMs, fromMs, toMs }: WitnessSlot, state: 'pending' | 'warned', flashes: readonly Event[]): void {
    const list = flashes.map(({ latitude, longitude, atMs }): PackedFlash => [latitude, longitude, atMs]);
    this.storage.sql.exec(
      'INSERT OR REPLACE INTO slot (slot_ms, from_ms, to_ms, state, newest_ms, flash_list) VALUES (?, ?, ?, ?, ?, ?)',
      ...[slotMs, fromMs, toMs, state],
      flashes.length === 0 ? null : Math.max(...flashes.map(({ atMs }) => atMs)),
      JSON.stringify(list),
    );
  }

  compared({ slotMs, fromMs }: WitnessSlot, cells: readonly SlotCell[]): void {
    const sum = (name: 'flashes' | 'strikes') => cells.reduce((total, counts) => total + counts[name], 0);
    this.storage.transactionSync(() => {
      this.storage.sql.exec(
        "UPDATE slot SET state = 'compared', flashes = ?, strikes = ?, cell_list = ? WHERE slot_ms = ?",
        ...[sum('flashes'), sum('strikes'), JSON.stringify(cells), slotMs],
      );
      for (const counts of cells) this.addToHour(hourStartMs(fromMs), counts);
    });
  }

  giveUp({ slotMs }: WitnessSlot): void {
    this.storage.sql.exec("UPDATE slot SET state = 'home-unread' WHERE slot_ms = ?", slotMs);
  }

  /** Its silence is a fault, and must not teach what is usual. */
  markUnseen(slotsMs: readonly number[]): void {
    for (const slotMs of slotsMs) this.storage.sql.exec('UPDATE slot SET unseen = 1 WHERE slot_ms = ?', slotMs);
  }

  slots(state: SlotState, sinceMs: number): WitnessSlot[] {
    return this.storage.sql
      .exec<Record<keyof WitnessSlot, number>>(`${SLOT} WHERE state = ? AND to_ms > ? ORDER BY slot_ms`, state, sinceMs)
      .toArray();
  }

  /** Whether the file is of a slot that was not read, or not compared yet and read from a file of less time. */
  isWanted({ slotMs, fromMs, toMs }: WitnessSlot): boolean {
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

  flashesOf({ slotMs }: WitnessSlot): Event[] {
    return this.listOf<PackedFlash>('flash_list', slotMs).map(([latitude, longitude, atMs]) => ({
      latitude,
      longitude,
      atMs,
    }));
  }

  recentFlashes(fromMs: number): Event[] {
    const slots = this.storage.sql.exec<Record<keyof WitnessSlot, number>>(`${SLOT} WHERE to_ms > ?`, fromMs).toArray();
    return slots.flatMap((slot) => this.flashesOf(slot)).filter(({ atMs }) => atMs > fromMs);
  }

  cellsOf({ slotMs }: Pick<WitnessSlot, 'slotMs'>): SlotCell[] {
    return this.listOf<SlotCell>('cell_list', slotMs);
  }

  /** Strikes for each flash, of slots with enough flashes and without a fault. */
  slotRatios(): number[] {
    const rows = this.storage.sql.exec<{ ratio: number }>(
      "SELECT 1.0 * strikes / flashes AS ratio FROM slot WHERE state = 'compared' AND unseen = 0 AND flashes >= ?",
      TELLING_FLASHES,
    );
    return rows.toArray().map(({ ratio }) => ratio);
  }

  /** By the hour of the day in UTC; hours without lightning are missing. */
  hoursOfDay(): { hour: number; both: number; witness: number; primary: number }[] {
    return this.storage.sql
      .exec<{ hour: number; both: number; witness: number; primary: number }>(
        'SELECT hour_ms / 3600000 % 24 AS hour, SUM(both) AS both, SUM(witness) AS witness, SUM("primary") AS "primary" FROM cell_hour GROUP BY hour',
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

  /** Flashes and cells of slots that ended before `listsMs`, and figures after 30 days. */
  forget(listsMs: number, nowMs: number): void {
    const { sql } = this.storage;
    sql.exec(
      'UPDATE slot SET flash_list = NULL, cell_list = NULL WHERE to_ms < ? AND (flash_list IS NOT NULL OR cell_list IS NOT NULL)',
      listsMs,
    );
    sql.exec('DELETE FROM slot WHERE slot_ms < ?', nowMs - KEPT_MS);
    sql.exec('DELETE FROM cell_hour WHERE hour_ms < ?', nowMs - KEPT_MS);
  }

  private listOf<Item>(column: 'flash_list' | 'cell_list', slotMs: number): Item[] {
    const [row] = this.storage.sql
      .exec<{ list: string | null }>(`SELECT ${column} AS list FROM slot WHERE slot_ms = ?`, slotMs)
      .toArray();
    return JSON.parse(row?.list ?? '[]') as Item[];
  }

  private addToHour(hourMs: number, counts: SlotCell): void {
    const who = toldBy(counts);
    const { cell, flashes, flashesMatched, strikes, strikesMatched } = counts;
    this.storage.sql.exec(
      `INSERT INTO cell_hour VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hour_ms, cell) DO UPDATE SET
        both = both + excluded.both, witness = witness + excluded.witness, "primary" = "primary" + excluded."primary",
        flashes = flashes + excluded.flashes, flashes_matched = flashes_matched + excluded.flashes_matched,
        strikes = strikes + excluded.strikes, strikes_matched = strikes_matched + excluded.strikes_matched`,
      ...[hourMs, cell, Number(who === 'both'), Number(who === 'witness'), Number(who === 'primary')],
      ...[flashes, flashesMatched, strikes, strikesMatched],
    );
  }
}
