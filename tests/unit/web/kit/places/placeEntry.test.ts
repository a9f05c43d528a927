import { describe, expect, test } from 'vitest';
import { pointAt } from '#shared/geo/shape/Shape.ts';
import { readOutlines } from '#web/kit/places/outlines/readOutlines.ts';
import {
  EMPTY_ENTRY,
  foundOutlines,
  isOutlineText,
  type Taken,
  takeFound,
  takePlace,
} from '#web/kit/places/placeEntry.ts';
import { entryOfFound, entryOfRead } from '#web/kit/places/usePlaceEntry.ts';
import type { SearchAnswer } from '#web/kit/places/usePlaceSearch.ts';

const SOFIA = { latitude: 42.7, longitude: 23.32 };
const found = (name: string, isExact = false): SearchAnswer => ({
  key: name,
  name,
  about: 'Bulgaria',
  position: SOFIA,
  isExact,
});
const PLACES: Readonly<Record<string, readonly SearchAnswer[]>> = {
  Sofia: [found('Sofia', true), found('Sofiyka')],
  Sof: [found('Sofia'), found('Sofiyka')],
  Sofiy: [found('Sofiyka')],
};
function takeOutline(text: string, pointOnly = false): Taken {
  const read = readOutlines(text, { corners: 200, pointOnly });
  return read.ok ? takeFound(foundOutlines(read)) : { ok: false, fault: read.fault };
}
const submit = (text: string, by: 'name' | 'outline' = 'name') =>
  takePlace(
    { ...EMPTY_ENTRY, by, text },
    {
      answersTo: async (name) => {
        if (name === 'Offline') throw new Error('no names');
        return PLACES[name] ?? [];
      },
      outlineOf: async (outline) => takeOutline(outline),
    },
  );
const taken = (name: string) => ({ ok: true, place: { shape: pointAt(SOFIA), name } });

test.each([
  ['42.70, 23.32', ''],
  ['N42 42 00 E23 19 12', ''],
  ['https://maps.apple.com/?ll=42.7,23.32', ''],
  [' Sofia ', 'Sofia'],
  ['Sofiy', 'Sofiyka'],
])('%s is taken when the form is sent, without having been chosen', async (text, name) => {
  expect(await submit(text)).toEqual(taken(name));
});

test('what was chosen is taken as it was chosen', async () => {
  const chosen = { shape: pointAt({ latitude: 1, longitude: 2 }), name: 'Sofia' };
  const readers = { answersTo: async () => [], outlineOf: async (text: string) => takeOutline(text) };
  expect(await takePlace({ ...EMPTY_ENTRY, text: 'Sofia', taken: chosen }, readers)).toEqual({
    ok: true,
    place: chosen,
  });
});

test.each([
  ['', 'missing'],
  ['Sof', 'several'],
  ['Nowhere', 'none'],
  ['Offline', 'names'],
  ['https://maps.app.goo.gl/Ab3cD', 'link'],
])('“%s” is refused by its rule: %s', async (text, rule) => {
  expect(await submit(text)).toEqual({ ok: false, fault: { rule } });
});

test('an outline is taken where it may be one, and its invalid line is named', async () => {
  expect(await submit('42 23\n42 23.1\n42.1 23.1', 'outline')).toMatchObject({ place: { shape: { type: 'Polygon' } } });
  expect(await submit('42 23\nhere', 'outline')).toMatchObject({ ok: false, fault: { rule: 'line', line: 2 } });
  expect(takeOutline('42 23\n42 23.1', true)).toEqual({ ok: false, fault: { rule: 'point' } });
  expect(takeOutline('{"type":"Point","coordinates":[23.32,42.7]}', true)).toEqual(taken(''));
});

test.each([
  ['{"type":"Point"}', true],
  ['<kml>', true],
  ['42 23\n42 23.1', true],
  ['42.7\n23.32', false],
  ['Sofia\n', false],
  ['42.70, 23.32', false],
])('whether pasted text is an outline: %j', (text, isOutline) => expect(isOutlineText(text)).toBe(isOutline));

describe('of a file with several outlines', () => {
  const square = (west: number) => ({
    type: 'Polygon',
    coordinates: [
      [
        [west, 42],
        [west + 1, 42],
        [west + 1, 43],
        [west, 42],
      ],
    ],
  });
  const file = JSON.stringify({ type: 'GeometryCollection', geometries: [square(22), square(24)] });
  const of = {
    before: { ...EMPTY_ENTRY, text: 'Sofia' },
    text: undefined,
    file: 'two.json',
    pointOnly: false,
    locale: 'en' as const,
  };
  const entry = entryOfRead(readOutlines(file, { corners: 200, pointOnly: false }), of);
  const readers = { answersTo: async () => [], outlineOf: async (text: string) => takeOutline(text) };

  test('none is taken before one is chosen, nor what was typed before', async () => {
    expect(entry).toMatchObject({ text: '', taken: undefined, found: { chosen: undefined, file: 'two.json' } });
    expect(await takePlace(entry, readers)).toEqual({ ok: false, fault: { rule: 'shapes', file: 'two.json' } });
  });

  test('the chosen one is taken, and another can be chosen instead', async () => {
    const choose = (chosen: number) => entry.found && entryOfFound(entry, { ...entry.found, chosen }, 'en');
    const [first, second] = [choose(0), choose(1)];
    expect([first?.taken?.shape, second?.taken?.shape]).toEqual([square(22), square(24)]);
    expect(second?.found?.outlines).toHaveLength(2);
    expect(second && (await takePlace(second, readers))).toMatchObject({ ok: true, place: { shape: square(24) } });
  });

  test('nothing is left to choose once another file is refused', () => {
    const refused = entryOfRead({ ok: false, fault: { rule: 'broken' } }, { ...of, before: entry, file: 'bad.kml' });
    expect(refused).toMatchObject({ found: undefined, taken: undefined, fault: { rule: 'broken', file: 'bad.kml' } });
  });
});
