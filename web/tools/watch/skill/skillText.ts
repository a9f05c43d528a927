import { DAY_MS } from '#shared/time.ts';
import { SKILL_DAYS } from '#shared/watch/Area.ts';
import { LEAST_FOR_SHARE, type SkillView } from '#shared/watch/skillBody.ts';
import { dateTimeFormat, type Texts } from '#web/kit/i18n/index.ts';
import { longSpanText } from '#web/sky/words/timeText.ts';

/** `LL` contains `alarmSkill` and `watch`. */
export interface SkillWords {
  readonly LL: Texts;
  readonly locale: string;
}

export type Choice = SkillView['choices'][number];
type Share = NonNullable<Choice['warned']>;
type Returned = SkillView['returns'][number];
type Around = SkillView['around'];

/** A smaller gap in the archive is not mentioned. */
const NEARLY_DAYS = 0.5;
const NBSP = '\u00a0';

/** A unit may end with the full stop that ends the sentence. */
const onePoint = (text: string) => text.replace(/\.\.(?=\s|\)|$)/g, '.');

export function kmText(km: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(km);
}

/** A share without decimals: `91%`. */
export function shareText(share: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

function spanOf(ms: number, { LL, locale }: SkillWords): string {
  return ms < 1_000 ? LL.alarmSkill.none() : longSpanText(ms, locale);
}

/** Days of the period, in tenths; 14 if hardly less. */
export function periodDays({ fromMs, toMs }: Pick<SkillView, 'fromMs' | 'toMs'>): number {
  const days = (toMs - fromMs) / DAY_MS;
  return SKILL_DAYS - days > NEARLY_DAYS ? Math.round(days * 10) / 10 : SKILL_DAYS;
}

function countedText(of: number, among: number, { LL }: SkillWords): string {
  return among === 0 ? LL.alarmSkill.none() : LL.alarmSkill.counted({ of, among });
}

/** Never rounded to all or to none, unless exact. */
function partOf(share: number, whole: number): number {
  const part = Math.round(share * whole);
  if (share < 1 && part === whole) return whole - 1;
  return share > 0 && part === 0 ? 1 : part;
}

/** `7` of 10 stops. */
function tenthText(share: number, { LL }: SkillWords): string {
  if (share > 0 && share < 0.05) return LL.alarmSkill.tenth.least();
  if (share < 1 && share >= 0.95) return LL.alarmSkill.tenth.most();
  return String(Math.round(share * 10));
}

/** `in 2 of 10`. */
function inTenthText(share: number, { LL }: SkillWords): string {
  const { some, least, most } = LL.alarmSkill.returns;
  if (share > 0 && share < 0.05) return least();
  if (share < 1 && share >= 0.95) return most();
  return some({ n: Math.round(share * 10) });
}

/** With hits on fewer than three days there is no interval: from none to all. */
const hasInterval = ({ low, high }: Pick<Share, 'low' | 'high'>) => low > 0 || high < 1;

function rangeText({ low, high }: Share, { LL, locale }: SkillWords): string {
  if (!hasInterval({ low, high })) return LL.alarmSkill.noInterval();
  return LL.alarmSkill.range({ low: shareText(low, locale), high: shareText(high, locale) });
}

/** One sentence: how many hits around here were warned, and how long before. With too few hits, counts. */
export function lineText(skill: SkillView, words: SkillWords): string {
  const { line, where: places } = words.LL.alarmSkill;
  const { hits, warned, warnedShare, lead, radiusKm } = skill.around;
  const where = radiusKm === undefined ? places.region() : places.around();
  if (skill.toMs <= skill.fromMs) return line.nothing();
  if (hits === 0) return line.none({ where, days: periodDays(skill) });
  if (!warnedShare) return line.few({ where, hits, warned });
  const of100 = String(partOf(warnedShare.share, 100));
  if (!lead) return line.warned({ where, warned: of100 });
  return onePoint(line.half({ where, warned: of100, lead: longSpanText(lead.medianMs, words.locale) }));
}

export interface Measure {
  readonly key: string;
  readonly name: string;
  readonly text: string;
}

type Row = Pick<Around, 'hits' | 'warned' | 'stops' | 'withoutHit' | 'liftedTooEarly' | 'stopMs'> &
  Partial<Pick<Around, 'warnedShare' | 'withoutHitShare' | 'liftedTooEarlyShare' | 'lead'>>;

const warnedText = ({ hits, warned, warnedShare }: Row, words: SkillWords) =>
  warnedShare
    ? words.LL.alarmSkill.warnedText({
        share: shareText(warnedShare.share, words.locale),
        hits,
        interval: hasInterval(warnedShare)
          ? words.LL.alarmSkill.interval({ range: rangeText(warnedShare, words) })
          : words.LL.alarmSkill.noInterval(),
      })
    : words.LL.alarmSkill.few({ of: warned, among: hits });

function leadMeasure({ lead }: Row, { LL, locale }: SkillWords): Measure[] {
  if (!lead) return [];
  const [median, tenth] = [longSpanText(lead.medianMs, locale), longSpanText(lead.shortestTenthMs, locale)];
  return [{ key: 'lead', name: LL.alarmSkill.lead(), text: LL.alarmSkill.leadText({ median, tenth }) }];
}

function priceText({ stops, withoutHit, withoutHitShare }: Row, siteKm: number, words: SkillWords): string {
  const { LL, locale } = words;
  if (!withoutHitShare) return countedText(withoutHit, stops, words);
  const values = { of: tenthText(withoutHitShare.share, words), range: rangeText(withoutHitShare, words), stops };
  return LL.alarmSkill.price({ ...values, km: kmText(siteKm, locale) });
}

/** What happened at the place itself, in counts. */
export function hereMeasures(skill: SkillView, words: SkillWords): Measure[] {
  const { here } = skill;
  if (!here) return [];
  const { alarmSkill: texts } = words.LL;
  const { hits, warned, alerts, atNight, stops, withoutHit, liftedTooEarly, stopMs, longestStopMs } = here;
  const under = texts.underHere({
    span: spanOf(stopMs, words),
    longest: spanOf(longestStopMs, words),
    days: periodDays(skill),
  });
  return [
    { key: 'hits', name: texts.hits(), text: hits === 0 ? texts.none() : texts.hitsText({ hits, warned }) },
    ...leadMeasure(here, words),
    {
      key: 'alerts',
      name: texts.alerts(),
      text: alerts === 0 ? texts.none() : texts.alertsText({ alerts, night: atNight }),
    },
    { key: 'price', name: texts.priceName(), text: countedText(withoutHit, stops, words) },
    { key: 'under', name: texts.under(), text: stopMs === 0 ? texts.none() : under },
    { key: 'early', name: texts.early(), text: countedText(liftedTooEarly, stops, words) },
  ];
}

/** What happened at the sites around, with these rings or with the default ones. */
export function aroundMeasures(row: Row, skill: SkillView, words: SkillWords): Measure[] {
  const { LL, locale } = words;
  const { alarmSkill: texts } = LL;
  const { stops, liftedTooEarly, liftedTooEarlyShare, stopMs } = row;
  const early = liftedTooEarlyShare
    ? texts.earlyText({
        share: shareText(liftedTooEarlyShare.share, locale),
        stops,
        range: rangeText(liftedTooEarlyShare, words),
      })
    : countedText(liftedTooEarly, stops, words);
  const span = spanOf(stopMs / Math.max(1, skill.around.sites), words);
  return [
    { key: 'warned', name: texts.warned(), text: warnedText(row, words) },
    ...leadMeasure(row, words),
    { key: 'price', name: texts.priceName(), text: priceText(row, skill.siteKm, words) },
    { key: 'under', name: texts.under(), text: texts.underAround({ span, days: periodDays(skill) }) },
    { key: 'early', name: texts.early(), text: early },
  ].map((measure) => ({ ...measure, text: onePoint(measure.text) }));
}

/** The time of each hit without a stop, and the level then; last the number of older ones. */
export function unwarnedTexts(skill: SkillView, words: SkillWords): string[] {
  const { here } = skill;
  if (!here) return [];
  const { LL, locale } = words;
  const time = dateTimeFormat(locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  const lines = here.unwarned.map(({ atMs, level }) =>
    LL.alarmSkill.unwarnedText({ time: time.format(atMs), level: LL.watch.level[level]() }),
  );
  const older = here.hits - here.warned - lines.length;
  return older > 0 ? [...lines, LL.alarmSkill.unwarnedMore({ count: older })] : lines;
}

/** A choice of ring and dwell as a sentence; without a share if there were too few hits. */
export function choiceText({ ringKm, dwellMin, warned, stopMsASite }: Choice, words: SkillWords): string {
  if (!warned) return words.LL.alarmSkill.choice.few();
  return onePoint(
    words.LL.alarmSkill.choice.point({
      km: kmText(ringKm, words.locale),
      min: dwellMin,
      warned: String(partOf(warned.share, 100)),
      range: rangeText(warned, words),
      span: spanOf(stopMsASite, words),
    }),
  );
}

/** The odds of return after a quiet time: `in 2 of 10`, or that there were too few cases. */
export function returnText({ back }: Returned, words: SkillWords): string {
  return back ? inTenthText(back.share, words) : words.LL.alarmSkill.returns.few();
}

/** The sentence next to a stop that has been quiet for `quietMin`; undefined with too few cases. */
export function returnNowText(skill: SkillView, quietMin: number, words: SkillWords): string | undefined {
  const row = skill.returns.find((one) => one.quietMin === quietMin);
  if (!row?.back || row.cases < LEAST_FOR_SHARE.returns) return undefined;
  const of = inTenthText(row.back.share, words);
  return words.LL.alarmSkill.returns.now({ min: quietMin, days: periodDays(skill), of });
}

/** Which time was counted and which was not, the source of the strikes, and a disclaimer. */
export function noteTexts(skill: SkillView, words: SkillWords): string[] {
  const { LL, locale } = words;
  const { fromMs, toMs, gapMs, cut, attribution } = skill;
  const days = periodDays(skill);
  const day = dateTimeFormat(locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  const from = day.format(fromMs).replaceAll(' ', NBSP);
  return [
    LL.alarmSkill.period({ from, to: day.format(toMs).replaceAll(' ', NBSP) }),
    cut ? LL.alarmSkill.cut({ days }) : days < SKILL_DAYS ? LL.alarmSkill.short({ days }) : '',
    gapMs >= 60_000 ? LL.alarmSkill.gaps({ span: longSpanText(gapMs, locale) }) : '',
    attribution ? LL.alarmSkill.source({ source: attribution }) : '',
    LL.alarmSkill.promise(),
  ]
    .filter((text) => text !== '')
    .map(onePoint);
}

/** Definitions of the measures. */
export function howTexts({ siteKm, here }: SkillView, { LL, locale }: SkillWords): string[] {
  const { how } = LL.alarmSkill;
  const site = { km: kmText(siteKm, locale) };
  return [
    here?.siteKm === 0 ? how.hitInside(site) : how.hit(site),
    how.warned(),
    ...(here ? [how.program()] : []),
    how.around(),
    how.measured(),
    how.interval(),
    how.least(LEAST_FOR_SHARE),
  ];
}
