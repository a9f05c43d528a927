import type { CompassPoint } from '#shared/geo/geodesy.ts';
import type { ChanceWords } from '#shared/nowcast/place/chanceWords.ts';
import type { SkyFacts } from './SkyFacts.ts';
import type { Caveat, HeldLevel, Lead, Motion } from './verdictOf.ts';

type Texts<Name extends string> = Readonly<Record<Name, string>>;
type From = NonNullable<SkyFacts['from']>;
type Plain = Extract<Lead['kind'], 'starting' | 'switching' | 'outside' | 'counted'>;

/** Texts of a verdict in one language: sentences with `{names}` to fill in. `ago` and `at` include a conjunction. */
export interface VerdictWords
  extends Texts<
    | Plain
    | ('kilometres' | 'seconds' | 'minutes' | 'ago' | 'at' | 'pastMoment' | 'allClear' | 'simulated')
    | ('near' | 'last' | 'lastMovedOff' | 'lastKnown' | 'none' | 'chance')
  > {
  readonly directions: Texts<CompassPoint>;
  /** Never from the map's middle, because nobody chose it. */
  readonly where: Texts<Exclude<From, 'centre'> | 'inside' | 'here' | 'inView'>;
  /** The requested period. */
  readonly over: Texts<'hour' | 'minutes' | 'pastHour' | 'pastMinutes'>;
  readonly within: Texts<'km' | 'view' | 'outline'>;
  readonly held: Texts<HeldLevel>;
  readonly lastHeld: Texts<HeldLevel>;
  /** Advice at the highest level, during lightning and after. */
  readonly action: Texts<'go' | 'stay'>;
  readonly unsure: Texts<'loading' | 'gaps' | 'late' | 'lateSince' | 'source'>;
  readonly blind: Texts<'ever' | 'since' | 'recalledEver' | 'recalled'>;
  readonly motion: Texts<Motion>;
  readonly arrival: Texts<'withYou' | 'there' | 'ifItComes' | 'withYouNow' | 'thereNow'>;
  readonly odds: Texts<ChanceWords['bound']>;
  readonly lacks: Texts<Caveat | 'lateSince'>;
  /** Must be short: at most `HEADLINE_LENGTH` characters. */
  readonly headline: Texts<
    | ('within' | 'none' | 'noneShort' | 'nothing' | 'late' | 'lateSince' | 'was' | 'source' | 'gaps')
    | (
        | 'offline'
        | 'offlineEver'
        | 'dead'
        | 'deadEver'
        | 'close'
        | 'now'
        | 'km'
        | 'withYou'
        | 'there'
        | 'ifItComes'
        | 'ofYou'
      )
  >;
  /** For a source that supports no alerts: what it detects, and that it gives no warnings. */
  readonly primary: Texts<'satellite' | 'late'>;
}
