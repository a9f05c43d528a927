import TinyQueue from 'tinyqueue';
import { LAST_RANK } from './Delivery.ts';
import { LANE_NAMES, type LaneName } from './SendLane.ts';
import { Turns, type Waiting } from './Turns.ts';

export interface WaitingRow {
  readonly id: string;
  readonly rank: number;
  readonly nextMs: number;
  readonly leasedMs: number;
  readonly decidedMs: number;
}

/** A recipient's place in the queue and its far side. */
export interface Way {
  readonly key: string;
  readonly book: string;
  readonly recipient: string;
  readonly network: string;
  readonly lane: LaneName;
  readonly host: string;
}

export interface Ready extends Way, Waiting {
  readonly id: string;
}

interface Line {
  readonly way: Way;
  readonly rows: readonly WaitingRow[];
}

interface Later {
  readonly key: string;
  readonly atMs: number;
}

/**
 * The waiting messages, in memory; the next of each recipient is at the head of its line. A recipient is busy in all
 * lanes at once: else an all-clear could overtake its stop. (TL8) What has the last rank waits until nothing else of any lane
 * is ready. (FN4)
 */
export class SendQueue {
  private readonly lines = new Map<string, Line>();
  private readonly ready: Readonly<Record<LaneName, Turns<Ready>>>;
  private readonly last: Readonly<Record<LaneName, Turns<Ready>>>;
  private readonly later = new TinyQueue<Later>([], (a, b) => a.atMs - b.atMs);
  /** When each line is to be looked at again; entries of `later` that differ are out of date. */
  private readonly laterMs = new Map<string, number>();
  private readonly busyMs = new Map<string, number>();

  constructor() {
    const turns = () => Object.fromEntries(LANE_NAMES.map((name) => [name, new Turns<Ready>()])) as SendQueue['ready'];
    this.ready = turns();
    this.last = turns();
  }

  put(way: Way, rows: readonly WaitingRow[], nowMs: number): void {
    this.drop(way.key);
    if (rows.length === 0) return;
    this.lines.set(way.key, { way, rows });
    this.place(way.key, nowMs);
  }

  drop(key: string): void {
    const line = this.lines.get(key);
    if (line) this.unready(line.way);
    this.lines.delete(key);
    this.laterMs.delete(key);
  }

  hold(key: string, untilMs: number): void {
    this.busyMs.set(key, untilMs);
    if (this.lines.has(key)) this.postpone(key, untilMs);
  }

  free(key: string, nowMs: number): void {
    this.busyMs.delete(key);
    this.place(key, nowMs);
  }

  /** Something in the lane, of an eligible network, waits for nothing but its turn. */
  isReady(lane: LaneName, nowMs: number, eligible: (network: string) => boolean = () => true): boolean {
    this.promote(nowMs);
    const turns = this.turnsOf(lane);
    return turns.size > 0 && turns.some(eligible);
  }

  /** Takes the next of the lane. `heldBackMs`: until when one must wait, undefined if it need not. */
  take(
    lane: LaneName,
    nowMs: number,
    eligible: (network: string) => boolean,
    heldBackMs: (ready: Ready) => number | undefined,
  ): Ready | undefined {
    this.promote(nowMs);
    return this.turnsOf(lane).take(
      eligible,
      (ready) => heldBackMs(ready) ?? true,
      ({ key }, untilMs) => this.postpone(key, untilMs),
    );
  }

  /** When the next line that waits for a time may be looked at; undefined if none does. */
  nextMs(): number | undefined {
    for (let next = this.later.peek(); next; next = this.later.peek()) {
      if (this.laterMs.get(next.key) === next.atMs) return next.atMs;
      this.later.pop();
    }
    return undefined;
  }

  private turnsOf(lane: LaneName): Turns<Ready> {
    return LANE_NAMES.some((name) => this.ready[name].size > 0) ? this.ready[lane] : this.last[lane];
  }

  private unready({ lane, key }: Way): void {
    this.ready[lane].remove(key);
    this.last[lane].remove(key);
  }

  private promote(nowMs: number): void {
    for (let atMs = this.nextMs(); atMs !== undefined && atMs <= nowMs; atMs = this.nextMs()) {
      const { key } = this.later.pop() as Later;
      this.laterMs.delete(key);
      this.place(key, nowMs);
    }
  }

  private place(key: string, nowMs: number): void {
    const line = this.lines.get(key);
    if (!line) return;
    this.unready(line.way);
    const busyMs = this.busyMs.get(key) ?? 0;
    if (busyMs > nowMs) {
      this.postpone(key, busyMs);
      return;
    }
    this.busyMs.delete(key);
    const due = line.rows.filter(({ nextMs, leasedMs }) => Math.max(nextMs, leasedMs) <= nowMs);
    const head = due.toSorted((a, b) => a.rank - b.rank || a.nextMs - b.nextMs || a.decidedMs - b.decidedMs)[0];
    if (head) {
      this.laterMs.delete(key);
      const turns = head.rank >= LAST_RANK ? this.last : this.ready;
      turns[line.way.lane].add({ ...line.way, id: head.id, rank: head.rank, decidedMs: head.decidedMs });
    } else {
      this.postpone(key, Math.min(...line.rows.map((row) => Math.max(row.nextMs, row.leasedMs))));
    }
  }

  private postpone(key: string, atMs: number): void {
    this.laterMs.set(key, atMs);
    this.later.push({ key, atMs });
  }
}
