import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { AreaBody, NoteBody } from '#shared/watch/AreaBody.ts';
import { NameBody, OptionalNameBody } from '#shared/watch/NameBody.ts';
import { RecipientBody } from '#shared/watch/RecipientBody.ts';

const ruleOf = (name: unknown) => {
  const parsed = v.safeParse(NameBody, name);
  return parsed.success ? parsed.output : `refused: ${parsed.issues[0].message}`;
};
const coded = (...codes: number[]) => `A${String.fromCodePoint(...codes)}B`;

describe('a name that others read', () => {
  test.each([
    ['NUL', coded(0)],
    ['a new line', coded(10)],
    ['a line separator', coded(0x2028)],
    ['a paragraph separator', coded(0x2029)],
    ['an escape', coded(0x1b)],
    ['a C1 control', coded(0x85)],
    ['a right-to-left override', coded(0x202e)],
    ['an isolate', coded(0x2067)],
    ['a direction mark', coded(0x200f)],
    ['half of a pair', coded(0xd800)],
  ])('holds no %s', (_, name) => {
    expect(ruleOf(name)).toBe('refused: unprintable');
  });

  test.each([
    ['zero-width spaces', [0x200b, 0x200b]],
    ['a joiner', [0x200d]],
    ['Hangul fillers', [0x3164, 0x115f]],
    ['a soft hyphen', [0xad]],
    ['a blank of Braille', [0x2800]],
    ['a tag without its flag', [0xe0041]],
  ])('is not made of %s alone', (_, codes) => {
    expect(ruleOf(String.fromCodePoint(...codes))).toBe('refused: invisible');
  });

  test('is required, unless there need be none', () => {
    for (const name of ['', '  ', String.fromCodePoint(0xfeff)]) expect(ruleOf(name)).toBe('refused: nameRequired');
    expect(v.parse(OptionalNameBody, undefined)).toBe('');
    expect(v.parse(OptionalNameBody, ' ')).toBe('');
  });

  test('is kept in one form, however it was typed', () => {
    expect(ruleOf(' Cafe\u0301 ')).toBe('Caf\u00e9');
    expect(ruleOf('\u0438\u0306')).toBe('\u0439');
  });

  test('has 80 signs at most, as a reader counts them', () => {
    const family = String.fromCodePoint(0x1f468, 0x200d, 0x1f469, 0x200d, 0x1f467);
    for (const sign of ['a', '\u0431', 'q\u0301', family]) {
      expect(ruleOf(sign.repeat(80))).toBe(sign.repeat(80));
      expect(ruleOf(sign.repeat(81))).toBe('refused: tooLong');
    }
    expect(ruleOf(`a${'\u0301'.repeat(5_000)}`)).toBe('refused: tooLong');
  });

  test.each(['Стадион „Васил Левски“', "Pitch 2 (O'Brien & Co.)", '火', 'نادي', '⚡', '12'])('may be %s', (name) => {
    expect(ruleOf(name)).toBe(name);
  });

  test('is an area’s, a note’s and a recipient’s, and the refusal names the field and the rule', () => {
    const name = coded(0x202e);
    for (const [schema, body] of [
      [AreaBody, { name, kind: 'site', shape: { type: 'Point', coordinates: [23, 42] } }],
      [NoteBody, { name }],
      [RecipientBody, { name, channel: 'webhook', url: 'https://example.org/' }],
    ] as const) {
      const issues = v.safeParse(schema, body).issues ?? [];
      expect(issues.map((issue) => [v.getDotPath(issue), issue.message])).toContainEqual(['name', 'unprintable']);
    }
  });
});
