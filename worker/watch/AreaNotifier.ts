import type { Strike } from '#shared/strike.ts';
import type { AreaChange } from '#shared/watch/Area.ts';
import { isFall, type MessageType, type MuteBody } from '#shared/watch/bodies.ts';
import { newAreaState } from '#shared/watch/watchArea.ts';
import { type SendJob, TRY_MS } from './delivery.ts';
import { isQuietAt, lifeMs, type Message, type MessageSetting, messageOf, panelUrl } from './messages.ts';
import { putIntoOutbox } from './outbox.ts';
import {
  type AreaNotice,
  AT_ONCE,
  dataLossStepFor,
  escalationStepFor,
  planNotifications,
  type Situation,
} from './planNotifications.ts';
import { canHear, destinationOf, type Recipient } from './recipients.ts';
import type { WatchStores } from './WatchStores.ts';
import type { StoredArea, Watchlist } from './watchlists.ts';

type MuteStores = Pick<WatchStores, 'ledger' | 'recipients'>;

/** Mutes the recipient, and records it in the logs. Call inside a transaction, like the other functions here. */
export function beginMute(
  { ledger, recipients }: MuteStores,
  recipient: Recipient,
  { forMin, untilClearOf }: MuteBody,
  nowMs: number,
): Recipient {
  const mutedUntilMs = nowMs + forMin * 60_000;
  const after = { ...recipient, mutedUntilMs, mutedUntilClearOf: untilClearOf ?? null };
  recipients.put(after);
  const untilClear = untilClearOf === undefined ? {} : { untilClear: true as const };
  const { watchlist, name } = recipient;
  ledger.logRecipient(watchlist, { atMs: nowMs, name, event: 'muted', untilMs: mutedUntilMs, ...untilClear });
  return after;
}

export function endMute({ ledger, recipients }: MuteStores, recipient: Recipient, nowMs: number): Recipient {
  const after = { ...recipient, mutedUntilMs: 0, mutedUntilClearOf: null };
  recipients.put(after);
  ledger.logRecipient(recipient.watchlist, { atMs: nowMs, name: recipient.name, event: 'unmuted' });
  return after;
}

/** Ends the mutes that last until this area's all-clear: it was sent, or never will be. */
export function endMutesWith(stores: MuteStores, watchlist: string, area: string, nowMs: number): void {
  for (const recipient of stores.recipients.of(watchlist)) {
    if (recipient.mutedUntilClearOf === area && recipient.mutedUntilMs > nowMs) endMute(stores, recipient, nowMs);
  }
}

/** A test, a challenge, a heartbeat, a fire, or a notice about recipients: not caused by a change of an area. */
interface Announcement extends Pick<MessageSetting, 'sentence' | 'challenge' | 'isDrill' | 'fire'> {
  readonly type: MessageType;
  readonly recipient: Recipient;
  readonly watchlist: Watchlist;
  readonly area: StoredArea | null;
  readonly nowMs: number;
  readonly triedMs?: number;
  readonly isCorrection?: boolean;
  /** Default: from area, type, time and recipient. */
  readonly id?: string;
}

/** Puts the message into the outbox without replacing others. */
export function announce({ deliveries, isSimulated }: WatchStores, announcement: Announcement): void {
  const { type, recipient, watchlist, nowMs, area, triedMs, id, ...text } = announcement;
  putIntoOutbox(deliveries, {
    recipient,
    area: '',
    strikeMs: null,
    nowMs,
    id: id ?? `${area?.id ?? recipient.watchlist}.${type.slice('watch.'.length)}-${nowMs}.${recipient.id}`,
    triedMs,
    messageWith: () => {
      const url = area ? { url: panelUrl(recipient, watchlist, area.id) } : {};
      return messageAt(type, watchlist, area, { ...text, ...url, decidedMs: nowMs, isSimulated });
    },
  });
}

