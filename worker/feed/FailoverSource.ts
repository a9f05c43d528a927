import type { Clock } from '#shared/Clock.ts';
import { type BBox, bboxWithin, grownBox } from '#shared/geo/BBox.ts';
import { HOME_REGION } from '#shared/geo/regions.ts';
import { type Strike, strikesAt } from '#shared/strike.ts';
import type { Log } from '#worker/http/outbound/log.ts';
import type { ProviderResponse, StrikeWindow, WindowSource } from '#worker/sources/source.ts';
import type { FeedLedger } from './ledger.ts';
import { afterResponse, type Failover, SHADOW_EVERY_MS, withoutKnown } from './plan.ts';

interface FailoverDeps {
  readonly ledger: FeedLedger;
  readonly primary: WindowSource;
  readonly backup: WindowSource;
  readonly home: BBox;
  readonly clock: Clock;
  readonly log: Log;
}

type Role = Failover['active'];

/** The stretch requested from the inactive source: enough to know that it responds. */
const SHADOW_MS = 60_000;
/** A strike may lie 10 km outside for the other source. */
const AROUND_DEGREES = 0.2;
/** This much before a switch is read again by the other source. */
const SEAM_MS = 15 * 60_000;
const STEP_MS = 1;

/**
 * Two sources of one kind as one. Calls go to the active one; the other is polled for home's last minute every 30 s.
 * Ids become `name:id`. A switch leaves marks and watermark as they are, so that what was not read is read by the
 * other source, and a strike that both report is published once.
 */
export class FailoverSource implements WindowSource {
  readonly way = 'windows';
  readonly traits: WindowSource['traits'];
  private readonly deps: FailoverDeps;
  private readonly stepMs: number;
  private shadowMs = 0;

  constructor(deps: FailoverDeps) {
    const { primary, backup } = deps;
    this.deps = deps;
    this.traits = primary.traits;
    this.stepMs = Math.max(STEP_MS, primary.traits.timeStepMs, backup.traits.timeStepMs);
  }

  async list(window: StrikeWindow, maxWaitMs?: number): Promise<ProviderResponse> {
    const { active } = this.state;
    this.queryOther(active === 'primary' ? 'backup' : 'primary');
    const providerResponse = await this.deps[active].list(window, maxWaitMs);
    // A refusal for an on-demand region does not affect home.
    if (bboxWithin(window.bbox, this.deps.home)) this.note(active, providerResponse);
    return providerResponse.kind === 'strikes'
      ? { ...providerResponse, strikes: this.own(active, providerResponse.strikes, window) }
      : providerResponse;
  }

  private get state(): Failover {
    return this.deps.ledger.facts.read('failover');
  }

  /** Runs in the background: no caller waits for it. */
  private queryOther(role: Role): void {
    const { clock, home } = this.deps;
    const nowMs = clock.now();
    if (nowMs < this.shadowMs + SHADOW_EVERY_MS) return;
    this.shadowMs = nowMs;
    this.deps.ledger.facts.add('calls', 1);
    const window = { bbox: home, fromMs: nowMs - SHADOW_MS, toMs: nowMs };
    void this.deps[role].list(window).then((providerResponse) => this.note(role, providerResponse));
  }

  private note(role: Role, providerResponse: ProviderResponse): void {
    const { ledger, clock, log, home } = this.deps;
    const nowMs = clock.now();
    const before = this.state;
    const after = afterResponse(
      before,
      role,
      providerResponse.kind === 'strikes' || providerResponse.kind === 'oversized',
      nowMs,
    );
    ledger.facts.write('failover', after);
    if (after.active === before.active) return;
    log('warn', 'feed.failover', { active: this.deps[after.active].traits.name });
    // The other source may have strikes that this one delayed or lost before it failed.
    ledger.windows.addBacklog({ bbox: home, fromMs: nowMs - SEAM_MS, toMs: nowMs }, HOME_REGION, 'sweep', nowMs);
  }

  /** The strikes with this source's ids, without those that the other source has already reported. */
  private own(role: Role, strikes: readonly Strike[], window: StrikeWindow): Strike[] {
    const { ledger } = this.deps;
    const prefix = `${this.deps[role].traits.name}:`;
    const named = strikes.map((strike) => ({ ...strike, id: prefix + strike.id }));
    if (named.length === 0) return named;
    const span = { fromMs: window.fromMs - this.stepMs, toMs: window.toMs + this.stepMs + 1 };
    const known = strikesAt(ledger.strikes.within(grownBox(window.bbox, AROUND_DEGREES), span));
    const mine = new Set(known.map(({ id }) => id));
    const others = known.filter(({ id }) => !id.startsWith(prefix));
    const again = named.filter(({ id }) => mine.has(id));
    const fresh = named.filter(({ id }) => !mine.has(id));
    return [...again, ...withoutKnown(fresh, others, this.stepMs)];
  }
}
