import { beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import type { SkillView } from '#shared/watch/skillBody.ts';
import { skillView } from '#tests/e2e/watch/skillView.ts';
import { LOCALES, type Locale, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { CHOICE_BOX, choicePlot, nextPoint, yourChoice } from '#web/tools/watch/skill/choicePlot.ts';
import {
  aroundMeasures,
  choiceText,
  hereMeasures,
  howTexts,
  lineText,
  noteTexts,
  returnNowText,
  returnText,
  unwarnedTexts,
} from '#web/tools/watch/skill/skillText.ts';
import { quietMinutes, skillPath, wideQuery } from '#web/tools/watch/skill/useSkill.ts';
import { areaOf } from '#web/tools/watch/watchedArea.ts';

beforeAll(() => Promise.all(LOCALES.map((locale) => loadTexts(locale, ['alarmSkill', 'watch']))));

const texts = (locale: Locale = 'en') => ({ LL: textsFor(locale), locale });
const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '');
const around = (parts: Partial<SkillView['around']>) => {
  const { warnedShare: _, withoutHitShare: __, liftedTooEarlyShare: ___, lead: ____, ...counts } = skillView().around;
  return skillView({ around: { ...counts, ...parts } });
};
const line = (skill: SkillView, locale?: Locale) => plain(lineText(skill, texts(locale)));

describe('the line under the rings', () => {
  test('it gives the warned of 100 hits, and how long before half of them', () => {
    expect(line(skillView())).toBe('91 of 100 hits around here were warned, half of them 16 min ahead or more.');
    expect(line(skillView(), 'ru')).toBe(
      'На действующий «Стоп» пришлось 91 из 100 близких ударов в округе, при половине он действовал уже 16 мин или дольше.',
    );
    expect(line(skillView(), 'bg')).toBe(
      'От 100 близки удара наоколо 91 паднаха при действащ „Стоп“, при половината той започна поне 16 мин по-рано.',
    );
  });

  test('too few hits give counts and no share; none and no data are said so', () => {
    expect(line(around({ hits: 9, warned: 7 }))).toBe('Hits around here: 9, warned: 7. Too few for a share.');
    expect(line(around({ hits: 0, warned: 0 }))).toBe('Nothing was hit around here in 14 days.');
    expect(line(skillView({ fromMs: 5, toMs: 5 }))).toBe('No data for this place yet.');
  });

  test('of a region it says so', () => {
    const { radiusKm: _, ...region } = skillView().around;
    expect(line(skillView({ around: region }))).toMatch(/^91 of 100 hits in this country were warned/);
  });

  test('only all of them is 100 of 100', () => {
    const of = (share: number) => line(around({ warnedShare: { share, low: 0.9, high: 1 } }));
    expect(of(0.998)).toBe('99 of 100 hits around here were warned.');
    expect(of(1)).toBe('100 of 100 hits around here were warned.');
  });
});

describe('measures', () => {
  const textOf = (measures: ReturnType<typeof hereMeasures>, key: string) =>
    plain(measures.find((measure) => measure.key === key)?.text ?? '');

  test('at the place they are counts, with each unwarned hit and the level that stood', () => {
    const here = hereMeasures(skillView(), texts());
    expect(textOf(here, 'hits')).toBe('4, warned: 3');
    expect(textOf(here, 'alerts')).toBe('15, at night: 4');
    expect(textOf(here, 'price')).toBe('9 of 12');
    expect(textOf(here, 'under')).toBe('10 hr 10 min in 14 days; longest stop: 1 hr 52 min');
    expect(unwarnedTexts(skillView(), texts())).toEqual([expect.stringMatching(/, level then: Watch$/)]);
    const many = skillView().here;
    expect(unwarnedTexts(skillView({ here: many && { ...many, hits: 30 } }), texts()).at(-1)).toBe('older: 26');
    expect(hereMeasures(skillView({ here: undefined }), texts())).toEqual([]);
  });

  test('around they are shares with intervals, and a stop without a hit is called the price', () => {
    const skill = skillView();
    const measures = aroundMeasures(skill.around, skill, texts());
    expect(textOf(measures, 'warned')).toBe('91% of 316 (95% interval 85%–95%)');
    expect(textOf(measures, 'lead')).toBe('half: 16 min or more; shortest tenth: 1 min or less');
    expect(textOf(measures, 'price')).toBe(
      'Of 10 stops, 8 passed without a strike within 2 km: that is the price, not a fault (73%–83% of 1,415).',
    );
    expect(textOf(measures, 'under')).toBe('9 hr 40 min a place in 14 days');
  });

  test('of hits on too few days there is a share and no interval', () => {
    const skill = around({ warnedShare: { share: 0.9, low: 0, high: 1 } });
    const measures = aroundMeasures(skill.around, skill, texts());
    expect(textOf(measures, 'warned')).toBe('90% of 316 (too few days for an interval)');
  });

  test('around too few hits or stops give counts', () => {
    const skill = around({ hits: 3, warned: 2, stops: 8, withoutHit: 6, liftedTooEarly: 1 });
    const measures = aroundMeasures(skill.around, skill, texts());
    expect(textOf(measures, 'warned')).toBe('2 of 3, too few for a share');
    expect(textOf(measures, 'price')).toBe('6 of 8');
    expect(textOf(measures, 'early')).toBe('1 of 8');
  });
});

describe('notes', () => {
  const notes = (parts: Partial<SkillView>, locale?: Locale) =>
    noteTexts(skillView(parts), texts(locale)).map(plain).join(' ');

  test('they name the period, the source, and that nothing is promised', () => {
    expect(notes({})).toMatch(/^Counted: .+ to .+\. Source: Test network\. These are past storms\. Nothing here/);
  });

  test('a gap, a short archive, and a cut search are said, and a cut one is not called short', () => {
    const fromMs = skillView().toMs - 4.5 * DAY_MS;
    expect(notes({ gapMs: 3 * HOUR_MS })).toContain('3 hr without data are not counted.');
    expect(notes({ fromMs })).toContain('Only 4.5 days available.');
    expect(notes({ fromMs, cut: true })).toContain('only the newest 4.5 days were searched.');
    expect(notes({ fromMs, cut: true })).not.toContain('available');
    expect(notes({ fromMs, cut: true }, 'ru')).toContain('просмотрены только последние дни: 4,5.');
  });

  test('a hit of a drawn area is a strike inside it; of any other place one within the site', () => {
    const hit = (siteKm: number, locale?: Locale) => {
      const skill = skillView();
      return plain(howTexts(skillView({ here: skill.here && { ...skill.here, siteKm } }), texts(locale))[0] ?? '');
    };
    expect(hit(2)).toMatch(/^A hit is a strike within 2 km of the place,/);
    expect(hit(0)).toMatch(/^A hit is a strike inside the area itself, or around here within 2 km of a place,/);
    for (const locale of LOCALES) expect(hit(0, locale)).not.toBe(hit(2, locale));
  });

  test('a sentence that ends with a unit has one point, not two', () => {
    for (const locale of LOCALES) expect(notes({ gapMs: 26 * HOUR_MS }, locale)).not.toContain('..');
  });
});

describe('odds of return', () => {
  test('they are tenths of the cases, and never none or all of them unless it was so', () => {
    const row = (share: number) => returnText({ quietMin: 15, cases: 90, back: { share, low: 0, high: 1 } }, texts());
    expect([0.213, 0.03, 0.97, 0, 1].map(row)).toEqual([
      'in 2 of 10',
      'in fewer than 1 of 10',
      'in more than 9 of 10',
      'in 0 of 10',
      'in 10 of 10',
    ]);
    expect(returnText({ quietMin: 15, cases: 12 }, texts())).toBe('too few');
  });

  test('beside a stop it is one sentence, and none below 50 cases', () => {
    expect(returnNowText(skillView(), 15, texts())).toBe(
      'Quiet for 15 min. In the last 14 days around here lightning came back in 2 of 10 such cases.',
    );
    expect(returnNowText(skillView(), 60, texts())).toBeUndefined();
    const few = [{ quietMin: 15, cases: 49, back: { share: 0.2, low: 0.1, high: 0.3 } }];
    expect(returnNowText(skillView({ returns: few }), 15, texts())).toBeUndefined();
  });

  test('a stop is quiet from five minutes on, as far as was read, and never without data', () => {
    const state = { level: 'stop', dataStatus: 'seen', lastMs: [0, 0, 0], watermarkMs: 17 * MINUTE_MS } as const;
    expect(quietMinutes(state)).toBe(15);
    expect(quietMinutes({ ...state, watermarkMs: 5 * MINUTE_MS - 1 })).toBeUndefined();
    expect(quietMinutes({ ...state, dataStatus: 'unknown' })).toBeUndefined();
    expect(quietMinutes({ ...state, level: 'warning' })).toBeUndefined();
  });
});

describe('query', () => {
  const place = {
    shape: { type: 'Point', coordinates: [23.321867, 42.697708] },
    name: '',
    ringsKm: [30, 16, 10],
  } as const;

  test('it holds a point to some kilometre, its rings and dwell; a region its code', () => {
    const path = skillPath({ ...place, dwellMin: 30 });
    expect(path).toMatch(/^\/api\/v1\/watch\/skill\?shape=42\.7%2C23\.32&rings=30%2C16%2C10&dwell=30&timeZone=/);
    expect(skillPath({ region: 'BG', ringsKm: [30, 16, 10], dwellMin: 30 })).toContain('?region=BG&');
  });

  test('beside a stop it holds half degrees: a place watched on this device alone stays there', () => {
    expect(skillPath(wideQuery(areaOf({ ...place, dwellMin: 30 })))).toContain(
      'shape=42.5%2C23.5&rings=30%2C16%2C10&dwell=30',
    );
  });
});

describe('the picture of choices', () => {
  test('all choices lie within its axes, yours among them, a curve for each dwell', () => {
    const plot = choicePlot(skillView({ ringsKm: [30, 16, 12] }));
    expect(plot?.curves.map(({ dwellMin, points }) => [dwellMin, points.length])).toEqual([
      [10, 6],
      [15, 6],
      [20, 6],
      [30, 7],
      [45, 6],
    ]);
    const points = plot?.curves.flatMap((curve) => curve.points) ?? [];
    expect(points.filter(({ isYours }) => isYours)).toHaveLength(1);
    for (const { x, y } of points) {
      expect(x).toBeGreaterThan(CHOICE_BOX.left);
      expect(x).toBeLessThan(CHOICE_BOX.right);
      expect(y).toBeGreaterThanOrEqual(CHOICE_BOX.top);
      expect(y).toBeLessThanOrEqual(CHOICE_BOX.bottom);
    }
    const gaps = plot?.xTicks.slice(1).map(({ at }, index) => at - (plot.xTicks[index]?.at ?? 0)) ?? [];
    expect(Math.min(...gaps)).toBeGreaterThan(50);
  });

  test('choices with too few hits are not drawn, and without two others there is no picture', () => {
    const choices = skillView().choices.map(({ warned: _, ...choice }) => choice);
    expect(choicePlot(skillView({ choices }))).toBeUndefined();
  });

  test('arrow keys lead along a curve by ring and across by dwell, and stop at the ends', () => {
    const skill = skillView();
    const curves = choicePlot(skill)?.curves ?? [];
    const leads = (key: string) => {
      const { ringKm, dwellMin } = nextPoint(curves, yourChoice(skill), key)?.choice ?? {};
      return [ringKm, dwellMin];
    };
    expect(leads('ArrowRight')).toEqual([16, 30]);
    expect(leads('ArrowLeft')).toEqual([8, 30]);
    expect(leads('ArrowUp')).toEqual([10, 20]);
    expect(leads('ArrowDown')).toEqual([10, 45]);
    const [last] = curves[4]?.points.slice(-1) ?? [];
    expect(last && nextPoint(curves, last.choice, 'ArrowRight')).toBeUndefined();
  });

  test('a choice is one sentence', () => {
    const choice = skillView().choices.find(({ ringKm, dwellMin }) => ringKm === 16 && dwellMin === 30);
    expect(plain(choice ? choiceText(choice, texts()) : '')).toMatch(
      /^Stop at 16 km, wait 30 min: 93 of 100 hits warned \(87%–97%\), 16 hr \d+ min under stop\.$/,
    );
  });
});