/** Notifies every alerted recipient that monitoring has ended. Call inside the transaction that deletes the area. */
export function reportEnded(stores: WatchStores, watchlist: Watchlist, area: StoredArea, nowMs: number): void {
  for (const recipient of worriedBy(stores, area)) {
    const messageWith = () => endedMessage(stores, watchlist, area, nowMs);
    putIntoOutbox(stores.deliveries, { recipient, area: area.id, strikeMs: null, nowMs, messageWith });
  }
}

/** The same for all areas of a deleted watchlist: jobs that are attempted once and not stored. */
export function farewells(
  stores: WatchStores,
  watchlist: Watchlist,
  areas: readonly StoredArea[],
  nowMs: number,
): SendJob[] {
  return areas.flatMap((area) =>
    worriedBy(stores, area).map((recipient) => ({
      id: `${area.id}.${area.state.change}.ended.${recipient.id}`,
      target: recipient.target,
      recipient: recipient.id,
      area: area.id,
      body: JSON.stringify(endedMessage(stores, watchlist, area, nowMs)),
      expiresMs: nowMs + lifeMs('watch.ended'),
      receipt: null,
      tryMs: TRY_MS,
    })),
  );
}

function worriedBy({ recipients }: WatchStores, { watchlist, id: area }: StoredArea): Recipient[] {
  return recipients.of(watchlist).filter((recipient) => {
    const { level, isBlind: isDataLost } = recipients.reported(watchlist, recipient.id, area);
    return canHear(recipient) && (level !== 'clear' || isDataLost);
  });
}

function endedMessage({ isSimulated }: WatchStores, watchlist: Watchlist, area: StoredArea, nowMs: number): Message {
  return messageAt('watch.ended', watchlist, area, { decidedMs: nowMs, isSimulated });
}

function messageAt(
  type: MessageType,
  watchlist: Watchlist,
  area: StoredArea | null,
  {
    isCorrection = false,
    ...text
  }: Pick<MessageSetting, 'decidedMs' | 'isSimulated' | 'url' | 'sentence' | 'challenge' | 'isDrill' | 'fire'> & {
    readonly isCorrection?: boolean;
  },
): Message {
  const { level, change, dataStatus } = area?.state ?? newAreaState();
  const notice = { type, level, previousLevel: level, strike: null, isCorrection, isLate: false, sinceMs: null };
  const unknown = area !== null && dataStatus === 'unknown';
  return messageOf(notice, {
    watchlist,
    area: area && { id: area.id, name: area.body.name },
    change,
    unknown,
    ...text,
  });
}

interface SteppedArea {
  readonly stored: StoredArea;
  readonly changes: readonly AreaChange[];
  readonly strikeOf: (ordinal: number) => Strike | undefined;
}

const UNORDERED = { escalationStep: AT_ONCE, dataLossStep: AT_ONCE } as const;

/** Puts the notices about an area into the outbox. */
export class AreaNotifier {
  private readonly stores: WatchStores;
  /** Areas that need no notification until new data arrives. Empty after a restart. */
  private readonly settled = new Set<string>();
  private readonly due = new Map<string, number>();

  constructor(stores: WatchStores) {
    this.stores = stores;
  }

