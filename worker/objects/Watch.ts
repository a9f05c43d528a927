import { DurableObject } from 'cloudflare:workers';
import { systemClock } from '#shared/time/Clock.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import type { AreaBody } from '#shared/watch/AreaBody.ts';
import type { BookPatch } from '#shared/watch/BookBody.ts';
import type { MuteBody } from '#shared/watch/MuteBody.ts';
import type { NoteBody } from '#shared/watch/NoteBody.ts';
import type { RecipientBody } from '#shared/watch/RecipientBody.ts';
import { log } from '#worker/observability/log.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import type { LinesAsked } from '#worker/watch/book/AreaLogs.ts';
import type { BookOrdering } from '#worker/watch/book/BookInventory.ts';
import type { BookKey, LentKey } from '#worker/watch/book/BookLedger.ts';
import type { ChatMessage } from '#worker/watch/ChatDesk.ts';
import type { Allowance } from '#worker/watch/deliver/DeliveryPump.ts';
import type { SendJob } from '#worker/watch/deliver/SendJob.ts';
import { nextAlarmMs } from '#worker/watch/nextAlarmMs.ts';
import type { NewBook, TryAsked, WatchCalls } from '#worker/watch/WatchCalls.ts';
import { watchParts } from '#worker/watch/watchParts.ts';
import { feedStub, nowcastStub, senderStub } from './objectStubs.ts';

const LOG_DAYS = 400;
/** A look that dies with the object is repeated this long after it began. */
const WATCHDOG_MS = 10_000;
const SEND_AFTER_MS = 5;
/**
 * A request and all that it causes may call 32 Workers, and each has six connections: each message is sent by a call of
 * its own, each request has an allowance, and an alarm, which is a request of its own, brings a new one. What requests
 * decided goes at once, but no more than this between two alarms.
 */
const SENDS_AT_ONCE = 15;
const SENDS_AN_ALARM = 30;
const RETAIN_EVERY_MS = 60 * 60_000;
const UPKEEP_EVERY_MS = 60_000;

