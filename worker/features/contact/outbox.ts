import type { Clock } from '#shared/Clock.ts';
import { type ContactFields, hasVisibleText } from '#shared/contact.ts';
import { MINUTE_MS } from '#shared/time.ts';
import { dayStartMs } from '#shared/utcDay.ts';
import { MAX_RETRIES, retryDelayMs } from '#worker/http/outbound/classifyResponse.ts';
import type { Log } from '#worker/http/outbound/log.ts';
import type { MessageDelivery, Notifier } from './notifiers.ts';

export type OutboxState = 'pending' | 'delivered' | 'dead';

/** Much longer than an attempt takes, but short enough to recover from a crash. */
export const LEASE_MS = 60_000;

interface NewMessage {
  readonly id: string;
  readonly message: string;
  readonly nowMs: number;
  readonly mostADay: number;
}

/** A row that only the lease's holder may send until `leasedUntilMs`. */
export interface LeasedMessage {
  readonly id: string;
  readonly message: string;
  readonly attempts: number;
  readonly leasedUntilMs: number;
}

interface OutboxCounts {
  readonly pending: number;
  /** Pending messages that fail because a setting is wrong. */
  readonly blocked: number;
  readonly dead: number;
  /** Stored since midnight UTC. */
  readonly today: number;
}

const LEASED = 'id, message, attempts, leased_until_ms AS leasedUntilMs';

/** The contact messages, in a separate database. Every method rejects if D1 does not respond. */
export class ContactOutbox {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  /**
   * Stores a message and leases it to the caller. If its id exists, returns that row's state instead; `full` if the
   * daily limit is reached. One statement checks and stores, so that simultaneous messages cannot exceed the limit.
   */
  async add({ id, message, nowMs, mostADay }: NewMessage): Promise<LeasedMessage | OutboxState | 'full'> {
    const leasedUntilMs = nowMs + LEASE_MS;
    const [insert, select] = await this.db.batch<{ readonly state: OutboxState }>([
      this.db
        .prepare(
          `INSERT INTO outbox (id, message, state, created_at_ms, next_at_ms, leased_until_ms)
           SELECT ?1, ?2, 'pending', ?3, ?3, ?4 WHERE (SELECT count(*) FROM outbox WHERE created_at_ms >= ?5) < ?6
           ON CONFLICT (id) DO NOTHING`,
        )
        .bind(id, message, nowMs, leasedUntilMs, dayStartMs(nowMs), mostADay),
      this.db.prepare('SELECT state FROM outbox WHERE id = ?').bind(id),
    ]);
    if (insert?.meta.changes === 1) return { id, message, attempts: 0, leasedUntilMs };
    return select?.results[0]?.state ?? 'full';
  }

  async stateOf(id: string): Promise<OutboxState | undefined> {
    const row = await this.db.prepare('SELECT state FROM outbox WHERE id = ?').bind(id).first<{ state: OutboxState }>();
    return row?.state;
  }

  /** Leases a dead row with its attempts reset to 0; undefined if no row of this id is dead. */
  async revive(id: string, leasedUntilMs: number): Promise<LeasedMessage | undefined> {
    return await this.leased(
      this.db
        .prepare(
          `UPDATE outbox SET state = 'pending', attempts = 0, finished_at_ms = NULL, leased_until_ms = ?2
           WHERE id = ?1 AND state = 'dead' RETURNING ${LEASED}`,
        )
        .bind(id, leasedUntilMs),
    );
  }

  async leaseDue(nowMs: number): Promise<LeasedMessage | undefined> {
    return await this.leased(
      this.db
        .prepare(
          `UPDATE outbox SET leased_until_ms = ?2
           WHERE id = (SELECT id FROM outbox WHERE state = 'pending' AND next_at_ms <= ?1 AND leased_until_ms <= ?1
                       ORDER BY next_at_ms LIMIT 1)
           RETURNING ${LEASED}`,
        )
        .bind(nowMs, nowMs + LEASE_MS),
    );
  }