  /** When time alone next causes a message, for example an escalation; infinite if that is not known. */
  get nextDueMs(): number {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const dueMs of this.due.values()) nextMs = Math.min(nextMs, dueMs);
    return nextMs;
  }

  /** Call when the watchlist's recipients, its areas, or the permission to send changed. */
  lookAgain(watchlist: string): void {
    for (const key of this.settled) if (key.startsWith(`${watchlist}/`)) this.settled.delete(key);
    for (const key of this.due.keys()) if (key.startsWith(`${watchlist}/`)) this.due.delete(key);
  }

  /** Reloads from the ledger: after a rollback, memory may be ahead of it. */
  reload(): void {
    this.stores.recipients.load();
    this.settled.clear();
    this.due.clear();
  }

  /** Call inside the step's transaction. Returns how many messages were queued. */
  notify(area: SteppedArea, nowMs: number): number {
    const { stored: storedArea, changes } = area;
    const { ledger, recipients } = this.stores;
    const key = `${storedArea.watchlist}/${storedArea.id}`;
    const isDue = changes.length > 0 || storedArea.state.dataStatus === 'unknown' || !this.settled.has(key);
    if (!isDue) return 0;
    this.settled.add(key);
    this.due.delete(key);
    if (changes.some(({ kind, to }) => kind === 'fall' && to === 'clear')) {
      endMutesWith(this.stores, storedArea.watchlist, storedArea.id, nowMs);
    }
    const all = recipients.of(storedArea.watchlist).filter(canHear);
    const isOrdered = all.some((one) => one.escalateAfterMin !== null);
    if (!isOrdered) recipients.forgetEscalation(storedArea.watchlist, storedArea.id);
    const watchlist = all.length === 0 ? undefined : ledger.watchlist(storedArea.watchlist);
    if (!watchlist) return 0;
    const stepsOf = isOrdered ? this.stepsOf(storedArea, all, nowMs) : () => UNORDERED;
    let put = 0;
    for (const recipient of all) {
      const before = recipients.reported(storedArea.watchlist, recipient.id, storedArea.id);
      const {
        reported: notificationState,
        notices,
        isOwing,
        dueMs,
      } = planNotifications(before, {
        kind: storedArea.body.kind,
        state: storedArea.state,
        changes,
        threshold: recipient.threshold,
        isQuiet: recipient.quietHours !== null && isQuietAt(recipient.quietHours, watchlist.timeZone, nowMs),
        isMuted: recipient.mutedUntilMs > nowMs,
        ...stepsOf(recipient),
        nowMs,
      });
      if (notificationState !== before)
        recipients.storeNotified(storedArea.watchlist, recipient.id, storedArea.id, notificationState);
      if (isOwing) this.settled.delete(key);
      if (dueMs !== undefined) this.due.set(key, Math.min(dueMs, this.due.get(key) ?? dueMs));
      for (const notice of notices) this.put(notice, recipient, watchlist, area, nowMs);
      put += notices.length;
    }
    return put;
  }

  /** When each recipient is notified. Also updates the escalation state. */
  private stepsOf(
    { watchlist, id, body, state }: StoredArea,
    all: readonly Recipient[],
    nowMs: number,
  ): (one: Recipient) => Pick<Situation, 'escalationStep' | 'dataLossStep'> {
    const escalation = this.stores.recipients.storeEscalation(watchlist, id, state, nowMs);
    return (one) => ({
      escalationStep: escalationStepFor(one, all, state.level, escalation),
      dataLossStep: dataLossStepFor(one, all, { kind: body.kind, level: state.level }, escalation),
    });
  }

  private put(
    notice: AreaNotice,
    recipient: Recipient,
    watchlist: Watchlist,
    { stored: { id, body, state }, changes, strikeOf }: SteppedArea,
    nowMs: number,
  ): void {
    const { deliveries, ledger, isSimulated } = this.stores;
    // Latency is measured only for a strike that was reported in this step.
    const isUpdate = changes.some(({ strike, found }) => strike !== null && strike === notice.strike && !found);
    putIntoOutbox(deliveries, {
      recipient,
      area: id,
      strikeMs: isUpdate ? (notice.strike?.atMs ?? null) : null,
      nowMs,
      messageWith: (missed) =>
        messageOf(notice, {
          watchlist,
          area: { id, name: body.name },
          change: state.change,
          unknown: state.dataStatus === 'unknown',
          decidedMs: nowMs,
          isSimulated,
          url: panelUrl(recipient, watchlist, id),
          missed: isFall(notice.type) ? missed : undefined,
          strikeOf,
        }),
    });
    if (!notice.unconfirmedMin) return;
    const name = recipient.name || destinationOf(recipient);
    const entry = {
      type: 'recipient',
      atMs: nowMs,
      name,
      event: 'escalated',
      afterMin: notice.unconfirmedMin,
    } as const;
    ledger.logs.append(watchlist.id, id, nowMs, [entry]);
  }
}
