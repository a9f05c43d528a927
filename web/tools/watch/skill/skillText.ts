import { DAY_MS } from '#shared/time.ts';
import { SKILL_DAYS } from '#shared/watch/Area.ts';
import { LEAST_FOR_SHARE, type SkillView } from '#shared/watch/skillBody.ts';
import { dateTimeFormat, type Texts } from '#web/kit/i18n/index.ts';
import { longSpanText } from '#web/sky/timeText.ts';

/** `LL` contains `alarmSkill` and `watch`. */
export interface SkillTexts {
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

function spanOf(ms: number, { LL, locale }: SkillTexts): string {
  return ms < 1_000 ? LL.alarmSkill.none() : longSpanText(ms, locale);
}

/** Days of the period, in tenths; 14 if hardly less. */
export function periodDays({ fromMs, toMs }: Pick<SkillView, 'fromMs' | 'toMs'>): number {
  const days = (toMs - fromMs) / DAY_MS;
  return SKILL_DAYS - days > NEARLY_DAYS ? Math.round(days * 10) / 10 : SKILL_DAYS;
}

function countedText(of: number, among: number, { LL }: SkillTexts): string {
  return among === 0 ? LL.alarmSkill.none() : LL.alarmSkill.counted({ of, among });
}

/** Never rounded to all or to none, unless exact. */
function partOf(share: number, whole: number): number {
  const part = Math.round(share * whole);
  if (share < 1 && part === whole) return whole - 1;
  return share > 0 && part === 0 ? 1 : part;
}

/** `7` of 10 stops. */
function tenthText(share: number, { LL }: SkillTexts): string {
  if (share > 0 && share < 0.05) return LL.alarmSkill.tenth.least();
  if (share < 1 && share >= 0.95) return LL.alarmSkill.tenth.most();
  return String(Math.round(share * 10));
}

/** `in 2 of 10`. */
function inTenthText(share: number, { LL }: SkillTexts): string {
  const { some, least, most } = LL.alarmSkill.returns;
  if (share > 0 && share < 0.05) return least();
  if (share < 1 && share >= 0.95) return most();
  return some({ n: Math.round(share * 10) });
}

/** With hits on fewer than three days there is no interval: from none to all. */
const hasInterval = ({ low, high }: Pick<Share, 'low' | 'high'>) => low > 0 || high < 1;

function rangeText({ low, high }: Share, { LL, locale }: SkillTexts): string {
  if (!hasInterval({ low, high })) return LL.alarmSkill.noInterval();
  return LL.alarmSkill.range({ low: shareText(low, locale), high: shareText(high, locale) });
}

/** One sentence: how many hits around here were warned, and how long before. With too few hits, counts. */
export function lineText(skill: SkillView, texts: SkillTexts): string {
  const { line, where: places } = texts.LL.alarmSkill;
  const { hits, warned, warnedShare, lead, radiusKm } = skill.around;
  const where = radiusKm === undefined ? places.region() : places.around();
  if (skill.toMs <= skill.fromMs) return line.nothing();
  if (hits === 0) return line.none({ where, days: periodDays(skill) });
  if (!warnedShare) return line.few({ where, hits, warned });
  const of100 = String(partOf(warnedShare.share, 100));
  if (!lead) return line.warned({ where, warned: of100 });
  return onePoint(line.half({ where, warned: of100, lead: longSpanText(lead.medianMs, texts.locale) }));
}

export interface Measure {
  readonly key: string;
  readonly name: string;
  readonly text: string;
}

type Row = Pick<Around, 'hits' | 'warned' | 'stops' | 'withoutHit' | 'liftedTooEarly' | 'stopMs'> &
  Partial<Pick<Around, 'warnedShare' | 'withoutHitShare' | 'liftedTooEarlyShare' | 'lead'>>;

const warnedText = ({ hits, warned, warnedShare }: Row, texts: SkillTexts) =>
  warnedShare
    ? texts.LL.alarmSkill.warnedText({
        share: shareText(warnedShare.share, texts.locale),
        hits,
        interval: hasInterval(warnedShare)
          ? texts.LL.alarmSkill.interval({ range: rangeText(warnedShare, texts) })
          : texts.LL.alarmSkill.noInterval(),
      })
    : texts.LL.alarmSkill.few({ of: warned, among: hits });

function leadMeasure({ lead }: Row, { LL, locale }: SkillTexts): Measure[] {
  if (!lead) return [];
  const [median, tenth] = [longSpanText(lead.medianMs, locale), longSpanText(lead.shortestTenthMs, locale)];
  return [{ key: 'lead', name: LL.alarmSkill.lead(), text: LL.alarmSkill.leadText({ median, tenth }) }];
}

function priceText({ stops, withoutHit, withoutHitShare }: Row, siteKm: number, texts: SkillTexts): string {
  const { LL, locale } = texts;
  if (!withoutHitShare) return countedText(withoutHit, stops, texts);
  const values = { of: tenthText(withoutHitShare.share, texts), range: rangeText(withoutHitShare, texts), stops };
  return LL.alarmSkill.price({ ...values, km: kmText(siteKm, locale) });
}

/** What happened at the place itself, in counts. */
export function hereMeasures(skill: SkillView, labels: SkillTexts): Measure[] {
  const { here } = skill;
  if (!here) return [];
  const { alarmSkill: texts } = labels.LL;
  const { hits, warned, alerts, atNight, stops, withoutHit, liftedTooEarly, stopMs, longestStopMs } = here;
  const under = texts.underHere({
    span: spanOf(stopMs, labels),
    longest: spanOf(longestStopMs, labels),
    days: periodDays(skill),
  });
  return [
    { key: 'hits', name: texts.hits(), text: hits === 0 ? texts.none() : texts.hitsText({ hits, warned }) },
    ...leadMeasure(here, labels),
    {
      key: 'alerts',
      name: texts.alerts(),
      text: alerts === 0 ? texts.none() : texts.alertsText({ alerts, night: atNight }),
    },
    { key: 'price', name: texts.priceName(), text: countedText(withoutHit, stops, labels) },
    { key: 'under', name: texts.under(), text: stopMs === 0 ? texts.none() : under },
    { key: 'early', name: texts.early(), text: countedText(liftedTooEarly, stops, labels) },
  ];
}

/** What happened at the sites around, with these rings or with the default ones. */
export function aroundMeasures(row: Row, skill: SkillView, labels: SkillTexts): Measure[] {
  const { LL, locale } = labels;
  const { alarmSkill: texts } = LL;
  const { stops, liftedTooEarly, liftedTooEarlyShare, stopMs } = row;
  const early = liftedTooEarlyShare
    ? texts.earlyText({
        share: shareText(liftedTooEarlyShare.share, locale),
        stops,
        range: rangeText(liftedTooEarlyShare, labels),
      })
    : countedText(liftedTooEarly, stops, labels);
  const span = spanOf(stopMs / Math.max(1, skill.around.sites), labels);
  return [
    { key: 'warned', name: texts.warned(), text: warnedText(row, labels) },
    ...leadMeasure(row, labels),
    { key: 'price', name: texts.priceName(), text: priceText(row, skill.siteKm, labels) },
    { key: 'under', name: texts.under(), text: texts.underAround({ span, days: periodDays(skill) }) },
    { key: 'early', name: texts.early(), text: early },
  ].map((measure) => ({ ...measure, text: onePoint(measure.text) }));
}

/** The time of each hit without a stop, and the level then; last the number of older ones. */
export function unwarnedTexts(skill: SkillView, texts: SkillTexts): string[] {
  const { here } = skill;
  if (!here) return [];
  const { LL, locale } = texts;
  const time = dateTimeFormat(locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  const lines = here.unwarned.map(({ atMs, level }) =>
    LL.alarmSkill.unwarnedText({ time: time.format(atMs), level: LL.watch.level[level]() }),
  );
  const older = here.hits - here.warned - lines.length;
  return older > 0 ? [...lines, LL.alarmSkill.unwarnedMore({ count: older })] : lines;
}

/** A choice of ring and dwell as a sentence; without a share if there were too few hits. */
export function choiceText({ ringKm, dwellMin, warned, stopMsASite }: Choice, texts: SkillTexts): string {
  if (!warned) return texts.LL.alarmSkill.choice.few();
  return onePoint(
    texts.LL.alarmSkill.choice.point({
      km: kmText(ringKm, texts.locale),
      min: dwellMin,
      warned: String(partOf(warned.share, 100)),
      range: rangeText(warned, texts),
      span: spanOf(stopMsASite, texts),
    }),
  );
}

/** The odds of return after a quiet time: `in 2 of 10`, or that there were too few cases. */
export function returnText({ back }: Returned, texts: SkillTexts): string {
  return back ? inTenthText(back.share, texts) : texts.LL.alarmSkill.returns.few();
}

/** The sentence next to a stop that has been quiet for `quietMin`; undefined with too few cases. */
export function returnNowText(skill: SkillView, quietMin: number, texts: SkillTexts): string | undefined {
  const row = skill.returns.find((one) => one.quietMin === quietMin);
  if (!row?.back || row.cases < LEAST_FOR_SHARE.returns) return undefined;
  const of = inTenthText(row.back.share, texts);
  return texts.LL.alarmSkill.returns.now({ min: quietMin, days: periodDays(skill), of });
}

/** Which time was counted and which was not, the source of the strikes, and a disclaimer. */
export function noteTexts(skill: SkillView, texts: SkillTexts): string[] {
  const { LL, locale } = texts;
  const { fromMs, toMs, gapMs, cut: truncated, attribution } = skill;
  const days = periodDays(skill);
  const day = dateTimeFormat(locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  const from = day.format(fromMs).replaceAll(' ', NBSP);
  return [
    LL.alarmSkill.period({ from, to: day.format(toMs).replaceAll(' ', NBSP) }),
    truncated ? LL.alarmSkill.cut({ days }) : days < SKILL_DAYS ? LL.alarmSkill.short({ days }) : '',
    gapMs >= 60_000 ? LL.alarmSkill.gaps({ span: longSpanText(gapMs, locale) }) : '',
    attribution ? LL.alarmSkill.source({ source: attribution }) : '',
    LL.alarmSkill.promise(),
  ]
    .filter((text) => text !== '')
    .map(onePoint);
}

/** Definitions of the measures. */
export function howTexts({ siteKm, here }: SkillView, { LL, locale }: SkillTexts): string[] {
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