  /** Records an attempt's outcome. A delivery always counts, other outcomes only if the caller still holds the lease. */
  async recordAttempt(row: LeasedMessage, settled: Settlement, nowMs: number): Promise<void> {
    const isPending = settled.state === 'pending';
    await this.db
      .prepare(
        `UPDATE outbox SET state = ?3, attempts = attempts + 1, leased_until_ms = 0, reason = ?4,
           next_at_ms = coalesce(?5, next_at_ms), finished_at_ms = ?6, blocked = ?7
         WHERE id = ?1 AND (?3 = 'delivered' OR (state = 'pending' AND leased_until_ms = ?2))`,
      )
      .bind(
        row.id,
        row.leasedUntilMs,
        settled.state,
        settled.state === 'delivered' ? null : settled.reason,
        isPending ? settled.nextAtMs : null,
        isPending ? null : nowMs,
        isPending && settled.blocked ? 1 : 0,
      )
      .run();
  }

  async counts(nowMs: number): Promise<OutboxCounts> {
    const counted = await this.db
      .prepare(
        `SELECT (SELECT count(*) FROM outbox WHERE state = 'pending') AS pending,
           (SELECT count(*) FROM outbox WHERE state = 'pending' AND blocked = 1) AS blocked,
           (SELECT count(*) FROM outbox WHERE state = 'dead') AS dead,
           (SELECT count(*) FROM outbox WHERE created_at_ms >= ?) AS today`,
      )
      .bind(dayStartMs(nowMs))
      .first<OutboxCounts>();
    if (!counted) throw new Error('the outbox counted nothing');
    return counted;
  }

  /** The current id of the chat in the setting; undefined if it never moved. */
  async movedChat(chatId: string): Promise<string | undefined> {
    const row = await this.db
      .prepare('SELECT moved_to AS movedTo FROM chat_move WHERE chat_id = ?')
      .bind(chatId)
      .first<{ movedTo: string }>();
    return row?.movedTo;
  }

  async moveChat(chatId: string, movedTo: string, nowMs: number): Promise<void> {
    await this.db
      .prepare('INSERT OR REPLACE INTO chat_move (chat_id, moved_to, moved_at_ms) VALUES (?, ?, ?)')
      .bind(chatId, movedTo, nowMs)
      .run();
  }

  async deleteFinished(state: 'delivered' | 'dead', beforeMs: number): Promise<number> {
    const { meta } = await this.db
      .prepare('DELETE FROM outbox WHERE state = ? AND finished_at_ms < ?')
      .bind(state, beforeMs)
      .run();
    return meta.changes;
  }

  private async leased(statement: D1PreparedStatement): Promise<LeasedMessage | undefined> {
    return (await statement.first<LeasedMessage>()) ?? undefined;
  }
}

/** Waits after the three quick retries. A message whose attempt after the last wait fails is dead. */
const LATER_WAITS_MS = [1, 5, 30, 120, 720].map((minutes) => minutes * MINUTE_MS);

/** The first attempt, three quick retries, and one after each later wait. */
export const MAX_ATTEMPTS = 1 + MAX_RETRIES + LATER_WAITS_MS.length;

/** How soon a message is retried after a setting was fixed. */
const BLOCKED_WAIT_MS = 10 * MINUTE_MS;

type Settlement =
  | { readonly state: 'delivered' }
  /** `blocked`: until the operator fixes a setting. */
  | { readonly state: 'pending'; readonly nextAtMs: number; readonly reason: string; readonly blocked: boolean }
  | { readonly state: 'dead'; readonly reason: string };

/**
 * The row's new state after attempt number `attempts` (from 1) ended with `delivery`; `random` is 0..1. A requested
 * pause is respected even if the schedule would try sooner. A blocked message is never given up, because the message is
 * valid.
 */
export function settlement(delivery: MessageDelivery, attempts: number, nowMs: number, random: number): Settlement {
  if (delivery.kind === 'delivered') return { state: 'delivered' };
  const { reason } = delivery;
  if (delivery.kind === 'blocked')
    return { state: 'pending', nextAtMs: nowMs + BLOCKED_WAIT_MS, reason, blocked: true };
  const waitMs = attempts <= MAX_RETRIES ? retryDelayMs(attempts, random) : LATER_WAITS_MS[attempts - MAX_RETRIES - 1];
  if (delivery.kind === 'rejected' || waitMs === undefined) return { state: 'dead', reason };
  const pauseMs = delivery.kind === 'paused' ? delivery.retryAfterMs : 0;
  return { state: 'pending', nextAtMs: nowMs + Math.max(waitMs, pauseMs), reason, blocked: false };
}

export interface SendDeps {
  readonly outbox: Pick<ContactOutbox, 'recordAttempt'>;
  readonly notifier: Notifier;
  readonly clock: Clock;
  /** 0..1 */
  readonly random: () => number;
  readonly log: Log;
}

