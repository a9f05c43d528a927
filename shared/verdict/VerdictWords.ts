import type { CompassPoint } from '#shared/geo/geodesy.ts';
import type { ChanceWords } from '#shared/nowcast/place/chanceWords.ts';
import type { SkyFacts } from './SkyFacts.ts';
import type { Caveat, HeldLevel, Lead, Motion } from './verdictOf.ts';

type Texts<Name extends string> = Readonly<Record<Name, string>>;
type From = NonNullable<SkyFacts['from']>;
type Plain = Extract<Lead['kind'], 'starting' | 'switching' | 'outside' | 'counted'>;

/** How a verdict is said in one language: sentences with `{names}` to be filled. `ago` and `at` bring what joins them. */
export interface VerdictWords
  extends Texts<
    | Plain
    | ('kilometres' | 'seconds' | 'minutes' | 'ago' | 'at' | 'pastMoment' | 'allClear' | 'simulated')
    | ('near' | 'last' | 'lastMovedOff' | 'lastKnown' | 'none' | 'chance')
  > {
  readonly directions: Texts<CompassPoint>;
  /** Never from the map's middle, which nobody gave. */
  readonly where: Texts<Exclude<From, 'centre'> | 'inside' | 'here' | 'inView'>;
  /** What was asked. */
  readonly over: Texts<'hour' | 'minutes' | 'pastHour' | 'pastMinutes'>;
  readonly within: Texts<'km' | 'view' | 'outline'>;
  readonly held: Texts<HeldLevel>;
  readonly lastHeld: Texts<HeldLevel>;
  /** What to do at the highest level, while lightning falls and after. */
  readonly action: Texts<'go' | 'stay'>;
  readonly unsure: Texts<'loading' | 'gaps' | 'late' | 'lateSince' | 'source'>;
  readonly blind: Texts<'ever' | 'since' | 'recalledEver' | 'recalled'>;
  readonly motion: Texts<Motion>;
  readonly arrival: Texts<'withYou' | 'there' | 'ifItComes' | 'withYouNow' | 'thereNow'>;
  readonly odds: Texts<ChanceWords['bound']>;
  readonly lacks: Texts<Caveat | 'lateSince'>;
  /** What is read at a glance: at most `HEADLINE_LENGTH` characters. */
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
  /** Of a source that supports no alerts: what it sees, and that nothing follows from it. */
  readonly primary: Texts<'satellite' | 'late'>;
}
