import { mercatorFixedX, mercatorFixedY } from '#shared/geo/mercator.ts';
import { DEGREES_TO_E5, type StrikeColumns } from '#shared/wire/StrikeColumns.ts';

/** Shared by all stores of a page, so that a reader that gets another store reads all of it. */
let generations = 0;

/** For rows outside a store. */
export function newGeneration(): number {
  generations += 1;
  return generations;
}

/** Integers of one rendered row: Mercator x, Mercator y, time in tenths of a second after `epochMs`. */
export const RENDERED_INTS_PER_ROW = 3;
export const RENDERED_TIME_UNIT_MS = 100;

/** Rows as rendered: append-only while `generation` stays the same. */
export interface RenderedRows {
  /** `RENDERED_INTS_PER_ROW` each. */
  readonly rendered: Int32Array;
  readonly length: number;
  readonly generation: number;
  /** Zero of the rendered times. */
  readonly epochMs: number;
}

interface StrikeStoreOptions {
  readonly capacity: number;
  readonly maxAgeMs: number;
  /** Zero of the rendered times; any recent instant. */
  readonly epochMs: number;
}

export interface StoredStrike {
  readonly ordinal: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly atMs: number;
}

/**
 * The strikes held by this tab, as parallel typed arrays in order of arrival, each ordinal once. Rows are only
 * appended, but from time to time old ones are removed, which moves the rest and increases `generation`. A reader that
 * remembers (`generation`, rows read) can therefore find its new rows: see `dirtyRows`.
 */
export class StrikeStore implements RenderedRows {
  readonly epochMs: number;
  readonly ordinals: Float64Array;
  readonly latitudesE5: Int32Array;
  readonly longitudesE5: Int32Array;
  readonly atMs: Float64Array;
  /** `RENDERED_INTS_PER_ROW` each. */
  readonly rendered: Int32Array;
  private readonly capacity: number;
  private readonly maxAgeMs: number;
  private readonly known = new OrdinalSet();
  /** Older strikes were removed because the store was full, and are not accepted again. */
  private fullFloorMs = Number.NEGATIVE_INFINITY;
  private rows = 0;
  private lastGeneration = newGeneration();

  constructor({ capacity, maxAgeMs, epochMs }: StrikeStoreOptions) {
    this.capacity = capacity;
    this.maxAgeMs = maxAgeMs;
    this.epochMs = epochMs;
    this.ordinals = new Float64Array(capacity);
    this.latitudesE5 = new Int32Array(capacity);
    this.longitudesE5 = new Int32Array(capacity);
    this.atMs = new Float64Array(capacity);
    this.rendered = new Int32Array(capacity * RENDERED_INTS_PER_ROW);
  }

  get length(): number {
    return this.rows;
  }

  get generation(): number {
    return this.lastGeneration;
  }

  strikeAt(row: number): StoredStrike {
    return {
      ordinal: this.ordinals[row] ?? 0,
      latitude: (this.latitudesE5[row] ?? 0) / DEGREES_TO_E5,
      longitude: (this.longitudesE5[row] ?? 0) / DEGREES_TO_E5,
      atMs: this.atMs[row] ?? 0,
    };
  }

  /** Adds strikes that are new and young enough; returns how many. `nowMs` is the server's time. */
  append(columns: StrikeColumns, nowMs: number): number {
    let floorMs = this.floorMs(nowMs);
    let added = 0;
    for (let index = 0; index < columns.ordinals.length; index += 1) {
      const atMs = columns.atMs[index] as number;
      if (this.rows === this.capacity) {
        this.makeRoom(floorMs);
        floorMs = this.floorMs(nowMs);
      }
      if (atMs < floorMs) continue;
      const ordinal = columns.ordinals[index] as number;
      if (!this.known.add(ordinal)) continue;
      this.write(ordinal, columns.latitudesE5[index] as number, columns.longitudesE5[index] as number, atMs);
      added += 1;
    }
    return added;
  }

  /** Removes strikes that are too old, once there are enough of them to make moving the rest worthwhile. */
  expire(nowMs: number): void {
    const floorMs = this.floorMs(nowMs);
    let expired = 0;
    for (let row = 0; row < this.rows; row += 1) if ((this.atMs[row] as number) < floorMs) expired += 1;
    if (expired > 1024 && expired * 4 > this.rows) this.purge(floorMs);
  }

