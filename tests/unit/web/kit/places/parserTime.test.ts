import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HARD_POSITIONS, HARD_TEXTS, leastMs } from '#tests/bench/outlineParserFigures.ts';
import { sharedAddress } from '#web/kit/offline/sharedAddress.ts';
import { readOutlines } from '#web/kit/places/outlines/readOutlines.ts';
import { parseCoordinates, positionIn } from '#web/kit/places/outlines/readPosition.ts';

const LENGTH = 10_000;
/** Doubled four times. What is linear takes 16 times as long, what is quadratic 256 times. */
const LONGER = 16;
const MOST_TIMES = 80;
/** For a compiler that has not seen the longer text yet, and for the processor's time, which is counted in steps of some ms. */
const EXTRA_MS = 60;
const MOST_ROUNDS = 20;

/** Measured until it is shown: noise only ever adds, so that the least of several is the nearest. */
function expectLinear(read: (text: string) => unknown, make: (length: number) => string): void {
  const [short, long] = [make(LENGTH), make(LONGER * LENGTH)];
  let [once, longer] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < MOST_ROUNDS && !(longer < MOST_TIMES * once + EXTRA_MS); round += 1) {
    once = Math.min(
      once,
      leastMs(2, () => read(short)),
    );
    longer = Math.min(
      longer,
      leastMs(1, () => read(long)),
    );
  }
  expect(longer).toBeLessThan(MOST_TIMES * once + EXTRA_MS);
}

describe('the time to read foreign text grows as its length', () => {
  test.each([...HARD_TEXTS, ...HARD_POSITIONS].map(({ name, read, make }) => [name, read, make] as const))(
    '%s',
    (_, read, make) => expectLinear(read, make),
  );

  const pieces = [
    '<a',
    '<wpt',
    '<!--',
    '<![CDATA[',
    '<?',
    '>',
    '/>',
    '</',
    '"',
    "'",
    '&',
    ';',
    ',',
    '42',
    '.',
    ' ',
    '\n',
    '\t',
  ];
  const piece = fc.constantFrom(
    ...pieces,
    '°',
    '′',
    'N',
    'lat',
    'lon=',
    '[',
    '{',
    ':',
    'geo:',
    'q=',
    '/place/',
    '%20',
    '+',
    '-',
  );
  const begins = [
    '',
    '<kml>',
    '<gpx>',
    '<kml><Point><coordinates>',
    '{"type":',
    'lat;lon\n',
    '42 23\n',
    'https://a.b/',
    'geo:',
  ];
  const readers = [
    (text: string) => readOutlines(text, { corners: 200, pointOnly: false }),
    parseCoordinates,
    positionIn,
    (text: string) => sharedAddress(`?shared-text=${encodeURIComponent(text)}`),
  ];

  test('whatever is written again and again after any beginning', () =>
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
        fc.constantFrom(...begins),
        fc.constantFrom(...readers),
        (unit, begin, read) => expectLinear(read, (length) => begin + unit.repeat(Math.floor(length / unit.length))),
      ),
      { numRuns: 150 },
    ));
});
