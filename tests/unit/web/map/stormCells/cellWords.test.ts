import { beforeAll, expect, test } from 'vitest';
import { LOCALES, type Locale, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { cellName, cellTexts } from '#web/map/stormCells/cellWords.ts';
import { AT, aCell } from './aCell.ts';

beforeAll(async () => {
  await Promise.all(LOCALES.map((locale) => loadTexts(locale, ['map', 'cells'])));
});

const SOFIA = { at: { latitude: 42.7, longitude: 23.3 }, by: 'visitor' } as const;
const told = (cell: Parameters<typeof aCell>[0], locale: Locale = 'en', from?: typeof SOFIA) =>
  cellTexts(aCell(cell), from, AT, textsFor(locale), locale).join(' · ').replaceAll('\u00a0', ' ');
const going = { eastKmH: 28, northKmH: 27, showArrow: true, trend: 'growing', flashes: 34 } as const;

test.each([
  ['en', 'moving north-east, about 40 km/h · growing · 34 flashes in 10 min · followed for 25 min'],
  ['ru', 'движется на северо-восток, около 40 км/ч · усиливается · 34 вспышки за 10 мин · прослеживается 25 мин'],
  ['bg', 'движи се на североизток, около 40 км/ч · засилва се · 34 светкавици за 10 мин · следи се от 25 мин'],
] as const)('a cell in words (%s)', (locale, text) => {
  expect(told(going, locale)).toBe(text);
});

test('a cell without an arrow has no direction and no speed, whatever was reckoned', () => {
  expect(told({ ...going, showArrow: false, trend: 'steady', flashes: 1, ageMinutes: 0 })).toBe(
    'no clear direction · 1 flash in 10 min · new',
  );
});

test('where there is a place, a cell is told as seen from it; far away, by where it goes', () => {
  expect(told({ ...going, longitude: 22.8, northKmH: 0, eastKmH: 50 }, 'en', SOFIA)).toContain(
    'approaching · 41 km west of you · growing',
  );
  expect(told({ ...going, latitude: 42.75 }, 'en', SOFIA)).toContain('lightning within 10 km · growing');
  expect(told({ ...going, longitude: 21 }, 'en', SOFIA)).toContain('moving north-east');
});

test('a cell that is near no known place is named by its position', () => {
  expect(cellName({ latitude: 42.704, longitude: 23.3 }, undefined, textsFor('en'), 'en')).toBe('at 42.70, 23.30');
});
