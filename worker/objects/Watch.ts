import { DurableObject } from 'cloudflare:workers';
import { systemClock } from '#shared/time/Clock.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import type { AreaBody } from '#shared/watch/AreaBody.ts';
import { log } from '../observability/log.ts';
import { parseConfig } from '../settings/config.ts';
import type { Env } from '../settings/Env.ts';
import type { WatchCalls } from '../watch/WatchCalls.ts';
import { WatchDesk } from '../watch/WatchDesk.ts';
import { WatchEngine } from '../watch/WatchEngine.ts';
import { type Book, WatchLedger } from '../watch/WatchLedger.ts';
import { feedStub } from './objectStubs.ts';

const LOG_DAYS = 400;
const EMPTY_BOOK_DAYS = 7;
/** A look that dies with the object is repeated this long after it began. */
const WATCHDOG_MS = 10_000;
const RETAIN_EVERY_MS = 60 * 60_000;

/** One of sixteen objects that watch areas, by the first hex digit of the book's id. Only wires up the platform. */
export class Watch extends DurableObject<Env> implements WatchCalls {
  private readonly ledger: WatchLedger;
  private readonly engine: WatchEngine;
  private readonly desk: WatchDesk;
  private retainedMs = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.ledger = new WatchLedger(ctx.storage);
    const { watchSettleMs: settleMs } = parseConfig(env);
    const shard = ctx.id.name ?? '';
    const feed = () => feedStub(env);
    this.engine = new WatchEngine({ ledger: this.ledger, feed, shard, clock: systemClock, log, settleMs });
    // An object that was reborn has missed news.
    if (this.engine.size > 0) ctx.waitUntil(ctx.storage.setAlarm(systemClock.now() + 1));
    this.desk = new WatchDesk({ ledger: this.ledger, engine: this.engine, clock: systemClock });
  }

  /** Never throws: the platform gives up on an alarm that fails a few times. */
  override async alarm(): Promise<void> {
    await this.look();
    this.retain();
  }

  /** News from the Feed, or the minute's cron: looks at once, and by itself from then on. */
  async wake(): Promise<void> {
    if (this.engine.size > 0) await this.look();
  }

  async create(book: Book) {
    this.desk.create(book);
  }

  async remove(book: string, key: string) {
    return this.desk.remove(book, key);
  }

  async putArea(book: string, key: string, area: string, body: AreaBody) {
    const answer = this.desk.putArea(book, key, area, body);
    if (answer.ok) this.ctx.waitUntil(this.look());
    return answer;
  }

  async removeArea(book: string, key: string, area: string) {
    return this.desk.removeArea(book, key, area);
  }

  async view(book: string, key: string) {
    return this.desk.view(book, key);
  }

  async lines(book: string, key: string, area: string, newest: number) {
    return this.desk.lines(book, key, area, newest);
  }

  async note(book: string, key: string, area: string, name: string, text: string) {
    return this.desk.note(book, key, area, name, text);
  }

  private async look(): Promise<void> {
    if (this.engine.size === 0) return;
    // Set before the look: one that dies with the object is repeated.
    await this.ctx.storage.setAlarm(systemClock.now() + WATCHDOG_MS);
    const nextMs = await this.engine.run();
    await this.ctx.storage.setAlarm(nextMs);
  }

  private retain(): void {
    const nowMs = systemClock.now();
    if (nowMs < this.retainedMs + RETAIN_EVERY_MS) return;
    this.retainedMs = nowMs;
    this.ledger.forgetLines(nowMs - LOG_DAYS * DAY_MS);
    this.ledger.deleteEmptyBooks(nowMs - EMPTY_BOOK_DAYS * DAY_MS);
  }
}
