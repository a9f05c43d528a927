import { beforeAll, expect, test } from 'vitest';
import type { HoldoverBody, HoldoverCellBody } from '#shared/holdover/HoldoverBody.ts';
import { holdoverCellAt } from '#shared/holdover/holdoverCells.ts';
import type { MarkView } from '#shared/holdover/MarkBody.ts';
import { LOCALES, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { cellMarks, gapTexts, markText, openAndClosed, squaresOf } from '#web/tools/holdover/holdoverWords.ts';

const NOW_MS = new Date(2026, 6, 1, 18, 0).getTime();
const at = (hour: number, minute = 0) => new Date(2026, 6, 1, hour, minute).toISOString();
const ID = holdoverCellAt({ latitude: 42.1, longitude: 23.4 }).id;
const cell = (changes: Partial<HoldoverCellBody> = {}): HoldoverCellBody => ({
  ...{ id: ID, latitude: 42.1, longitude: 23.4, flashes: 3, newest: at(12) },
  ...{ expected: 0.002, low: 0.001, high: 0.004 },
  ...changes,
});
const list = (changes: Partial<HoldoverBody> = {}): HoldoverBody => ({
  ...{ at: at(18), days: 3, unseenStarts: { expected: 0.4, low: 0.3, high: 0.8 }, atLeast: false, flashes: 900 },
  ...{ radius50Km: 1, cells: [cell()], found: 1, completeTo: at(17, 59), unread: [] },
  searched: { from: at(0), to: at(18), cut: false },
  ...changes,
});
const mark = (changes: Partial<MarkView>): MarkView => ({
  ...{ id: '', kind: 'ground-check', at: at(14, 5), place: { type: 'cell', cell: ID }, recorded: at(14, 6) },
  ...changes,
});

beforeAll(async () => {
  await Promise.all(LOCALES.map((locale) => loadTexts(locale, ['holdover', 'map'])));
});

test('a check is said with its time, the newest of its kind, in every language', () => {
  const marks = [mark({ at: at(13) }), mark({}), mark({ kind: 'rain', rainMm: 3, at: at(15) })];
  const known = cell({ marks: ['ground-check'] });
  expect(LOCALES.map((locale) => cellMarks(marks, NOW_MS, textsFor(locale), locale)(known))).toEqual([
    ['checked on the ground, nothing found, 14:05'],
    ['проверено с земли, ничего не найдено, 14:05'],
    ['проверено от земята, нищо не е открито, 14:05'],
  ]);
});

test('rain of less than 8 mm is said to change nothing', () => {
  const text = (rainMm: number) => markText(mark({ kind: 'rain', rainMm }), NOW_MS, textsFor('en'), 'en');
  expect(text(7.9)).toBe('rain, 7.9 mm: changes nothing, 14:05');
  expect(text(8)).toBe('rain, 8 mm, 14:05');
});

test('cells where a fire was found come last, the others stay in their order', () => {
  const [first, found, second] = [cell(), cell({ id: 'r1c1', closed: true }), cell({ id: 'r1c2' })];
  expect(openAndClosed([first, found, second])).toEqual({ open: [first, second], closed: [found] });
});

test('a list says what it does not know, and nothing else', () => {
  const said = (changes: Partial<HoldoverBody>) => gapTexts(list(changes), NOW_MS, textsFor('en'), 'en');
  expect(said({})).toEqual([]);
  expect(said({ atLeast: true, completeTo: null })).toEqual(['Nothing of this time was read. Nothing can be said.']);
  expect(said({ atLeast: true, completeTo: at(17) })).toEqual([
    'It was read only up to 17:00: what struck after that is missing.',
  ]);
  const unread = [{ from: at(10), to: at(11) }];
  const searched = { from: at(3), to: at(18), cut: true };
  expect(said({ atLeast: true, unread, searched }).map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    'Not read: 1 hr of this time. There may be more, and squares that are not listed.',
    'There was so much lightning that the search went back only to 03:00.',
  ]);
});

test('squares are darker the more is expected, and paler where a fire was found', () => {
  const shades = [0, 0.0003, 0.0029, 0.01, 3].map((expected) => squaresOf([cell({ expected })], () => '')[0]?.level);
  expect(shades).toEqual([0, 1, 2, 4, 4]);
  expect(squaresOf([cell({ closed: true })], () => '')[0]).toMatchObject({ few: true, id: ID });
});

test('no language says that a place is safe or without fire', () => {
  const all = LOCALES.map((locale) => JSON.stringify(wordsIn(textsFor(locale).holdover)).toLowerCase()).join();
  expect(all).toContain('smoulder');
  expect(all).not.toMatch(/\bsafe|no fire|безопас|няма пожар|нет пожар|пожаров нет/);
});

/** Every sentence, with nothing filled in. */
function wordsIn(texts: object): unknown[] {
  return Object.keys(texts).map((key) => {
    const value = texts[key as keyof typeof texts] as unknown;
    return typeof value === 'function' ? String((value as (facts: object) => string)({})) : wordsIn(value as object);
  });
}
