import { bytesToHex } from '@noble/hashes/utils.js';
import type { AreaState } from '#shared/watch/Area.ts';
import type { QuietHours, RecipientBody, RecipientState, Threshold } from '#shared/watch/bodies.ts';
import {
  type Confirmation,
  confirmedBy,
  type EscalationState,
  escalationAfter,
  NOTHING_TO_KNOW,
  NOTIFIED_NOTHING,
  type NotificationState,
} from './planNotifications.ts';

type HookError = 'url' | 'https' | 'port' | 'userinfo' | 'host' | 'own';

interface HookRules {
  /** This product's own hosts, with all their subdomains. */
  readonly ownHosts: readonly string[];
  /** For tests: http on the loopback interface. */
  readonly allowsLoopback: boolean;
}

/** Names that never resolve publicly: of one machine, of one network, or reserved. */
const INNER_NAME =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|localdomain|home\.arpa|arpa|onion|test|invalid|example)$/;
/** At least two labels, the last not numeric: a URL parser converts every notation of an IPv4 address to numbers. */
const PUBLIC_NAME = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z][a-z0-9-]{0,61}[a-z0-9])\.?$/;
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;

/**
 * Null if the webhook may be called: https on the default port and a public host name. No IP address in any notation,
 * no credentials, no host that only we can reach.
 */
export function hookError(text: string, { ownHosts, allowsLoopback }: HookRules): HookError | null {
  if (!URL.canParse(text)) return 'url';
  const { protocol, hostname, port, username, password } = new URL(text);
  if (username !== '' || password !== '') return 'userinfo';
  if (allowsLoopback && protocol === 'http:' && LOOPBACK.test(hostname)) return null;
  if (protocol !== 'https:') return 'https';
  if (port !== '') return 'port';
  const host = hostname.replace(/\.$/, '').toLowerCase();
  if (!PUBLIC_NAME.test(host) || INNER_NAME.test(host)) return 'host';
  const isOwn = ownHosts.some((own) => host === own || host.endsWith(`.${own}`));
  return isOwn ? 'own' : null;
}

const encoder = new TextEncoder();
const SECRET_BYTES = 24;

/** A new signing secret in the format of Standard Webhooks. `random` returns this many random bytes. */
export function newHookSecret(random: (bytes: number) => Uint8Array): string {
  return `whsec_${btoa(String.fromCharCode(...random(SECRET_BYTES)))}`;
}

/**
 * Standard Webhooks 1.0: id, time in seconds, and HMAC-SHA256 over `id.time.body`. Receivers reject signatures older
 * than five minutes, so each attempt is signed again.
 */
export async function webhookHeaders(
  secret: string,
  id: string,
  body: string,
  nowMs: number,
): Promise<Record<string, string>> {
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (char) => char.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const timestamp = String(Math.floor(nowMs / 1000));
  const signature = await crypto.subtle.sign('HMAC', key, encoder.encode(`${id}.${timestamp}.${body}`));
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
  };
}

/** A browser's subscription at its push service, as returned by `PushSubscription.toJSON()`. */
export interface PushTarget {
  readonly channel: 'push';
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
}

/** `secret` signs each message by Standard Webhooks: `whsec_` and 24 random bytes in base64. */
export interface WebhookTarget {
  readonly channel: 'webhook';
  readonly url: string;
  readonly secret: string;
}

/** `chatId` is null until somebody opens the chat with the recipient's start token. */
interface TelegramTarget {
  readonly channel: 'telegram';
  readonly chatId: number | null;
}

export type Target = PushTarget | WebhookTarget | TelegramTarget;

