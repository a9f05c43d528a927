import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { strikeLook } from '#shared/sky/colours.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { palettes } from '#web/ground/land/palettes.ts';

const TOKENS = ['web/kit/components/tokens.css', 'web/map/kit/mapTokens.css'];
const COLOUR = /#[0-9a-f]{3,8}\b/gi;
/** A selector with the name of an element for input. */
const INPUT_RULE = /(?:^|[\s,>+~(])(?:input|select|textarea)(?=[\s,:.[){>+~])[^;]*[{,]/m;
const Z_INDEX = /z-index:\s*-?\d/g;

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');

/** Style sheets, the tokens' apart, with what they match of `pattern`. */
function findings(sheets: ReadonlyMap<string, string>, pattern: RegExp): string[] {
  return [...sheets].flatMap(([file, text]) => (text.match(pattern) ?? []).map((found) => `${file}: ${found}`));
}

function styleSheets(): Map<string, string> {
  const listed = execFileSync('git', ['ls-files', 'web/*.css'], { cwd: projectRoot, encoding: 'utf8' });
  const files = listed.split('\n').filter((file) => file !== '' && !TOKENS.includes(file));
  return new Map(files.map((file) => [file, read(file)]));
}

/** The value of a token. */
function token(name: string): string | undefined {
  return new RegExp(`--${name}: ([^;]+);`).exec(TOKENS.map(read).join('\n'))?.[1];
}

describe('style sheets', () => {
  test('name their colours and what lies above what; only the tokens have values', () => {
    const sheets = styleSheets();
    expect(sheets.size).toBeGreaterThan(30);
    expect(findings(sheets, COLOUR)).toEqual([]);
    expect(findings(sheets, Z_INDEX)).toEqual([]);
  });

  test('of inputs are two: of forms, and of the map', () => {
    const styling = [...styleSheets()].filter(([, text]) => INPUT_RULE.test(text)).map(([file]) => file);
    expect(styling).toEqual(['web/kit/components/Form.module.css', 'web/map/kit/mapInputs.module.css']);
    expect('.bar {\n  input {').toMatch(INPUT_RULE);
    expect('.bar select:hover,').toMatch(INPUT_RULE);
    expect('.select {\n  user-select: none;').not.toMatch(INPUT_RULE);
  });

  test('have the colours that the map’s canvas is painted with', () => {
    const { light, dark } = palettes;
    expect(token('colour-land')).toBe(light.land);
    expect(token('colour-water')).toBe(light.water);
    expect(token('dark-land')).toBe(dark.land);
    expect(token('dark-water')).toBe(dark.water);
    expect(token('colour-strike')).toBe(strikeLook('light', 15 * 60_000).colour);
  });
});