/**
 * Makes one attempt to send a leased row and records the outcome. If recording fails, the lease expires and the message
 * is sent again with the same id, rather than never. Never rejects.
 */
export async function sendLeased(deps: SendDeps, row: LeasedMessage): Promise<MessageDelivery> {
  const delivery = await deps.notifier.send(row.message);
  const nowMs = deps.clock.now();
  const settled = settlement(delivery, row.attempts + 1, nowMs, deps.random());
  const fields = { message: row.id, attempts: row.attempts + 1 };
  if (delivery.kind !== 'delivered') {
    const isBlocked = delivery.kind === 'blocked';
    const level = isBlocked || settled.state === 'dead' ? 'error' : 'warn';
    deps.log(level, `outbox.${isBlocked ? 'blocked' : settled.state}`, { ...fields, reason: delivery.reason });
  }
  await deps.outbox.recordAttempt(row, settled, nowMs).catch((error: Error) => {
    deps.log('error', 'outbox.unsettled', { ...fields, reason: error.name });
  });
  return delivery;
}

/** A run ends before the next cron trigger, a minute after its own. */
const MAX_RUN_MS = 45_000;
/** Below the 50 outgoing calls of the smallest plan, and no burst for a service that recovers from an outage. */
export const MAX_PER_RUN = 40;
/** After this many failures in a row the service counts as down, and the remaining rows keep their attempts. */
const MAX_FAILURES_IN_A_ROW = 3;

export interface DrainDeps extends SendDeps {
  readonly outbox: Pick<ContactOutbox, 'leaseDue' | 'recordAttempt'>;
}

/**
 * Sends the due messages one after another. A row is leased while it is sent, so concurrent runs never send it twice.
 * Returns how many were delivered. Rejects if D1 does not respond.
 */
export async function drainOutbox(deps: DrainDeps): Promise<number> {
  const { outbox, clock } = deps;
  const untilMs = clock.now() + MAX_RUN_MS;
  let [delivered, failures] = [0, 0];
  for (let tried = 0; tried < MAX_PER_RUN && failures < MAX_FAILURES_IN_A_ROW; tried++) {
    const nowMs = clock.now();
    const row = nowMs < untilMs ? await outbox.leaseDue(nowMs) : undefined;
    if (!row) break;
    const { kind } = await sendLeased(deps, row);
    if (kind === 'paused' || kind === 'blocked') break;
    if (kind === 'delivered') delivered++;
    failures = kind === 'failed' ? failures + 1 : 0;
  }
  return delivered;
}

/** Telegram's limit, in UTF-16 units. */
export const MAX_MESSAGE_LENGTH = 4_096;

const LINE_BREAKS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;

/**
 * Control characters, bidirectional marks and invisible characters, which could disguise a text. Joiners stay, because
 * some scripts and emoji need them.
 */
const UNSEEN = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

const HALF_CHARACTERS = /\p{Cs}/gu;

/** On one line, so that no part of it can look like a separate field. */
export function oneLine(text: string): string {
  return manyLines(text).replace(/\s+/g, ' ').trim();
}

/** Removes control characters except newlines and tabs; replaces lone surrogates. */
export function manyLines(text: string): string {
  return text.replace(HALF_CHARACTERS, '\ufffd').replace(LINE_BREAKS, '\n').replace(UNSEEN, '').trim();
}

function truncatedText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const truncated = text.slice(0, Math.max(0, maxLength - 1));
  return `${/[\ud800-\udbff]$/.test(truncated) ? truncated.slice(0, -1) : truncated}…`;
}

/**
 * A title, a line per field, the message and its id: a message sent twice has the same id. Our fields come before the
 * message, so nothing in it can imitate them. At most `MAX_MESSAGE_LENGTH` long: the message is truncated to fit, the
 * sender's details never are.
 */
export function messageText(id: string, fields: ContactFields): string {
  const line = (label: string, value = '') => (hasVisibleText(value) ? [`${label}: ${oneLine(value)}`] : []);
  const head = [
    'Contact form: new message',
    ...line('Name', fields.name),
    ...line('Email', fields.email),
    ...line('Company', fields.company),
    ...line('Phone', fields.phone),
    ...line('Subject', fields.subject),
    'Message:',
    '',
  ].join('\n');
  const foot = `\n${id}`;
  const message = manyLines(fields.message).replace(/\n{3,}/g, '\n\n');
  return head + truncatedText(message, MAX_MESSAGE_LENGTH - head.length - foot.length) + foot;
}