/** One of sixteen objects that watch areas, by the first hex digit of the book's id. Only wires up the platform. */
export class Watch extends DurableObject<Env> implements WatchCalls {
  private readonly parts;
  private retainedMs = 0;
  private keptUpMs = 0;
  private nextLookMs = Number.POSITIVE_INFINITY;
  private armedMs: number | undefined;
  private isSendDue = false;
  /** What requests may still send before the next alarm. */
  private atOnce: Allowance = { left: SENDS_AT_ONCE };

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.parts = watchParts({
      storage: ctx.storage,
      shard: ctx.id.name ?? '',
      config: parseConfig(env),
      feed: () => feedStub(env),
      forecasts: (places) => nowcastStub(env).answersAt(places),
      send: async (job) => (await senderStub(ctx).send([job]))[0] ?? { kind: 'unreachable', reason: 'connection' },
      onMessages: () => this.sendSoon(),
      onSettled: () => void this.arm(),
      onFarewell: (jobs) => this.sendOnce(jobs),
      clock: systemClock,
      random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
      log,
    });
    // An object that was reborn has missed news.
    if (this.parts.engine.size > 0) this.nextLookMs = systemClock.now();
    ctx.waitUntil(this.arm());
  }

  /** Never throws: the platform gives up on an alarm that fails a few times. */
  override async alarm(): Promise<void> {
    this.armedMs = undefined;
    this.atOnce = { left: SENDS_AT_ONCE };
    // Neither is waited for: the next alarm comes only when this one is over.
    this.ctx.waitUntil(this.parts.pump.run({ left: SENDS_AN_ALARM }));
    if (systemClock.now() >= this.nextLookMs) this.ctx.waitUntil(this.look());
    this.retain();
    await this.arm();
  }

  /** News from the Feed, or the minute's cron: looks at once, and by itself from then on. */
  async wake(): Promise<void> {
    await this.look();
    // An object without areas has no alarm, but may hold books.
    this.retain();
  }

  async create(book: NewBook, network: string) {
    return this.parts.desk.create(book, network);
  }

  async remove(book: string, key: string) {
    return this.parts.desk.remove(book, key);
  }

  async putArea(book: string, key: string, area: string, body: AreaBody) {
    return this.thenLook(this.parts.desk.putArea(book, key, area, body));
  }

  async removeArea(book: string, key: string, area: string) {
    return this.thenSend(this.parts.desk.removeArea(book, key, area));
  }

  async view(book: string, key: string) {
    return this.parts.desk.view(book, key);
  }

  async lines(book: string, key: string, area: string, asked: LinesAsked) {
    return this.parts.desk.lines(book, key, area, asked);
  }

  async note(book: string, key: string, area: string, note: NoteBody) {
    return this.parts.desk.note(book, key, area, note);
  }

  async putRecipient(book: string, key: string, id: string, body: RecipientBody, origin: string, mayTry: boolean) {
    const answer = this.parts.recipientDesk.put(book, key, id, body, origin, mayTry);
    this.sendSoon();
    return this.thenLook(answer);
  }

  async removeRecipient(book: string, key: string, id: string) {
    return this.parts.recipientDesk.remove(book, key, id);
  }

  async testRecipient(book: string, key: string, id: string) {
    return this.thenSend(this.parts.recipientDesk.test(book, key, id));
  }

  async muteRecipient(book: string, key: string, id: string, mute: MuteBody) {
    this.sendSoon();
    return this.thenLook(this.parts.muteDesk.mute(book, key, id, mute));
  }

  async drill(book: string, key: string, area: string) {
    return this.thenSend(this.parts.recipientDesk.drill(book, key, area));
  }

  async domainsTried(book: string, key: string, asked: TryAsked) {
    return this.parts.recipientDesk.domainsTried(book, key, asked);
  }

  async countTry(domain: string, network: string) {
    return this.parts.countTry(domain, network);
  }

  async deliveries(book: string, key: string) {
    return this.parts.recipientDesk.deliveriesOf(book, key);
  }

  async change(book: string, key: string, patch: BookPatch) {
    return this.parts.bookDesk.change(book, key, patch);
  }

  async newKey(book: string, key: string, which: BookKey, own?: string) {
    return this.parts.bookDesk.newKey(book, key, which, own);
  }

  async takeKeyBack(book: string, key: string, which: LentKey) {
    return this.parts.bookDesk.takeKeyBack(book, key, which);
  }

  async feed(book: string, feedKey: string, area?: string) {
    return this.parts.feedDesk.read(book, feedKey, area);
  }

  async receipt(token: string) {
    return this.parts.recipientDesk.receipt(token);
  }

  async chat(message: ChatMessage) {
    const answer = this.parts.chatDesk.take(message);
    this.sendSoon();
    return this.thenLook(answer);
  }

  async inventory(by: BookOrdering) {
    return this.parts.inventory.read(by, systemClock.now());
  }

  async endBook(book: string) {
    return this.parts.bookUpkeep.endById(book);
  }

  private thenLook<Result>(answer: Result): Result {
    this.ctx.waitUntil(this.look());
    return answer;
  }

  private thenSend<Result>(answer: Result): Result {
    this.sendSoon();
    return answer;
  }

  private async look(): Promise<void> {
    if (this.parts.engine.size === 0) return this.arm();
    // Set before the look: one that dies with the object is repeated.
    this.nextLookMs = systemClock.now() + WATCHDOG_MS;
    await this.arm();
    this.nextLookMs = await this.parts.engine.run();
    await this.arm();
    // Not awaited: a nowcast that does not answer must not keep areas from being looked at.
    this.ctx.waitUntil(this.parts.early.run());
  }

  /** Sends what waits, in the background: an alarm must not wait for a far side that hangs. */
  private sendSoon(): void {
    if (this.isSendDue) return;
    this.isSendDue = true;
    this.ctx.waitUntil(this.sendInTurn());
  }

  /** What is asked for while many messages end at once is answered by one look at the outbox. */
  private async sendInTurn(): Promise<void> {
    await new Promise((resume) => setTimeout(resume, SEND_AFTER_MS));
    this.isSendDue = false;
    const sent = this.parts.pump.run(this.atOnce);
    await this.arm();
    await sent;
  }

  private sendOnce(jobs: readonly SendJob[]): void {
    if (jobs.length === 0) return;
    const sent = senderStub(this.ctx).send(jobs);
    this.ctx.waitUntil(sent.catch(() => []));
  }

  private async arm(): Promise<void> {
    const dueMs = this.parts.pump.nextDueMs();
    const { nextLookMs, armedMs } = this;
    const alarmMs = nextAlarmMs(systemClock.now(), { nextLookMs, dueMs, armedMs });
    if (alarmMs === undefined) return;
    this.armedMs = alarmMs;
    await this.ctx.storage.setAlarm(alarmMs);
  }

  private retain(): void {
    const nowMs = systemClock.now();
    if (nowMs >= this.keptUpMs + UPKEEP_EVERY_MS) {
      this.keptUpMs = nowMs;
      this.parts.upkeep.run();
      this.sendSoon();
    }
    if (nowMs < this.retainedMs + RETAIN_EVERY_MS) return;
    this.retainedMs = nowMs;
    this.parts.ledger.logs.forget(nowMs - LOG_DAYS * DAY_MS);
    this.parts.bookUpkeep.run();
    this.sendSoon();
  }
}
