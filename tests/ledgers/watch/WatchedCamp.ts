import type { ForecastResult } from '#shared/nowcast/arrivalAt.ts';
import { type NumberedStrike, toStrikes } from '#shared/strike.ts';
import { withStorage } from '#tests/ledgers/testEnv.ts';
import { CAMP_BODY, PUSH, recipientRow } from '#tests/support/watch/campBody.ts';
import { MessageCheck } from '#worker/dev/fakes/hookReceiver.ts';
import { FireNotifier } from '#worker/features/fires/FireNotifier.ts';
import type { FireUpdate } from '#worker/features/fires/FireTable.ts';
import { hashOf } from '#worker/http/keys/apiKeys.ts';
import type { Attempt, SendJob } from '#worker/watch/delivery.ts';
import type { Message } from '#worker/watch/messages.ts';
import { type OpenWatch, openWatch } from '#worker/watch/openWatch.ts';
import { dispatch, type OperationArgs, type OperationName, type OperationResult } from '#worker/watch/operations.ts';
import { type Recipient, RecipientStore } from '#worker/watch/recipients.ts';

const MINUTE_MS = 60_000;
export const START_MS = Date.UTC(2026, 6, 1, 12);
export const OWNER = '0'.repeat(32);

const SEEN = { challengedMs: START_MS, echoedMs: START_MS };

/** A recipient of the camp that was reached before. */
export const recipient = (id: string, more: Partial<Recipient> = {}) =>
  recipientRow({ id, name: id, target: PUSH, okMs: START_MS, muteKey: `mute key of ${id}`, ...SEEN, ...more });

/** One watched site over the storage of a Watch object, at times that the test sets. The Feed reports strikes at once. */
export class WatchedCamp {
  /** What was sent, with the minute: `minute recipient type`. */
  readonly sent: string[] = [];
  readonly jobs: SendJob[] = [];
  /** What the object logged: `level event`. */
  readonly logged: string[] = [];
  /** Far sides that answer so; all others take what they are sent. */
  readonly attempts = new Map<string, Attempt>();
  /** Far sides that answer only when this is resolved. */
  readonly hangs = new Map<string, Promise<void>>();
  watch!: OpenWatch;
  private readonly check = new MessageCheck();
  private readonly storage: DurableObjectStorage;
  private readonly strikes: NumberedStrike[] = [];
  nowMs = START_MS;
  /** What storm cells say of the camp; null while they say nothing. */
  forecast: ForecastResult | null = null;
  /** What happens during that request. */
  meanwhile = async (): Promise<void> => {};
  /** The updates of fires after a number. */
  fireUpdates = async (_after: number): Promise<readonly FireUpdate[]> => [];
  /** When it requested the next check. */
  nextLookMs = 0;

  private constructor(storage: DurableObjectStorage) {
    this.storage = storage;
  }

  static run(recipients: readonly Recipient[], story: (camp: WatchedCamp) => Promise<void>): Promise<void> {
    return withStorage(async (storage) => {
      const camp = new WatchedCamp(storage);
      camp.restart();
      camp.request(
        'create',
        { id: 'b', ownerHash: hashOf(OWNER), viewHash: 'v', language: 'en', timeZone: 'Europe/Sofia' },
        '198.51.100.0/24',
      );
      for (const one of recipients) new RecipientStore(storage.sql).put(one);
      camp.restart();
      camp.request('putArea', 'b', OWNER, 'a', CAMP_BODY);
      await camp.at(0);
      await story(camp);
      camp.check.end();
    });
  }

  /** The object dies, and another goes on from what was written. */
  restart(): void {
    this.watch = openWatch(
      {
        storage: this.storage,
        shard: '0',
        config: { watchLateReportMs: 60_000, watchDailyCap: 100, source: 'live', watchBot: undefined },
        feed: () => ({
          watchUpdates: async () => ({ snapshot: this.snapshot(), pages: this.pages(), complete: true }),
          strikesWithin: async () => toStrikes(this.strikes),
        }),
        forecasts: async (places) => {
          await this.meanwhile();
          const { forecast } = this;
          return forecast && places.map(() => forecast);
        },
        send: async (job) => {
          await this.hangs.get(job.recipient);
          return this.accept(job);
        },
        sendSoon: () => {},
        lookSoon: () => {},
        onSettled: () => {},
        sendOnce: () => {},
        clock: { now: () => this.nowMs },
        random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
        log: (level, event) => this.logged.push(`${level} ${event}`),
      },
      [(watch) => new FireNotifier(watch, (after) => this.fireUpdates(after))],
    );
  }

