import { dayStartMs } from '#shared/time/utcDay.ts';
import type { Env } from '#worker/settings/Env.ts';
import { type Added, type NewMessage, OutboxIntake } from './OutboxIntake.ts';
import { type LeasedMessage, type OutboxCounts, type OutboxState, OutboxTable } from './OutboxTable.ts';
import type { Settlement } from './outboxPolicy.ts';

/**
 * How long a new message waits for the former table. It is in the archive's database, which may be busy; without its
 * answer a message might be sent twice, but never not at all.
 */
const FORMER_PATIENCE_MS = 1_000;

export interface OutboxDeps {
  /** A salt for the networks' hashes, if the day has none yet. */
  freshSalt(): string;
  wait(ms: number): Promise<void>;
}

/**
 * The contact messages. New ones go to the outbox's own database; those that releases up to 0.1 stored in the archive's
 * are sent, counted, found and deleted from there, and no new ones join them.
 */
export class Outbox {
  private readonly intake: OutboxIntake;
  private readonly own: OutboxTable;
  private readonly former: OutboxTable;
  private readonly deps: OutboxDeps;

  constructor(env: Pick<Env, 'OUTBOX_DB' | 'DB'>, deps: OutboxDeps = outboxDeps) {
    this.intake = new OutboxIntake(env.OUTBOX_DB);
    this.own = new OutboxTable(env.OUTBOX_DB, 'own');
    this.former = new OutboxTable(env.DB, 'former');
    this.deps = deps;
  }

  /** The state of the message; undefined if there is none with this id. */
  async stateOf(id: string): Promise<OutboxState | undefined> {
    const [own, former] = await Promise.all([this.own.stateOf(id), this.ofFormer(this.former.stateOf(id))]);
    return own ?? former;
  }

  /** Adds the message if the limits let it in. */
  async add(message: NewMessage): Promise<Added> {
    const [salt, formerToday] = await Promise.all([
      this.intake.saltOf(message.nowMs, this.deps.freshSalt()),
      this.ofFormer(this.former.countSince(dayStartMs(message.nowMs))),
    ]);
    return await this.intake.add(message, salt, formerToday ?? 0);
  }

  /** Leases a dead row to the caller with its attempts reset to 0; undefined if no row of this id is dead. */
  async revive(id: string, leasedUntilMs: number): Promise<LeasedMessage | undefined> {
    return (await this.own.revive(id, leasedUntilMs)) ?? (await this.former.revive(id, leasedUntilMs));
  }

  /** Leases a row that is due; undefined if none is. */
  async leaseDue(nowMs: number, leasedUntilMs: number): Promise<LeasedMessage | undefined> {
    return (await this.own.leaseDue(nowMs, leasedUntilMs)) ?? (await this.former.leaseDue(nowMs, leasedUntilMs));
  }

  /** Records an attempt's outcome. A delivery always counts, other outcomes only if the caller still holds the lease. */
  async recordAttempt(row: LeasedMessage, settlement: Settlement, nowMs: number): Promise<void> {
    await this[row.place].recordAttempt(row, settlement, nowMs);
  }

  async counts(): Promise<OutboxCounts> {
    const [own, former] = await Promise.all([this.own.counts(), this.former.counts()]);
    return {
      pending: own.pending + former.pending,
      deferred: own.deferred,
      dead: own.dead + former.dead,
    };
  }

  /** Deletes messages that were delivered, or given up, before `beforeMs`; returns how many. */
  async deleteFinished(state: 'delivered' | 'dead', beforeMs: number): Promise<number> {
    return (await this.own.deleteFinished(state, beforeMs)) + (await this.former.deleteFinished(state, beforeMs));
  }

  /** Makes deferred messages of earlier days due, at most `perDay` on the UTC day of `nowMs`; returns how many. */
  async releaseDeferred(nowMs: number, perDay: number): Promise<number> {
    return await this.intake.releaseDeferred(nowMs, perDay);
  }

  /** Forgets from which networks the messages of the days before `nowMs` came. */
  async forgetNetworks(nowMs: number): Promise<void> {
    await this.intake.forgetNetworks(nowMs);
  }

  /** The former table's answer; undefined if it fails or keeps a new message waiting. */
  private async ofFormer<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
    return await Promise.race([
      answer.catch(() => undefined),
      this.deps.wait(FORMER_PATIENCE_MS).then(() => undefined),
    ]);
  }
}

const outboxDeps: OutboxDeps = {
  freshSalt: () => crypto.randomUUID(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
