import type { StrikeColumns } from '#shared/wire/StrikeColumns.ts';
import { inDatabase } from '#web/kit/browser/inDatabase.ts';
import type { StrikeStore } from './StrikeStore.ts';

/** The sky cached on a device, for starts without a network. */
export interface CachedSky {
  readonly columns: StrikeColumns;
  /** In server time. */
  readonly knownUntilMs: number;
  /** Server time minus this device's time, when it was cached. */
  readonly clockOffsetMs: number;
  readonly simulated: boolean;
}

/** The stored form: structured clones of typed arrays, 28 bytes a strike. */
export interface PackedSky {
  readonly version: typeof VERSION;
  readonly ordinals: Float64Array;
  readonly latitudesE5: Int32Array;
  readonly longitudesE5: Int32Array;
  readonly atMs: Float64Array;
  readonly knownUntilMs: number;
  readonly clockOffsetMs: number;
  readonly simulated: boolean;
}

const VERSION = 1;
/** Some 560 kB. */
export const MOST_RETAINED = 20_000;
/** The widest selectable window. */
export const RETENTION_MS = 24 * 60 * 60_000;

export function packSky(store: StrikeStore, facts: Omit<CachedSky, 'columns'>): PackedSky {
  const { length } = store;
  const times = store.atMs.slice(0, length).sort();
  const fromMs = Math.max(facts.knownUntilMs - RETENTION_MS, times[length - MOST_RETAINED] ?? 0);
  const rows: number[] = [];
  for (let row = 0; row < length && rows.length < MOST_RETAINED; row += 1) {
    if ((store.atMs[row] as number) >= fromMs) rows.push(row);
  }
  const of = (column: ArrayLike<number>) => rows.map((row) => column[row] as number);
  return {
    version: VERSION,
    ordinals: Float64Array.from(of(store.ordinals)),
    latitudesE5: Int32Array.from(of(store.latitudesE5)),
    longitudesE5: Int32Array.from(of(store.longitudesE5)),
    atMs: Float64Array.from(of(store.atMs)),
    ...facts,
  };
}

/** Undefined if it has another version, is damaged or older than a day. `nowMs` is this device's time. */
export function unpackSky(stored: unknown, nowMs: number): CachedSky | undefined {
  const packed = stored as Partial<PackedSky> | null | undefined;
  if (packed?.version !== VERSION) return undefined;
  const { ordinals, latitudesE5, longitudesE5, atMs, knownUntilMs, clockOffsetMs, simulated } = packed;
  if (!ordinals || !latitudesE5 || !longitudesE5 || !atMs) return undefined;
  if (new Set([ordinals, latitudesE5, longitudesE5, atMs].map(({ length }) => length)).size !== 1) return undefined;
  if (!Number.isFinite(knownUntilMs) || !Number.isFinite(clockOffsetMs)) return undefined;
  const facts = { knownUntilMs: Number(knownUntilMs), clockOffsetMs: Number(clockOffsetMs) };
  if (nowMs + facts.clockOffsetMs - facts.knownUntilMs > RETENTION_MS) return undefined;
  const columns = {
    ordinals: Array.from(ordinals),
    latitudesE5: Array.from(latitudesE5),
    longitudesE5: Array.from(longitudesE5),
    atMs: Array.from(atMs),
  };
  return { columns, ...facts, simulated: simulated !== false };
}

const DATABASE = 'sky';
const KEY = 'newest';

/** Undefined if nothing is cached, it is too old, or storage fails. `nowMs` is this device's time. */
export async function loadSky(nowMs: number): Promise<CachedSky | undefined> {
  const stored = await inDatabase(DATABASE, (store) => store.get(KEY)).catch(() => undefined);
  return unpackSky(stored, nowMs);
}

/** Replaces the cached sky. If storage fails, the map has no offline data. */
export async function saveSky(packed: PackedSky): Promise<void> {
  await inDatabase(DATABASE, (store) => store.put(packed, KEY)).catch(() => undefined);
}
