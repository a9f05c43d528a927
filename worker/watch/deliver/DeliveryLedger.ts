import type { Delivery, Summary } from './Delivery.ts';
import type { WaitingRow } from './SendQueue.ts';

interface Row extends Record<string, SqlStorageValue> {
  readonly id: string;
  readonly book: string;
  readonly recipient: string;
  readonly area: string;
  readonly rank: number;
  readonly state: string;
  readonly attempts: number;
  readonly next_ms: number;
  readonly leased_ms: number;
  readonly expires_ms: number;
  readonly strike_ms: number | null;
  readonly decided_ms: number;
  readonly sent_ms: number | null;
  readonly confirmed_ms: number | null;
  readonly reason: string | null;
  readonly summary: string;
  readonly body: string | null;
  readonly receipt_hash: string | null;
}

type WaitingColumns = Pick<Row, 'id' | 'rank' | 'next_ms' | 'leased_ms' | 'decided_ms'>;

/** The outbox: every message that was decided, until 30 days after it. */
export class DeliveryLedger {
  private readonly sql: SqlStorage;
  private readonly touched = new Map<string, Pick<Delivery, 'book' | 'recipient'>>();

  constructor(sql: SqlStorage) {
    this.sql = sql;
    const waiting = "SELECT DISTINCT book, recipient FROM delivery WHERE state = 'pending'";
    for (const one of sql.exec<{ book: string; recipient: string }>(waiting)) this.touch(one);
  }

  delivery(id: string): Delivery | undefined {
    return this.select('WHERE id = ?', id)[0];
  }

  has(id: string): boolean {
    return this.sql.exec('SELECT 1 FROM delivery WHERE id = ?', id).toArray().length > 0;
  }

  waiting(book: string, recipient: string, area: string): Delivery[] {
    const where = "WHERE book = ? AND recipient = ? AND area = ? AND state = 'pending' ORDER BY decided_ms";
    return this.select(where, book, recipient, area);
  }

  waitingFor(book: string, recipient: string): WaitingRow[] {
    return this.sql
      .exec<WaitingColumns>(
        "SELECT id, rank, next_ms, leased_ms, decided_ms FROM delivery WHERE book = ? AND recipient = ? AND state = 'pending'",
        book,
        recipient,
      )
      .toArray()
      .map(({ id, rank, next_ms, leased_ms, decided_ms }) => ({
        id,
        rank,
        nextMs: next_ms,
        leasedMs: leased_ms,
        decidedMs: decided_ms,
      }));
  }

  /**
   * The recipients for whom something else may wait than when this was called last; at first, all for whom anything does.
   * A change that was rolled back is named too: what is read then is what stands.
   */
  takeTouched(): Pick<Delivery, 'book' | 'recipient'>[] {
    const touched = [...this.touched.values()];
    this.touched.clear();
    return touched;
  }

  leased(nowMs: number): Delivery[] {
    return this.select("WHERE state = 'pending' AND leased_ms > ?", nowMs);
  }

  /** The newest of the book, newest first; of one recipient if it is given. */
  newest(book: string, most: number, recipient?: string): Delivery[] {
    return recipient === undefined
      ? this.select('WHERE book = ? ORDER BY decided_ms DESC LIMIT ?', book, most)
      : this.select('WHERE book = ? AND recipient = ? ORDER BY decided_ms DESC LIMIT ?', book, recipient, most);
  }

  byReceipt(receiptHash: string): Delivery | undefined {
    return this.select('WHERE receipt_hash = ?', receiptHash)[0];
  }

  write(delivery: Delivery): void {
    this.touch(delivery);
    this.sql.exec(
      `INSERT OR REPLACE INTO delivery (id, book, recipient, area, rank, state, attempts, next_ms, leased_ms, expires_ms,
       strike_ms, decided_ms, sent_ms, confirmed_ms, reason, summary, body, receipt_hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      delivery.id,
      delivery.book,
      delivery.recipient,
      delivery.area,
      delivery.rank,
      delivery.state,
      delivery.attempts,
      delivery.nextMs,
      delivery.leasedMs,
      delivery.expiresMs,
      delivery.strikeMs,
      delivery.decidedMs,
      delivery.sentMs,
      delivery.confirmedMs,
      delivery.reason,
      JSON.stringify(delivery.summary),
      delivery.body,
      delivery.receiptHash,
    );
  }

  settle(delivery: Delivery): void {
    const { id, state, attempts, nextMs, leasedMs, sentMs, confirmedMs, reason, body } = delivery;
    this.touch(delivery);
    this.sql.exec(
      `UPDATE delivery SET state = ?, attempts = ?, next_ms = ?, leased_ms = ?, sent_ms = ?, confirmed_ms = ?, reason = ?,
       body = ? WHERE id = ?`,
      state,
      attempts,
      nextMs,
      leasedMs,
      sentMs,
      confirmedMs,
      reason,
      body,
      id,
    );
  }

  lease(rows: readonly Delivery[], untilMs: number): void {
    for (const row of rows) this.touch(row);
    const asked = JSON.stringify(rows.map(({ id }) => id));
    this.sql.exec('UPDATE delivery SET leased_ms = ? WHERE id IN (SELECT value FROM json_each(?))', untilMs, asked);
  }

  /** Whatever waits for this recipient will not be delivered. */
  endWaiting(book: string, recipient: string, reason: string): void {
    this.touch({ book, recipient });
    this.sql.exec(
      "UPDATE delivery SET state = 'dead', body = NULL, reason = ? WHERE book = ? AND recipient = ? AND state = 'pending'",
      reason,
      book,
      recipient,
    );
  }

  /** Forgets what is finished, and gives up what has expired. */
  retain(nowMs: number, keptSinceMs: number): void {
    const ended = this.sql.exec<{ book: string; recipient: string }>(
      "UPDATE delivery SET state = 'dead', body = NULL, reason = coalesce(reason, 'expired') WHERE state = 'pending' AND expires_ms <= ? AND leased_ms <= ? RETURNING book, recipient",
      nowMs,
      nowMs,
    );
    for (const one of ended) this.touch(one);
    this.sql.exec("DELETE FROM delivery WHERE decided_ms < ? AND state <> 'pending'", keptSinceMs);
  }

  private touch({ book, recipient }: Pick<Delivery, 'book' | 'recipient'>): void {
    this.touched.set(`${book}/${recipient}`, { book, recipient });
  }

  private select(where: string, ...values: (string | number)[]): Delivery[] {
    return this.sql
      .exec<Row>(`SELECT * FROM delivery ${where}`, ...values)
      .toArray()
      .map(deliveryOf);
  }
}

function deliveryOf(row: Row): Delivery {
  return {
    id: row.id,
    book: row.book,
    recipient: row.recipient,
    area: row.area,
    rank: row.rank,
    state: row.state as Delivery['state'],
    attempts: row.attempts,
    nextMs: row.next_ms,
    leasedMs: row.leased_ms,
    expiresMs: row.expires_ms,
    strikeMs: row.strike_ms,
    decidedMs: row.decided_ms,
    sentMs: row.sent_ms,
    confirmedMs: row.confirmed_ms,
    reason: row.reason,
    summary: JSON.parse(row.summary) as Summary,
    body: row.body,
    receiptHash: row.receipt_hash,
  };
}