export interface Recipient {
  readonly watchlist: string;
  readonly id: string;
  readonly name: string;
  readonly threshold: Threshold;
  readonly quietHours: QuietHours | null;
  /** Notified only of alerts that nobody confirmed within this many minutes; null if notified at once. */
  readonly escalateAfterMin: number | null;
  readonly heartbeat: boolean;
  readonly earlyNotice?: boolean;
  readonly fireNotice?: boolean;
  readonly target: Target;
  readonly state: RecipientState;
  readonly mutedUntilMs: number;
  /** The area whose all-clear ends the mute early; null if only time ends it. */
  readonly mutedUntilClearOf: string | null;
  readonly failures: number;
  /** Time of the last arrival; null if nothing ever arrived. */
  readonly okMs: number | null;
  /** Grants only the right to mute this recipient. The links in its messages contain it. */
  readonly muteKey: string;
  readonly origin: string;
  readonly challengedMs: number;
  /** When a challenge was last echoed; 0 if none was. */
  readonly echoedMs: number;
  readonly heartbeatMs: number;
}

export const TELEGRAM = 'Telegram';

/** The recipient's host, or `Telegram`: an address without its secret part. */
export function destinationOf({ target }: Pick<Recipient, 'target'>): string {
  if (target.channel === 'telegram') return TELEGRAM;
  return new URL(target.channel === 'webhook' ? target.url : target.subscription.endpoint).host;
}

/** True if alerts can be sent to it: a webhook must have echoed a challenge, a chat must have been opened. */
export function canHear({ state, target }: Pick<Recipient, 'state' | 'target'>): boolean {
  if (state === 'dead') return false;
  if (target.channel === 'webhook') return state !== 'unproven';
  return target.channel === 'push' || target.chatId !== null;
}

const KEY_BYTES = 16;

interface RecipientInput {
  readonly watchlist: string;
  readonly id: string;
  readonly body: RecipientBody;
  /** The recipient that is replaced; with the same address its state is retained. */
  readonly before: Recipient | undefined;
  readonly origin: string;
  readonly random: (bytes: number) => Uint8Array;
}

/**
 * The recipient that a body describes; undefined if neither the body nor the previous recipient has an address. With a
 * new address, or after it was dead, it is treated as a new recipient: unproven, unmuted, with a new mute key.
 */
export function recipientOfBody({
  watchlist,
  id,
  body,
  before,
  origin,
  random,
}: RecipientInput): Recipient | undefined {
  const { name, threshold, quietHours, escalateAfterMin, earlyNotice, fireNotice } = body;
  const alive = before?.state === 'dead' ? undefined : before;
  const target = targetOf(body, alive?.target, random);
  if (!target) return undefined;
  const same = alive && JSON.stringify(alive.target) === JSON.stringify(target) ? alive : undefined;
  return {
    watchlist,
    id,
    name,
    threshold,
    quietHours: quietHours ?? null,
    escalateAfterMin,
    ...(earlyNotice ? { earlyNotice } : {}),
    ...(fireNotice ? { fireNotice } : {}),
    heartbeat: body.channel === 'webhook' && body.heartbeat,
    target,
    state: same?.state ?? 'unproven',
    okMs: same?.okMs ?? null,
    mutedUntilMs: same?.mutedUntilMs ?? 0,
    mutedUntilClearOf: same?.mutedUntilClearOf ?? null,
    failures: same?.failures ?? 0,
    muteKey: same?.muteKey ?? bytesToHex(random(KEY_BYTES)),
    origin,
    challengedMs: before?.challengedMs ?? 0,
    echoedMs: same?.echoedMs ?? 0,
    heartbeatMs: before?.heartbeatMs ?? 0,
  };
}

function targetOf(
  body: RecipientBody,
  before: Target | undefined,
  random: (bytes: number) => Uint8Array,
): Target | undefined {
  switch (body.channel) {
    case 'webhook': {
      const hook = before?.channel === 'webhook' ? before : undefined;
      const url = body.url === undefined ? hook?.url : withoutRootDot(body.url);
      return url === undefined
        ? undefined
        : { channel: body.channel, url, secret: hook && hook.url === url ? hook.secret : newHookSecret(random) };
    }
    case 'telegram':
      return { channel: body.channel, chatId: before?.channel === 'telegram' ? before.chatId : null };
    case 'push': {
      const input = body.subscription ?? (before?.channel === 'push' ? before.subscription : undefined);
      if (!input) return undefined;
      const { endpoint, keys } = input;
      return { channel: body.channel, subscription: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } } };
    }
  }
}