  /** Asks for an operation, as a route does. */
  request<Name extends OperationName>(name: Name, ...args: OperationArgs<Name>): OperationResult<Name> {
    return dispatch(this.watch, name, args);
  }

  /** Lightning now, at this distance to the east, in km. */
  strike(km: number): void {
    const ordinal = this.strikes.length + 1;
    const longitude = 23.32 + km / 81.8;
    this.strikes.push({ id: `s${ordinal}`, ordinal, latitude: 42.7, longitude, atMs: this.nowMs });
  }

  /** Lets the minute come, looks, and sends what is due. */
  async at(minute: number, happens = (): void => {}): Promise<void> {
    this.nowMs = START_MS + minute * MINUTE_MS;
    happens();
    this.nextLookMs = await this.watch.engine.run();
    await this.watch.early.run();
    await this.notifyOfFires();
    await this.watch.pump.run();
    await this.watch.pump.run();
  }

  async notifyOfFires(): Promise<void> {
    for (const notifier of this.watch.notifiers) await notifier.run();
  }

  get sql(): SqlStorage {
    return this.storage.sql;
  }

  /** Watches another area at the same place. */
  addArea(id: string): void {
    this.request('putArea', 'b', OWNER, id, CAMP_BODY);
  }

  /** The area as its row has it. */
  rowOf(id: string) {
    return this.watch.ledger.areas('b').find((area) => area.id === id);
  }

  /** The area as the watchlist's panel receives it. */
  viewOf(id: string) {
    const view = this.request('view', 'b', OWNER);
    return view.ok ? view.value.areas.find((area) => area.id === id) : undefined;
  }

  /** The recipients as the watchlist's owner receives them. */
  recipientViews() {
    const view = this.request('view', 'b', OWNER);
    return (view.ok ? view.value.recipients : undefined) ?? [];
  }

  /** The kinds of changes in the area's log, the oldest first. */
  kindsOf(id: string): string[] {
    const lines = this.watch.ledger.logs.lines('b', id, { newest: 99 });
    return lines.flatMap(({ entry }) => (entry.type === 'change' ? [entry.change.kind] : []));
  }

  get minuteOfNextLook(): number {
    return (this.nextLookMs - START_MS) / MINUTE_MS;
  }

  messageOf(job: SendJob | undefined): Message {
    return JSON.parse(job?.body ?? '') as Message;
  }

  /** What of recipients stands in the camp's log, as the CSV has it. */
  get remarks(): string[] {
    return this.watch.ledger.logs
      .lines('b', 'a', { newest: 99 })
      .flatMap(({ entry }) => (entry.type === 'recipient' ? [`${entry.event} ${entry.name}`] : []));
  }

  private accept(job: SendJob): Attempt {
    const result = this.attempts.get(job.recipient);
    if (result) return result;
    this.jobs.push(job);
    this.check.look(this.messageOf(job));
    const minute = (this.nowMs - START_MS) / MINUTE_MS;
    const { type, data } = this.messageOf(job);
    this.sent.push(`${minute} ${job.recipient} ${data.fire ? 'fire' : type.slice('watch.'.length)}`);
    return { kind: 'accepted' };
  }

  private snapshot() {
    const seq = this.strikes.length;
    return {
      epoch: 'e',
      seq,
      watermarkMs: this.nowMs,
      providerNowMs: this.nowMs,
      gapBoxes: [],
      gapBoxesTruncated: false,
    };
  }

  private pages() {
    return this.strikes.length === 0 ? [] : [{ seq: this.strikes.length, strikes: toStrikes(this.strikes) }];
  }
}
