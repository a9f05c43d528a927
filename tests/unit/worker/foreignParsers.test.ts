import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FOREIGN_PARSERS, type ForeignParser, PIECES, parseMs, repeatedIn } from '#tests/bench/foreignParserFigures.ts';

const LENGTH = 4_000;
/** Sixteen times the text takes sixteen times as long, or 256 times if time grows by its square: a busy machine makes neither of the other. */
const TIMES = 16;
const MOST_GROWTH = 64;
/** What takes no longer is too short to be compared. */
const SHORT_MS = 20;
const TRIES = 9;

/** How many times as long `TIMES` as much text takes, at the least of as many tries as it takes to be sure. */
async function growthOf(parser: ForeignParser, piece: string, length = LENGTH, tries = TRIES): Promise<number> {
  const [little, much] = [repeatedIn(parser, piece, length), repeatedIn(parser, piece, TIMES * length)];
  let [littleMs, muchMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let tried = 0; tried < tries; tried += 1) {
    muchMs = Math.min(muchMs, await parseMs(parser, much));
    if (muchMs <= SHORT_MS) return 0;
    littleMs = Math.min(littleMs, await parseMs(parser, little));
    if (muchMs / littleMs < MOST_GROWTH) break;
  }
  return muchMs / littleMs;
}

describe('time grows with the length, and no faster, of', () => {
  test.each(FOREIGN_PARSERS.map((parser) => [parser.name, parser] as const))('%s', async (_, parser) => {
    const piece = fc
      .array(fc.constantFrom(...PIECES, ...(parser.pieces ?? [])), { minLength: 1, maxLength: 3 })
      .map((some) => some.join(''));
    await fc.assert(
      fc.asyncProperty(piece, async (drawn) => {
        expect(await growthOf(parser, drawn)).toBeLessThan(MOST_GROWTH);
      }),
      { numRuns: 60, seed: 42, endOnFailure: true },
    );
  });

  test('what it should not: an expression that backtracks is found', async () => {
    const parser = { name: 'an expression', after: 'x', parse: (text: string) => / +$/.test(text) };
    expect(await growthOf(parser, ' ', 2_000, 2)).toBeGreaterThan(MOST_GROWTH);
  });
});