/** `evil.com.` is `evil.com`: one host must not count as two. */
function withoutRootDot(text: string): string {
  const url = new URL(text);
  if (!url.hostname.endsWith('.')) return text;
  url.hostname = url.hostname.slice(0, -1);
  return url.href;
}

interface Proven {
  readonly watchlist: string;
  readonly recipient: string;
}

/** Recipients, their notification state per area, and the areas' escalation state. In SQLite, all cached in memory. */
export class RecipientStore {
  private readonly sql: SqlStorage;
  private readonly watchlists = new Map<string, Map<string, Recipient>>();
  private readonly reportedOf = new Map<string, NotificationState>();
  private readonly escalations = new Map<string, EscalationState>();

  constructor(sql: SqlStorage) {
    this.sql = sql;
    this.load();
  }

  /** Reads everything again, after a failed transaction changed only memory. */
  load(): void {
    this.watchlists.clear();
    this.reportedOf.clear();
    this.escalations.clear();
    for (const { body } of this.sql.exec<{ body: string }>('SELECT body FROM recipient')) {
      this.hold(JSON.parse(body) as Recipient);
    }
    const reported = 'SELECT watchlist, recipient, area, body FROM notification_state';
    for (const { watchlist, recipient, area, body } of this.sql.exec<Record<string, string>>(reported)) {
      this.reportedOf.set(`${watchlist}/${recipient}/${area}`, JSON.parse(body ?? '') as NotificationState);
    }
    for (const { watchlist, area, body } of this.sql.exec<Record<string, string>>(
      'SELECT watchlist, area, body FROM awareness',
    )) {
      this.escalations.set(`${watchlist}/${area}`, JSON.parse(body ?? '') as EscalationState);
    }
  }

  of(watchlist: string): Recipient[] {
    return [...(this.watchlists.get(watchlist)?.values() ?? [])];
  }

  get(watchlist: string, id: string): Recipient | undefined {
    return this.watchlists.get(watchlist)?.get(id);
  }

  all(): Recipient[] {
    return [...this.watchlists.values()].flatMap((watchlist) => [...watchlist.values()]);
  }

  inChat(chatId: number): Recipient[] {
    return this.all().filter(({ target }) => target.channel === 'telegram' && target.chatId === chatId);
  }

  put(recipient: Recipient): void {
    const { watchlist, id } = recipient;
    const body = JSON.stringify(recipient);
    this.sql.exec('INSERT OR REPLACE INTO recipient (watchlist, id, body) VALUES (?, ?, ?)', watchlist, id, body);
    this.hold(recipient);
  }

  reported(watchlist: string, recipient: string, area: string): NotificationState {
    return this.reportedOf.get(`${watchlist}/${recipient}/${area}`) ?? NOTIFIED_NOTHING;
  }

  storeNotified(watchlist: string, recipient: string, area: string, notificationState: NotificationState): void {
    this.sql.exec(
      'INSERT OR REPLACE INTO notification_state (watchlist, recipient, area, body) VALUES (?, ?, ?, ?)',
      watchlist,
      recipient,
      area,
      JSON.stringify(notificationState),
    );
    this.reportedOf.set(`${watchlist}/${recipient}/${area}`, notificationState);
  }

  /** Updates the escalation state after a step. Only for areas with recipients that depend on it. */
  storeEscalation(watchlist: string, area: string, state: AreaState, nowMs: number): EscalationState {
    const before = this.escalation(watchlist, area);
    return this.writeEscalation(watchlist, area, before, escalationAfter(before, state, nowMs));
  }

  forgetEscalation(watchlist: string, area: string): void {
    if (!this.escalations.delete(`${watchlist}/${area}`)) return;
    this.sql.exec('DELETE FROM awareness WHERE watchlist = ? AND area = ?', watchlist, area);
  }

  /** Marks the danger as confirmed: recipients that wait for it to remain unconfirmed are not notified. */
  confirm(watchlist: string, area: string, confirmation: Confirmation, nowMs: number): void {
    const before = this.escalation(watchlist, area);
    this.writeEscalation(watchlist, area, before, confirmedBy(before, confirmation, nowMs));
  }

