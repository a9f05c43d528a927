import type { Breaker } from '../pace/breaker.ts';
import type { CallBudget } from '../pace/callBudget.ts';

/** Single values the Feed must not forget, by name. */
interface Facts {
  /** Highest ordinal given. */
  seq: number;
  /** Every strike up to this ordinal is in the archive. */
  archivedSeq: number;
  /** When the provider last answered for the home region. */
  lastSuccessMs: number | null;
  /** Until when sweeps were scheduled. */
  sweptMs: number;
  budget: CallBudget;
  breaker: Breaker;
  calls: number;
  failures: number;
  skippedEvents: number;
  droppedReaders: number;
}

/** The facts, one JSON row each, read through on every access: memory and storage cannot disagree. */
export class FactLedger {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  read<Name extends keyof Facts>(name: Name): Facts[Name] | undefined {
    const row = this.sql.exec<{ value: string }>('SELECT value FROM fact WHERE name = ?', name).toArray()[0];
    return row && (JSON.parse(row.value) as Facts[Name]);
  }

  write<Name extends keyof Facts>(name: Name, value: Facts[Name]): void {
    this.sql.exec('INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)', name, JSON.stringify(value));
  }

  add(name: 'calls' | 'failures' | 'skippedEvents' | 'droppedReaders', count: number): void {
    this.write(name, (this.read(name) ?? 0) + count);
  }
}
