import { DurableObject } from 'cloudflare:workers';
import { systemClock } from '#shared/Clock.ts';
import { DAY_MS } from '#shared/time.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { log } from '#worker/http/outbound/log.ts';
import type { SendJob } from '#worker/watch/delivery.ts';
import { nextAlarmMs } from '#worker/watch/engine.ts';
import { type OpenNotifier, type OpenWatch, openWatch } from '#worker/watch/openWatch.ts';
import {
  dispatch,
  type OperationArgs,
  type OperationName,
  type OperationResult,
  type WatchCalls,
} from '#worker/watch/operations.ts';
import type { Allowance } from '#worker/watch/send.ts';
import { maintainRecipients, maintainWatchlists } from '#worker/watch/upkeep.ts';
import { feedStub, nowcastStub, senderStub } from '../stubs.ts';

const LOG_DAYS = 400;
/** A look that dies with the object is repeated this long after it began. */
const WATCHDOG_MS = 10_000;
const SEND_AFTER_MS = 5;
/**
 * A request and everything it causes may call 32 Workers, with six connections each. So each message is sent by a
 * separate call, each request has an allowance, and an alarm, which is a new request, resets it. Messages caused by
 * requests are sent at once, but at most this many between two alarms.
 */
const SENDS_AT_ONCE = 15;
const SENDS_AN_ALARM = 30;
const RETAIN_EVERY_MS = 60 * 60_000;
const UPKEEP_EVERY_MS = 60_000;

/** One of sixteen objects that watch areas, by the first hex digit of the watchlist's id. Only wires up the platform. */
export class Watch extends DurableObject<Env> implements WatchCalls {
  private readonly watch: OpenWatch;
  private retainedMs = 0;
  private maintainedMs = 0;
  private nextLookMs = Number.POSITIVE_INFINITY;
  private armedMs: number | undefined;
  private isSendDue = false;
  /** Messages that requests may send before the next alarm. */
  private atOnce: Allowance = { left: SENDS_AT_ONCE };

  constructor(ctx: DurableObjectState, env: Env, notifiers: readonly OpenNotifier[]) {
    super(ctx, env);
    this.watch = openWatch(
      {
        storage: ctx.storage,
        shard: ctx.id.name ?? '',
        config: parseConfig(env),
        feed: () => feedStub(env),
        forecasts: (places) => nowcastStub(env).resultsAt(places),
        send: async (job) => (await senderStub(ctx).send([job]))[0] ?? { kind: 'unreachable', reason: 'connection' },
        sendSoon: () => this.sendSoon(),
        lookSoon: () => ctx.waitUntil(this.look()),
        onSettled: () => void this.arm(),
        sendOnce: (jobs) => this.sendOnce(jobs),
        clock: systemClock,
        random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
        log,
      },
      notifiers,
    );
    // A restarted object has missed updates.
    if (this.watch.engine.size > 0) this.nextLookMs = systemClock.now();
    ctx.waitUntil(this.arm());
  }

  /** Never throws: the platform gives up on an alarm that fails a few times. */
  override async alarm(): Promise<void> {
    this.armedMs = undefined;
    this.atOnce = { left: SENDS_AT_ONCE };
    // Neither is awaited, because the next alarm fires only when this one is over.
    this.ctx.waitUntil(this.watch.pump.run({ left: SENDS_AN_ALARM }));
    if (systemClock.now() >= this.nextLookMs) this.ctx.waitUntil(this.look());
    this.retain();
    await this.arm();
  }

  /** Called for updates from the Feed, and by the minute's cron. Looks at once, and from then on by itself. */
  async wake(): Promise<void> {
    await this.look();
    // An object without areas has no alarm, but may hold watchlists.
    this.retain();
  }

  async request<Name extends OperationName>(name: Name, ...args: OperationArgs<Name>): Promise<OperationResult<Name>> {
    return dispatch(this.watch, name, args);
  }

  private async look(): Promise<void> {
    const { engine, early, notifiers } = this.watch;
    if (engine.size === 0) return this.arm();
    // Set before the look, so that one that dies with the object is repeated.
    this.nextLookMs = systemClock.now() + WATCHDOG_MS;
    await this.arm();
    this.nextLookMs = await engine.run();
    await this.arm();
    // Not awaited: a service that does not respond must not delay the evaluation of areas.
    this.ctx.waitUntil(early.run());
    for (const notifier of notifiers) this.ctx.waitUntil(notifier.run());
  }

  /** Sends pending messages in the background: an alarm must not wait for a recipient that hangs. */
  private sendSoon(): void {
    if (this.isSendDue) return;
    this.isSendDue = true;
    this.ctx.waitUntil(this.sendOneByOne());
  }

  /** Calls made while many messages end at once share one read of the outbox. */
  private async sendOneByOne(): Promise<void> {
    await new Promise((resume) => setTimeout(resume, SEND_AFTER_MS));
    this.isSendDue = false;
    const sent = this.watch.pump.run(this.atOnce);
    await this.arm();
    await sent;
  }

  private sendOnce(jobs: readonly SendJob[]): void {
    if (jobs.length === 0) return;
    const sent = senderStub(this.ctx).send(jobs);
    this.ctx.waitUntil(sent.catch(() => []));
  }

  private async arm(): Promise<void> {
    const dueMs = this.watch.pump.nextDueMs();
    const { nextLookMs, armedMs } = this;
    const alarmMs = nextAlarmMs(systemClock.now(), { nextLookMs, dueMs, armedMs });
    if (alarmMs === undefined) return;
    this.armedMs = alarmMs;
    await this.ctx.storage.setAlarm(alarmMs);
  }

  private retain(): void {
    const nowMs = systemClock.now();
    if (nowMs >= this.maintainedMs + UPKEEP_EVERY_MS) {
      this.maintainedMs = nowMs;
      maintainRecipients(this.watch);
      this.sendSoon();
    }
    if (nowMs < this.retainedMs + RETAIN_EVERY_MS) return;
    this.retainedMs = nowMs;
    this.watch.ledger.logs.forget(nowMs - LOG_DAYS * DAY_MS);
    maintainWatchlists(this.watch);
    this.sendSoon();
  }
}
