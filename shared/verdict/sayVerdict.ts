import { chanceWords } from '#shared/nowcast/place/chanceWords.ts';
import type { StrikeFact } from './SkyFacts.ts';
import type { VerdictWords } from './VerdictWords.ts';
import type { Lead, Verdict } from './verdictOf.ts';

export interface Saying {
  readonly words: VerdictWords;
  /** BCP 47, of numbers. */
  readonly language: string;
  /** The time of day on the listener's clock; `day`: with its date if that is not today. */
  readonly timeOf: (atMs: number, precision: 'strike' | 'day') => string;
  /** What is read later tells when something was, not how long ago. */
  readonly isRead?: 'later';
  /** Names a strike's place where nothing is measured. */
  readonly nameOf?: (strike: StrikeFact) => string | undefined;
}

export type Part = 'moment' | 'held' | 'lead' | 'motion' | 'arrival' | 'chance' | 'lack' | 'simulated';

/** A whole sentence, and what it is about: a narrow screen leaves some out, and keeps their order. */
export interface Sentence {
  readonly part: Part;
  readonly text: string;
}

/** Says a verdict, the most important first: the level, where it strikes, whether it comes, and what is not known. */
export function sayVerdict(verdict: Verdict, saying: Saying): Sentence[] {
  const { held, lead, motion, arrival, chance, lacks, simulated, isPast, nowMs, from } = verdict;
  const { words, timeOf } = saying;
  const said = (part: Part, text: string | undefined): Sentence[] => (text === undefined ? [] : [{ part, text }]);
  const until = held?.allClearNotBeforeMs;
  const odds = (p: number) => words.odds(chanceWords(p));
  return [
    ...said('moment', isPast ? words.pastMoment(timeOf(nowMs, 'day')) : undefined),
    ...said('held', held && lead.kind !== 'blind' ? words.held[held.level] : undefined),
    ...leadText(verdict, saying).flatMap((text) => said('lead', text)),
    ...said('held', held && lead.kind === 'blind' ? words.lastHeld[held.level] : undefined),
    ...said('motion', motion && lead.kind === 'near' ? words.motion[motion] : undefined),
    ...said('arrival', arrival && arrivalText(arrival, from, words)),
    ...said('chance', chance && words.chance(odds(chance.p30), odds(chance.p60))),
    ...said('held', until !== undefined && lead.kind !== 'blind' ? words.allClear(timeOf(until, 'day')) : undefined),
    ...lacks.flatMap((lack) =>
      said('lack', lack === 'late' ? words.lacks.late(readTo(verdict, saying)) : words.lacks[lack]),
    ),
    ...said('simulated', simulated ? words.simulated : undefined),
  ];
}

function arrivalText(arrival: NonNullable<Verdict['arrival']>, from: Verdict['from'], words: VerdictWords): string {
  if (arrival === 'now') return words.anyMinute(from);
  const { minutes, range80, firm } = arrival;
  return firm ? words.arrival(minutes, ...range80, from) : words.ifItComes(minutes, ...range80);
}

function leadText(verdict: Verdict, saying: Saying): string[] {
  const { lead, motion, withinKm, askedMs, isPast } = verdict;
  const { words } = saying;
  const within = words.within(withinKm === null ? undefined : distanceText(withinKm, saying));
  const over = words.over(Math.round(askedMs / MINUTE_MS), isPast);
  switch (lead.kind) {
    case 'near':
      return [words.near(whereText(lead.strike, verdict, saying), whenText(lead.strike, verdict, saying))];
    case 'last': {
      const off = motion === 'further';
      return [words.last(whereText(lead.strike, verdict, saying), whenText(lead.strike, verdict, saying), off)];
    }
    case 'none':
      return [words.none(within, over)];
    case 'unsure':
      return [unsureText(lead, verdict, saying, () => words.noneFrom(within, over))];
    case 'blind':
      return blindText(lead, verdict, saying);
    case 'level':
      return [];
    default:
      return [words[lead.kind]];
  }
}

type Of<Kind extends Lead['kind']> = Extract<Lead, { kind: Kind }>;

function unsureText({ why }: Of<'unsure'>, verdict: Verdict, saying: Saying, source: () => string): string {
  const { words } = saying;
  if (why === 'source') return source();
  if (why === 'late') return words.lateSince(readTo(verdict, saying));
  return why === 'gaps' ? words.unread : words.loading;
}

function blindText({ sinceMs, recalled, last }: Of<'blind'>, verdict: Verdict, saying: Saying): string[] {
  const { words, timeOf } = saying;
  const since = sinceMs === null ? undefined : timeOf(sinceMs, 'day');
  const said = recalled ? words.recalled(since) : words.blind(since);
  if (!last) return [said];
  return [said, words.lastKnown(whereText(last, verdict, saying), words.at(timeOf(last.atMs, 'day')))];
}

function readTo({ readToMs }: Verdict, { timeOf }: Saying): string | undefined {
  return readToMs === null ? undefined : timeOf(readToMs, 'day');
}

const MINUTE_MS = 60_000;
/** Nearer than this, a direction is chance. */
const HERE_KM = 0.5;

function whereText(strike: StrikeFact, { from }: Verdict, saying: Saying): string {
  const { words, nameOf } = saying;
  const { away } = strike;
  if (!away) return nameOf?.(strike) ?? words.where.inView;
  if (from === 'area' && away.km === 0) return words.where.inside;
  if (from !== 'area' && away.km < HERE_KM) return words.where.here;
  const direction = words.directions[Math.round(away.bearing / 45) % 8] ?? words.directions[0];
  return words.where.away(distanceText(away.km, saying), direction, from);
}

function whenText({ atMs }: StrikeFact, { nowMs, isPast }: Verdict, { words, timeOf, isRead }: Saying): string {
  if (isPast || isRead === 'later') return words.at(timeOf(atMs, 'strike'));
  const ageMs = Math.max(0, nowMs - atMs);
  return words.ago(
    ageMs < MINUTE_MS ? words.seconds(Math.floor(ageMs / 1_000)) : words.minutes(Math.floor(ageMs / MINUTE_MS)),
  );
}

/** Whole kilometres, below 10 km tenths. */
function distanceText(km: number, { words, language }: Saying): string {
  return words.kilometres(new Intl.NumberFormat(language, { maximumFractionDigits: km < 10 ? 1 : 0 }).format(km));
}
