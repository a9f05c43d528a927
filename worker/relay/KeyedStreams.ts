import { systemClock } from '#shared/Clock.ts';
import { PLANS } from '#shared/plans.ts';
import type { Env } from '#worker/http/Env.ts';
import { accountIn, accountName, type KeyRecord, KeyTable, keyStatus } from '#worker/http/keys/apiKeys.ts';
import type { KeyMeterCalls } from '#worker/http/keys/unitMeter.ts';
import type { Log } from '#worker/http/outbound/log.ts';
import { log } from '#worker/http/outbound/log.ts';
import { HttpProblem } from '#worker/http/responses.ts';
import { keyMeterStub } from '../stubs.ts';
import { bearerKey, type ClientKey } from './ClientKey.ts';
import { type LiveRequest, type LiveStreams, withTimeout } from './streams.ts';

/** Long enough for the end of a stream to be reported. */
const RETRY_S = 5;
const REQUEST_TIMEOUT_MS = 3_000;
/** A free place is reported to the meter this much later. */
const REPORT_AFTER_MS = 500;

export interface KeyedStreamsDeps {
  readonly relay: string;
  readonly meterOf: (account: string) => Pick<KeyMeterCalls, 'openStream' | 'reportStreams'>;
  readonly keysOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, KeyRecord>>;
  readonly nowMs: () => number;
  /** Runs work that never rejects after the delay. */
  readonly after: (delayMs: number, work: () => Promise<void>) => void;
  readonly log: Log;
}

interface Account {
  opening: number;
  reported: number;
  limit: number;
  readonly ids: Set<string>;
}

/** One relay's streams opened with a key: within its plan's limit, and ended when it is revoked. */
export class KeyedStreams {
  private readonly deps: KeyedStreamsDeps;
  private readonly accounts = new Map<string, Account>();
  private isReporting = false;

  constructor(deps: KeyedStreamsDeps) {
    this.deps = deps;
  }

  /** 429 if the account has all its plan's streams; passes without a key. Then call `finishOpening` or `refuse`, once. */
  async admit({ client, streams: limit }: LiveRequest, streams: LiveStreams): Promise<HttpProblem | undefined> {
    const account = accountIn(client.network);
    if (account === undefined || limit === undefined) return undefined;
    const held = this.accounts.get(account) ?? { opening: 0, reported: 0, limit, ids: new Set<string>() };
    this.accounts.set(account, held);
    // Isolates learn of a larger plan at different times. The next report brings a smaller one.
    held.limit = Math.max(held.limit, limit);
    held.ids.add(accountIn(client.host) ?? '');
    held.opening += 1;
    held.reported = this.countOf(account, streams);
    if (await this.fits(account, held.reported, limit)) return undefined;
    const detail = `Stream limit reached: this key's plan allows ${limit} concurrent streams.`;
    return new HttpProblem(429, 'rate-limited', detail, { retryAfterSeconds: RETRY_S });
  }

  refuse(client: ClientKey, problem: HttpProblem): Response {
    this.finishOpening(client);
    return problem.toResponse();
  }

  finishOpening({ network }: ClientKey): void {
    const held = this.accounts.get(accountIn(network) ?? '');
    if (held) held.opening -= 1;
  }

  /** Reports changed counts to the meters, once for all changes within half a second. */
  notifySoon(streams: LiveStreams): void {
    if (this.isReporting || this.updateOf(streams).length === 0) return;
    this.isReporting = true;
    this.deps.after(REPORT_AFTER_MS, async () => {
      this.isReporting = false;
      await this.attempt(async () => {
        for (const [account, held] of this.updateOf(streams)) await this.reportCounts(account, held, streams);
      });
    });
  }

  /** Reports the streams held here to the meters, and ends those of bad keys and those past the limit. */
  async report(streams: LiveStreams | undefined): Promise<void> {
    const ids = [...this.accounts.values()].flatMap((held) => [...held.ids]);
    if (!streams || ids.length === 0) return;
    await this.attempt(async () => {
      const keys = await withTimeout(REQUEST_TIMEOUT_MS, this.deps.keysOf(ids));
      for (const [account, held] of this.accounts) {
        held.limit = this.endBad(account, held, keys, streams);
        await this.reportCounts(account, held, streams);
      }
    });
  }

  /** Never rejects: the next report makes up for one that failed. */
  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.deps.log('warn', 'relay.keys', { reason: (error as Error).message });
    }
  }

  private updateOf(streams: LiveStreams): [account: string, held: Account][] {
    return [...this.accounts].filter(([account, { reported }]) => reported !== this.countOf(account, streams));
  }

  private endBad(account: string, held: Account, keys: ReadonlyMap<string, KeyRecord>, streams: LiveStreams): number {
    let limit = 0;
    for (const id of held.ids) {
      const key = keys.get(id);
      const bearer = bearerKey({ account, id });
      if (key && keyStatus(key, 'live', this.deps.nowMs()) === 'good') limit = PLANS[key.plan].api.streams;
      else streams.endAll(bearer);
      if (streams.countOf(bearer) === 0 && held.opening === 0) held.ids.delete(id);
    }
    return limit;
  }

  private async reportCounts(account: string, held: Account, streams: LiveStreams): Promise<void> {
    held.reported = this.countOf(account, streams);
    const reported = this.deps.meterOf(account).reportStreams(this.deps.relay, held.reported, held.limit);
    const accepted = await withTimeout(REQUEST_TIMEOUT_MS, reported);
    for (let over = held.reported - accepted; over > 0; over -= 1) {
      const open = [...held.ids].map((id) => bearerKey({ account, id })).find((bearer) => streams.countOf(bearer) > 0);
      if (open) streams.endNewest(open);
    }
    if (held.opening === 0 && this.countOf(account, streams) === 0) this.accounts.delete(account);
  }

  private async fits(account: string, count: number, limit: number): Promise<boolean> {
    try {
      return await this.deps.meterOf(account).openStream(this.deps.relay, count, limit);
    } catch (error) {
      // A paying client is not refused because we cannot count.
      this.deps.log('error', 'key.meter', { reason: (error as Error).message });
      return true;
    }
  }

  private countOf(account: string, streams: LiveStreams): number {
    return streams.shares.networks.of(accountName(account)) + (this.accounts.get(account)?.opening ?? 0);
  }
}

export function keyedStreamsOf(env: Env, relay: string): KeyedStreams {
  return new KeyedStreams({
    relay,
    meterOf: (account) => keyMeterStub(env, account),
    keysOf: (ids) => new KeyTable(env.OUTBOX_DB).byIds(ids),
    nowMs: () => systemClock.now(),
    after: (delayMs, work) => setTimeout(work, delayMs),
    log,
  });
}
