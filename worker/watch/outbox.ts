import { compareLevels } from '#shared/watch/Area.ts';
import { hashOf } from '#worker/http/keys/apiKeys.ts';
import { type Delivery, rankOf, type Summary } from './delivery.ts';
import type { Message, Missed } from './messages.ts';
import { lifeMs } from './messages.ts';
import type { WaitingRow } from './queue.ts';
import type { Recipient } from './recipients.ts';
import { shardOf } from './watchlists.ts';

/** A message for one recipient. `messageWith` composes it once the missed raise is known. */
interface Post {
  readonly recipient: Recipient;
  readonly area: string;
  readonly strikeMs: number | null;
  readonly nowMs: number;
  readonly messageWith: (missed: Missed | undefined) => Message;
  /** Default: `area.change.recipient`. */
  readonly id?: string;
  readonly triedMs?: number | undefined;
}

/**
 * Puts a message into the outbox, inside the transaction that decided it. Per recipient and area only the newest
 * message is pending: it replaces unsent ones, keeps their rank, and reports which raise never arrived.
 */
export function putIntoOutbox(
  deliveries: DeliveryLedger,
  { recipient, area, strikeMs, nowMs, messageWith, id, triedMs }: Post,
): void {
  const waiting = area === '' ? [] : deliveries.waiting(recipient.watchlist, recipient.id, area);
  const unsent = waiting.filter(({ leasedMs }) => leasedMs <= nowMs);
  const missed = missedOf(unsent);
  const message = messageWith(missed);
  const { type, data } = message;
  const { level, previousLevel, change } = data;
  // A raise contains everything that holds now; a missed raise is reported with its end.
  const summary: Summary = { type, level, previousLevel, change, ...(missed ? { missed } : {}) };
  const requested = id ?? `${area}.${change}.${recipient.id}`;
  const input = deliveries.has(requested) ? `${requested}.${nowMs}` : requested;
  for (const old of unsent) deliveries.write({ ...old, state: 'superseded', body: null });
  deliveries.write({
    id: input,
    watchlist: recipient.watchlist,
    recipient: recipient.id,
    area,
    rank: Math.min(rankOf(summary), ...unsent.map(({ rank }) => rank)),
    state: 'pending',
    attempts: 0,
    nextMs: nowMs,
    leasedMs: 0,
    expiresMs: nowMs + (triedMs ?? lifeMs(type)),
    strikeMs,
    decidedMs: nowMs,
    sentMs: null,
    confirmedMs: null,
    reason: null,
    summary,
    body: JSON.stringify(message),
    receiptHash: recipient.target.channel === 'push' ? hashOf(receiptOf(recipient, input)) : null,
  });
}

/** The highest level of the unsent raises, and since when. */
function missedOf(unsent: readonly Delivery[]): Missed | undefined {
  const raises = unsent.flatMap(({ summary, decidedMs }): Missed[] => [
    ...(summary.missed ? [summary.missed] : []),
    ...(summary.type === 'watch.raised' ? [{ level: summary.level, since: new Date(decidedMs).toISOString() }] : []),
  ]);
  const [first] = raises;
  if (!first) return undefined;
  const { level } = raises.reduce((a, b) => (compareLevels(b.level, a.level) > 0 ? b : a));
  return { level, since: first.since };
}

const TOKEN_DIGITS = 31;

/** Proves a push message's arrival: only the encrypted payload has it. The first digit names the watchlist's shard. */
export function receiptOf(
  { watchlist, muteKey }: Pick<Recipient, 'watchlist' | 'muteKey'>,
  deliveryId: string,
): string {
  return shardOf(watchlist) + hashOf(`receipt.${muteKey}.${deliveryId}`).slice(0, TOKEN_DIGITS);
}

const COLUMNS: Readonly<Record<keyof Delivery, string>> = {
  id: 'id',
  watchlist: 'watchlist',
  recipient: 'recipient',
  area: 'area',
  rank: 'rank',
  state: 'state',
  attempts: 'attempts',
  nextMs: 'next_ms',
  leasedMs: 'leased_ms',
  expiresMs: 'expires_ms',
  strikeMs: 'strike_ms',
  decidedMs: 'decided_ms',
  sentMs: 'sent_ms',
  confirmedMs: 'confirmed_ms',
  reason: 'reason',
  summary: 'summary',
  body: 'body',
  receiptHash: 'receipt_hash',
};
const ALL = Object.keys(COLUMNS) as (keyof Delivery)[];
const ATTEMPTED = ['state', 'attempts', 'nextMs', 'leasedMs', 'sentMs', 'confirmedMs', 'reason', 'body'] as const;

const selected = (fields: readonly (keyof Delivery)[]) =>
  fields.map((name) => `${COLUMNS[name]} AS ${name}`).join(', ');
const INSERT = `INSERT OR REPLACE INTO delivery (${ALL.map((name) => COLUMNS[name]).join(', ')})
  VALUES (${ALL.map(() => '?').join(', ')})`;
