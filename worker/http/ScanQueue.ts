import type { Clock } from '#shared/Clock.ts';

/** A scan counts as this many rows until it has been made. */
const EXPECTED_ROWS = 5_000;
/** Rows that each question counts as, answered or not, so that asking again and again costs a caller. */
const REQUESTED_ROWS = 1_000;
/** In this time half of a caller's rows is forgotten. Forgetting all at once would make everyone equal. */
const HALF_LIFE_MS = 10_000;
const MAX_CLIENTS = 10_000;

/** Scans are counted by network, then by host in it. */
interface Caller {
  readonly network: string;
  readonly host: string;
}

export interface ScanLimits {
  readonly slots: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** A scan that runs longer loses its slot: the platform may have dropped it silently. */
  readonly slotMs: number;
}

interface Ticket {
  readonly caller: Caller;
  readonly result: (admitted: boolean) => void;
}

/**
 * To be called between two steps of a scan, with the rows of the step just made. Resolves when the next step may begin,
 * at once unless a waiting caller has had fewer rows; to false if the scan should end with what it has.
 */
export type GiveWay = (rowsRead: number) => Promise<boolean>;

/**
 * The scans of one isolate. A few run at once; of the others the one with fewest rows goes first, by network and within
 * it by host. So heavy callers wait behind light ones, also in the middle of a scan, and gain nothing by another
 * address. If too many wait, the greediest is turned away.
 */
export class ScanQueue {
  private readonly limits: ScanLimits;
  private readonly clock: Clock;
  private readonly after: (delayMs: number, work: () => void) => void;
  private readonly onSlotLost: () => void;
  private readonly running = new Map<Ticket, number>();
  private waiting: Ticket[] = [];
  private readonly rowsOf = new Map<string, number>();
  private forgotMs = 0;

  /** `onSlotLost`: a scan has lost its slot because it ran longer than `slotMs`. */
  constructor(
    limits: ScanLimits,
    clock: Clock,
    after: (delayMs: number, work: () => void) => void,
    onSlotLost: () => void,
  ) {
    this.limits = limits;
    this.clock = clock;
    this.after = after;
    this.onSlotLost = onSlotLost;
  }

  async run<Result extends { readonly rowsRead: number }>(
    caller: Caller,
    scan: (giveWay: GiveWay) => Promise<Result>,
  ): Promise<Result | 'busy'> {
    let { ticket, admitted } = this.queue(caller);
    this.note(caller, REQUESTED_ROWS);
    if (!(await admitted)) return 'busy';
    let noted = 0;
    const giveWay: GiveWay = (rowsRead) => {
      this.note(caller, rowsRead);
      noted += rowsRead;
      if (!this.modestWaits(caller)) return Promise.resolve(true);
      this.running.delete(ticket);
      ({ ticket, admitted } = this.queue(caller));
      return admitted;
    };
    try {
      const result = await scan(giveWay);
      this.note(caller, result.rowsRead - noted);
      return result;
    } finally {
      this.running.delete(ticket);
      this.admit();
    }
  }

  private modestWaits({ network, host }: Caller): boolean {
    const had = (name: string) => this.rowsOf.get(name) ?? 0;
    return this.waiting.some(({ caller }) =>
      caller.network === network
        ? caller.host !== host && this.rowsDue('host', caller) < had(host)
        : this.rowsDue('network', caller) < had(network),
    );
  }

  private queue(caller: Caller): { ticket: Ticket; admitted: Promise<boolean> } {
    let result: Ticket['result'] = () => {};
    const admitted = new Promise<boolean>((resolve) => {
      result = resolve;
    });
    const ticket = { caller, result };
    this.waiting.push(ticket);
    this.admit();
    if (this.waiting.length > this.limits.maxWaiting) this.rejectClient(this.greediest());
    if (this.waiting.includes(ticket)) this.after(this.limits.maxWaitMs, () => this.rejectClient(ticket));
    return { ticket, admitted };
  }

  private admit(): void {
    const nowMs = this.clock.now();
    this.forget(nowMs);
    for (const [ticket, untilMs] of this.running) {
      if (untilMs > nowMs) continue;
      this.running.delete(ticket);
      this.onSlotLost();
    }
    while (this.running.size < this.limits.slots) {
      const next = this.waiting.reduce<Ticket | undefined>(
        (first, ticket) => (first && this.goesBefore(first.caller, ticket.caller) ? first : ticket),
        undefined,
      );
      if (!next) return;
      this.waiting = this.waiting.filter((ticket) => ticket !== next);
      this.running.set(next, nowMs + this.limits.slotMs);
      next.result(true);
    }
  }

  /** Whether `first` keeps its place: its network has had at most as many rows, or its host if they share a network. */
  private goesBefore(first: Caller, second: Caller): boolean {
    const part = first.network === second.network ? 'host' : 'network';
    return this.rowsDue(part, first) <= this.rowsDue(part, second);
  }

  /** The newest ticket of the host with most rows, had and wanted, in the network with most. */
  private greediest(): Ticket | undefined {
    const requested = (part: keyof Caller, caller: Caller) =>
      this.rowsDue(part, caller) +
      EXPECTED_ROWS * this.waiting.filter((ticket) => ticket.caller[part] === caller[part]).length;
    return this.waiting.reduceRight<Ticket | undefined>((most, ticket) => {
      if (!most) return ticket;
      const part = most.caller.network === ticket.caller.network ? 'host' : 'network';
      return requested(part, most.caller) >= requested(part, ticket.caller) ? most : ticket;
    }, undefined);
  }

  private rejectClient(ticket: Ticket | undefined): void {
    if (!ticket || !this.waiting.includes(ticket)) return;
    this.waiting = this.waiting.filter((waiting) => waiting !== ticket);
    ticket.result(false);
  }

  private rowsDue(part: keyof Caller, caller: Caller): number {
    const name = caller[part];
    const running = [...this.running.keys()].filter((ticket) => ticket.caller[part] === name).length;
    return (this.rowsOf.get(name) ?? 0) + running * EXPECTED_ROWS;
  }

  private note({ network, host }: Caller, rows: number): void {
    for (const name of new Set([network, host])) this.rowsOf.set(name, (this.rowsOf.get(name) ?? 0) + rows);
  }

  private forget(nowMs: number): void {
    if (this.rowsOf.size >= MAX_CLIENTS) this.rowsOf.clear();
    const halvings = Math.floor((nowMs - this.forgotMs) / HALF_LIFE_MS);
    if (halvings < 1) return;
    this.forgotMs = nowMs;
    for (const [client, rows] of this.rowsOf) {
      const left = rows / 2 ** halvings;
      if (left < 1) this.rowsOf.delete(client);
      else this.rowsOf.set(client, left);
    }
  }
}