  drop(watchlist: string, id: string): void {
    this.deleteOf(['notification_state', 'fire_notification', 'delivery', 'proof'], watchlist, id);
    this.sql.exec('DELETE FROM recipient WHERE watchlist = ? AND id = ?', watchlist, id);
    this.watchlists.get(watchlist)?.delete(id);
  }

  /** Deletes the recipient's notification states, receipts and start links, because another one replaces it. */
  leave(watchlist: string, id: string): void {
    this.deleteOf(['notification_state', 'fire_notification', 'proof'], watchlist, id);
    this.sql.exec('UPDATE delivery SET receipt_hash = NULL WHERE watchlist = ? AND recipient = ?', watchlist, id);
  }

  dropWatchlist(watchlist: string): void {
    for (const table of ['notification_state', 'fire_notification', 'awareness', 'delivery', 'proof', 'recipient']) {
      this.sql.exec(`DELETE FROM ${table} WHERE watchlist = ?`, watchlist);
    }
    this.watchlists.delete(watchlist);
    this.forgetNotified((key) => key.startsWith(`${watchlist}/`));
    for (const key of this.escalations.keys()) if (key.startsWith(`${watchlist}/`)) this.escalations.delete(key);
  }

  dropArea(watchlist: string, area: string): void {
    for (const table of ['notification_state', 'fire_notification']) {
      this.sql.exec(`DELETE FROM ${table} WHERE watchlist = ? AND area = ?`, watchlist, area);
    }
    this.forgetNotified((key) => key.startsWith(`${watchlist}/`) && key.endsWith(`/${area}`));
    this.forgetEscalation(watchlist, area);
  }

  /** Stores a token's hash; the token is valid once, until `expiresMs`. */
  addVerification(hash: string, { watchlist, recipient }: Proven, expiresMs: number): void {
    this.sql.exec('DELETE FROM proof WHERE watchlist = ? AND recipient = ?', watchlist, recipient);
    this.sql.exec(
      'INSERT INTO proof (hash, watchlist, recipient, expires_ms) VALUES (?, ?, ?, ?)',
      hash,
      watchlist,
      recipient,
      expiresMs,
    );
  }

  /** Uses up a token. Undefined if it does not exist or has expired. */
  claimVerification(hash: string, nowMs: number): Proven | undefined {
    type Row = { watchlist: string; recipient: string; expires_ms: number };
    const [row] = this.sql.exec<Row>('DELETE FROM proof WHERE hash = ? RETURNING *', hash).toArray();
    return row && row.expires_ms > nowMs ? { watchlist: row.watchlist, recipient: row.recipient } : undefined;
  }

  private escalation(watchlist: string, area: string): EscalationState {
    return this.escalations.get(`${watchlist}/${area}`) ?? NOTHING_TO_KNOW;
  }

  private writeEscalation(
    watchlist: string,
    area: string,
    before: EscalationState,
    after: EscalationState,
  ): EscalationState {
    if (after === before) return after;
    const body = JSON.stringify(after);
    this.sql.exec('INSERT OR REPLACE INTO awareness (watchlist, area, body) VALUES (?, ?, ?)', watchlist, area, body);
    this.escalations.set(`${watchlist}/${area}`, after);
    return after;
  }

  private hold(recipient: Recipient): void {
    const watchlist = this.watchlists.get(recipient.watchlist) ?? new Map<string, Recipient>();
    this.watchlists.set(recipient.watchlist, watchlist.set(recipient.id, recipient));
  }

  private deleteOf(tables: readonly string[], watchlist: string, recipient: string): void {
    for (const table of tables)
      this.sql.exec(`DELETE FROM ${table} WHERE watchlist = ? AND recipient = ?`, watchlist, recipient);
    this.forgetNotified((key) => key.startsWith(`${watchlist}/${recipient}/`));
  }

  private forgetNotified(matches: (key: string) => boolean): void {
    for (const key of this.reportedOf.keys()) if (matches(key)) this.reportedOf.delete(key);
  }
}
