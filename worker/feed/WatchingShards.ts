import type { FactLedger } from './ledger/FactLedger.ts';

const WATCHING_MS = 90_000;
/** An entry is written anew only when a third of it is used up: each look would be a write otherwise. */
const RENEW_BEFORE_MS = 60_000;

/** The Watch objects that have areas: each counts for 90 s after it last asked for news, over a restart too. */
export class WatchingShards {
  private readonly facts: FactLedger;

  constructor(facts: FactLedger) {
    this.facts = facts;
  }

  note(shard: string, nowMs: number): void {
    const until = this.facts.read('watching');
    if ((until[shard] ?? 0) > nowMs + RENEW_BEFORE_MS) return;
    const others = Object.entries(until).filter(([, untilMs]) => untilMs > nowMs);
    this.facts.write('watching', { ...Object.fromEntries(others), [shard]: nowMs + WATCHING_MS });
  }

  at(nowMs: number): string[] {
    const until = Object.entries(this.facts.read('watching'));
    return until.filter(([, untilMs]) => untilMs > nowMs).map(([shard]) => shard);
  }
}