  clear(): void {
    this.rows = 0;
    this.lastGeneration = newGeneration();
    this.fullFloorMs = Number.NEGATIVE_INFINITY;
    this.known.clear();
  }

  private floorMs(nowMs: number): number {
    return Math.max(this.fullFloorMs, nowMs - this.maxAgeMs);
  }

  private write(ordinal: number, latitudeE5: number, longitudeE5: number, atMs: number): void {
    const row = this.rows;
    this.ordinals[row] = ordinal;
    this.latitudesE5[row] = latitudeE5;
    this.longitudesE5[row] = longitudeE5;
    this.atMs[row] = atMs;
    const renderedAt = row * RENDERED_INTS_PER_ROW;
    this.rendered[renderedAt] = mercatorFixedX(longitudeE5 / DEGREES_TO_E5);
    this.rendered[renderedAt + 1] = mercatorFixedY(latitudeE5 / DEGREES_TO_E5);
    this.rendered[renderedAt + 2] = Math.floor((atMs - this.epochMs) / RENDERED_TIME_UNIT_MS);
    this.rows += 1;
  }

  /** Removes expired strikes, and at least the oldest quarter by strike time, regardless of arrival. */
  private makeRoom(floorMs: number): void {
    const times = this.atMs.slice(0, this.rows).sort();
    const quarterMs = (times[Math.floor(this.rows / 4)] as number) + 1;
    if (quarterMs > floorMs) this.fullFloorMs = quarterMs;
    this.purge(Math.max(floorMs, quarterMs));
  }

  private purge(floorMs: number): void {
    this.known.clear();
    let retained = 0;
    for (let row = 0; row < this.rows; row += 1) {
      if ((this.atMs[row] as number) < floorMs) continue;
      this.known.add(this.ordinals[row] as number);
      if (retained !== row) this.move(row, retained);
      retained += 1;
    }
    this.rows = retained;
    this.lastGeneration = newGeneration();
  }

  private move(from: number, to: number): void {
    this.ordinals[to] = this.ordinals[from] as number;
    this.latitudesE5[to] = this.latitudesE5[from] as number;
    this.longitudesE5[to] = this.longitudesE5[from] as number;
    this.atMs[to] = this.atMs[from] as number;
    this.rendered.copyWithin(
      to * RENDERED_INTS_PER_ROW,
      from * RENDERED_INTS_PER_ROW,
      (from + 1) * RENDERED_INTS_PER_ROW,
    );
  }
}

const BITS_PER_BLOCK = 2 ** 15;

/** A set of dense integers, as bits in blocks of 4 kB: a hundredth of a Set's memory, and no garbage. */
class OrdinalSet {
  private readonly blocks = new Map<number, Uint32Array>();

  /** Returns true if the number was new. */
  add(ordinal: number): boolean {
    const blockNumber = Math.floor(ordinal / BITS_PER_BLOCK);
    let block = this.blocks.get(blockNumber);
    if (block === undefined) {
      block = new Uint32Array(BITS_PER_BLOCK / 32);
      this.blocks.set(blockNumber, block);
    }
    const bit = ordinal - blockNumber * BITS_PER_BLOCK;
    const word = bit >>> 5;
    const mask = 1 << (bit & 31);
    const held = block[word] ?? 0;
    if ((held & mask) !== 0) return false;
    block[word] = held | mask;
    return true;
  }

  clear(): void {
    this.blocks.clear();
  }
}

/** The strikes held by this tab. A new object around the same store makes readers read it again. */
export interface HeldStrikes {
  readonly store: StrikeStore;
  readonly revision: number;
}

export function changedStrikes({ store, revision }: HeldStrikes): HeldStrikes {
  return { store, revision: revision + 1 };
}

export interface ReadMark {
  readonly generation: number;
  readonly rows: number;
}

/** Returns the rows `[from, to)` that a reader at `mark` has not seen. */
export function dirtyRows(mark: ReadMark, now: ReadMark): { readonly from: number; readonly to: number } {
  return mark.generation === now.generation ? { from: mark.rows, to: now.rows } : { from: 0, to: now.rows };
}
