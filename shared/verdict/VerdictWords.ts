import type { ChanceWords } from '#shared/nowcast/place/chanceWords.ts';
import type { Level } from '#shared/watch/Area.ts';
import type { SkyFacts } from './SkyFacts.ts';
import type { Lack } from './verdictOf.ts';

type From = SkyFacts['from'];

/** How a verdict is said in one language. Distances come with their unit; `at`, `time` are times of day. */
export interface VerdictWords {
  readonly kilometres: (number: string) => string;
  /** From north, clockwise, every 45 degrees. */
  readonly directions: readonly [string, string, string, string, string, string, string, string];
  readonly where: {
    readonly away: (km: string, direction: string, from: From) => string;
    readonly inside: string;
    readonly here: string;
    readonly inView: string;
  };
  /** Stand behind a place, with what joins them. */
  readonly ago: (span: string) => string;
  readonly at: (time: string) => string;
  readonly seconds: (n: number) => string;
  readonly minutes: (n: number) => string;
  /** What was asked, in whole minutes; 60 are an hour. */
  readonly over: (minutes: number, isPast: boolean) => string;
  /** `undefined`: in view. */
  readonly within: (km: string | undefined) => string;
  readonly pastMoment: (time: string) => string;
  readonly held: Readonly<Record<Exclude<Level, 'clear'>, string>>;
  readonly allClear: (time: string) => string;
  readonly lastHeld: Readonly<Record<Exclude<Level, 'clear'>, string>>;
  readonly near: (where: string, when: string) => string;
  readonly last: (where: string, when: string, movedOff: boolean) => string;
  readonly none: (within: string, over: string) => string;
  readonly noneFrom: (within: string, over: string) => string;
  readonly starting: string;
  readonly switching: string;
  readonly outside: string;
  readonly counted: string;
  readonly loading: string;
  readonly unread: string;
  readonly lateSince: (time: string | undefined) => string;
  /** `undefined`: nothing ever was known. */
  readonly blind: (time: string | undefined) => string;
  readonly recalled: (time: string | undefined) => string;
  readonly lastKnown: (where: string, when: string) => string;
  readonly motion: { readonly closer: string; readonly further: string; readonly passing: string };
  readonly arrival: (minutes: number, from: number, to: number, place: From) => string;
  readonly ifItComes: (minutes: number, from: number, to: number) => string;
  readonly anyMinute: (place: From) => string;
  readonly odds: (chance: ChanceWords) => string;
  readonly chance: (in30: string, in60: string) => string;
  readonly lacks: Readonly<Record<Exclude<Lack, 'late'>, string>> & {
    readonly late: (time: string | undefined) => string;
  };
  readonly simulated: string;
}
