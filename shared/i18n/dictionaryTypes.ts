import type { ContactErrorCode } from '#shared/contact.ts';
import type { VerdictTexts } from '#shared/sky/verdictText.ts';
import type { Level } from '#shared/watch/Area.ts';
import type { Namespaces, Translations } from './i18n-types.ts';

/* What those files of a language must say that are not for typesafe-i18n: `server.ts`, `serviceWorker.ts`, `otherSources.ts`. */

type Alarm = Exclude<Level, 'clear'>;

interface EarlyChance {
  readonly times: number;
  readonly of: number;
  readonly range80?: readonly [number, number];
}

/** Where a fire is, when it was first and last seen, and how likely lightning is. */
interface FireSaid {
  readonly where: string;
  readonly first: string;
  readonly last: string;
  readonly percent: number;
  /** Not all lightning before it was read. */
  readonly atLeast: boolean;
}

/** The words of messages, in the language of the watchlist. Distances come with their unit, times in the watchlist's zone. */
export interface MessageTexts {
  readonly exercise: string;
  readonly drill: string;
  readonly raise: Readonly<Record<Alarm, string>>;
  readonly again: string;
  readonly lowered: string;
  readonly clear: string;
  readonly blind: string;
  readonly sight: string;
  readonly ended: string;
  readonly test: string;
  readonly reportedAt: (time: string) => string;
  readonly correction: string;
  readonly since: (time: string) => string;
  readonly keepAway: string;
  readonly againText: string;
  readonly loweredTo: Readonly<Record<'watch' | 'warning', string>>;
  readonly clearText: string;
  readonly sightText: Readonly<Record<Level, string>>;
  readonly endedText: string;
  readonly testText: string;
  readonly missed: Readonly<Record<Alarm, (time: string) => string>>;
  readonly unreachable: (name: string) => string;
  readonly muted: (name: string, time: string) => string;
  readonly mutedUntilClear: (name: string, time: string) => string;
  /** Said to a recipient who is told after others: nobody has confirmed for so long. */
  readonly unconfirmed: (minutes: number) => string;
  readonly ending: (date: string) => string;
  readonly notice: string;
  readonly early: string;
  /** How likely (so many times in so many), between which minutes, and what such a notice is worth. */
  readonly earlyText: (odds: EarlyChance) => string;
  readonly fire: string;
  readonly fireText: (text: FireSaid) => string;
  readonly fireCorrected: string;
  /** `first` with its date. */
  readonly fireCorrectedText: (text: Omit<FireSaid, 'last' | 'atLeast'>) => string;
}

export interface ChatTexts {
  readonly started: string;
  readonly stopped: string;
  readonly areas: (names: readonly string[]) => string;
  /** Names the areas whose alerts were confirmed. */
  readonly seen: (names: readonly string[]) => string;
}

export interface FeedTexts {
  readonly feed: string;
  readonly lightning: string;
  readonly noData: string;
  readonly restriction: string;
}

export interface PictureTexts {
  readonly title: string;
  readonly live: string;
  readonly delayed: string;
  readonly down: string;
  /** `at` is a time with its zone. */
  readonly readTo: (at: string) => string;
  readonly never: string;
  readonly count: (count: string) => string;
  readonly lastKnown: (count: string) => string;
  readonly simulated: string;
  readonly gaps: (spans: string) => string;
  readonly gapsInAll: (minutes: number) => string;
  readonly outside: string;
  readonly since: (at: string) => string;
  /** Up to so many minutes old. */
  readonly ages: (minutes: number) => string;
  readonly land: string;
}

type OfKind = Readonly<Record<'town' | 'peak', string>>;

/** Sentences with `{names}`. `{of}` is the place's name as it stands after "near" or "of". */
export interface PlacePageTexts {
  readonly places: string;
  /** Before a peak's name, unless it says so itself. */
  readonly peak: string;
  readonly heading: string;
  /** One strike, as a shared link names it. */
  readonly strike: string;
  readonly title: string;
  readonly description: OfKind;
  readonly asOf: string;
  /** Shown by the page's program once what stands there is old. */
  readonly stale: string;
  readonly picture: string;
  readonly cells: Readonly<
    Record<'title' | 'cell' | 'moves' | 'turns' | 'growing' | 'fading' | 'none' | 'unknown' | 'asOf', string>
  >;
  readonly plots: Readonly<
    Record<'title' | 'hour' | 'day' | 'fortnight' | 'count' | 'known' | 'none' | 'hatched' | 'now' | 'area', string>
  >;
  readonly gaps: Readonly<Record<'title' | 'all' | 'spans' | 'more' | 'unknown', string>>;
  readonly actions: Readonly<Record<'title' | 'tell' | 'map' | 'report' | 'analytics', string>>;
  readonly near: Readonly<Record<'title' | 'place', string>>;
  readonly missing: Readonly<Record<'title' | 'text' | 'all', string>>;
  readonly credit: string;
}

interface FormTexts {
  readonly success: string;
  readonly failure: string;
  readonly full: string;
  readonly errors: Readonly<Record<ContactErrorCode, string>>;
}

export interface ContactTexts extends FormTexts {
  readonly kept: string;
  readonly limited: string;
  readonly faulty: string;
}

/** If the source reports flashes of every kind. */
export type FlashPictureTexts = Pick<PictureTexts, 'count' | 'lastKnown'>;
export type FlashPlotTexts = Pick<PlacePageTexts['plots'], 'count' | 'known' | 'area'>;
export type FlashVerdictTexts = Partial<Pick<VerdictTexts, 'near' | 'last' | 'lastMovedOff' | 'lastKnown' | 'counted'>>;

/** If the source may not be used for alerts. */
export type LatePlaceTexts = Pick<PlacePageTexts, 'title' | 'description'>;

export interface OfflineTexts {
  readonly title: string;
  readonly text: string;
  readonly map: string;
}

type Notice = readonly [title: string, body: string];

export interface PushTexts {
  readonly unreadable: Notice;
  readonly ended: Notice;
  readonly late: (age: string) => string;
  readonly units: readonly [minutes: string, hours: string];
}

type SomeOf<Texts> = { readonly [Key in keyof Texts]?: Texts[Key] extends string ? Texts[Key] : SomeOf<Texts[Key]> };

/** What is said instead, by area, if strikes do not come from a network that locates strokes to the ground within seconds. */
export type Instead = { readonly [Area in Namespaces]?: SomeOf<Translations[Area]> } & {
  readonly everyPage?: SomeOf<Omit<Translations, Namespaces>>;
};

/** The replacements by what differs: flashes of every kind, the same in the tools, late strikes, a camera in space. */
export type OtherSourceTexts = Readonly<Record<'flashes' | 'flashTools' | 'late' | 'optical', Instead>>;