const FINISH_ATTEMPT = `UPDATE delivery SET ${ATTEMPTED.map((name) => `${COLUMNS[name]} = ?`).join(', ')} WHERE id = ?`;
const WAITING = `SELECT ${selected(['id', 'rank', 'nextMs', 'leasedMs', 'decidedMs'])} FROM delivery
  WHERE watchlist = ? AND recipient = ? AND state = 'pending'`;

type Row = Omit<Delivery, 'summary'> & { readonly summary: string } & Record<string, SqlStorageValue>;
type Addressed = Pick<Delivery, 'watchlist' | 'recipient'>;

/** The outbox: every decided message, for 30 days. */
export class DeliveryLedger {
  private readonly sql: SqlStorage;
  private readonly touched = new Map<string, Addressed>();

  constructor(sql: SqlStorage) {
    this.sql = sql;
    const waiting = "SELECT DISTINCT watchlist, recipient FROM delivery WHERE state = 'pending'";
    for (const one of sql.exec<{ watchlist: string; recipient: string }>(waiting)) this.touch(one);
  }

  delivery(id: string): Delivery | undefined {
    return this.select('WHERE id = ?', id)[0];
  }

  has(id: string): boolean {
    return this.sql.exec('SELECT 1 FROM delivery WHERE id = ?', id).toArray().length > 0;
  }

  waiting(watchlist: string, recipient: string, area: string): Delivery[] {
    const where = "WHERE watchlist = ? AND recipient = ? AND area = ? AND state = 'pending' ORDER BY decided_ms";
    return this.select(where, watchlist, recipient, area);
  }

  waitingFor(watchlist: string, recipient: string): WaitingRow[] {
    return this.sql.exec<WaitingRow & Record<string, SqlStorageValue>>(WAITING, watchlist, recipient).toArray();
  }

  /**
   * Recipients whose pending messages may have changed since the last call; at first, all recipients that have any. Includes
   * rolled-back changes: callers read the stored state again.
   */
  collectTouched(): Addressed[] {
    const touched = [...this.touched.values()];
    this.touched.clear();
    return touched;
  }

  leased(nowMs: number): Delivery[] {
    return this.select("WHERE state = 'pending' AND leased_ms > ?", nowMs);
  }

  newest(watchlist: string, most: number, recipient?: string): Delivery[] {
    return recipient === undefined
      ? this.select('WHERE watchlist = ? ORDER BY decided_ms DESC LIMIT ?', watchlist, most)
      : this.select(
          'WHERE watchlist = ? AND recipient = ? ORDER BY decided_ms DESC LIMIT ?',
          watchlist,
          recipient,
          most,
        );
  }

  byReceipt(receiptHash: string): Delivery | undefined {
    return this.select('WHERE receipt_hash = ?', receiptHash)[0];
  }

  write(delivery: Delivery): void {
    this.touch(delivery);
    const row = { ...delivery, summary: JSON.stringify(delivery.summary) };
    this.sql.exec(INSERT, ...ALL.map((name) => row[name]));
  }

  finish(delivery: Delivery): void {
    this.touch(delivery);
    this.sql.exec(FINISH_ATTEMPT, ...ATTEMPTED.map((name) => delivery[name]), delivery.id);
  }

  lease(rows: readonly Delivery[], untilMs: number): void {
    for (const row of rows) this.touch(row);
    const requested = JSON.stringify(rows.map(({ id }) => id));
    this.sql.exec('UPDATE delivery SET leased_ms = ? WHERE id IN (SELECT value FROM json_each(?))', untilMs, requested);
  }

  /** Ends all pending deliveries of this recipient, undelivered. */
  endWaiting(watchlist: string, recipient: string, reason: string): void {
    this.touch({ watchlist, recipient });
    this.sql.exec(
      "UPDATE delivery SET state = 'dead', body = NULL, reason = ? WHERE watchlist = ? AND recipient = ? AND state = 'pending'",
      reason,
      watchlist,
      recipient,
    );
  }

  /** Deletes finished deliveries, and ends expired ones. */
  retain(nowMs: number, retainedSinceMs: number): void {
    const ended = this.sql.exec<{ watchlist: string; recipient: string }>(
      "UPDATE delivery SET state = 'dead', body = NULL, reason = coalesce(reason, 'expired') WHERE state = 'pending' AND expires_ms <= ? AND leased_ms <= ? RETURNING watchlist, recipient",
      nowMs,
      nowMs,
    );
    for (const one of ended) this.touch(one);
    this.sql.exec("DELETE FROM delivery WHERE decided_ms < ? AND state <> 'pending'", retainedSinceMs);
  }

  private touch({ watchlist, recipient }: Addressed): void {
    this.touched.set(`${watchlist}/${recipient}`, { watchlist, recipient });
  }

  private select(where: string, ...values: (string | number)[]): Delivery[] {
    return this.sql
      .exec<Row>(`SELECT ${selected(ALL)} FROM delivery ${where}`, ...values)
      .toArray()
      .map((row) => ({ ...row, summary: JSON.parse(row.summary) as Summary }));
  }
}
