import { describe, expect, test } from 'vitest';
import { MAX_ERROR_MESSAGE, MAX_ERROR_STACK } from '#shared/http/clientError.ts';
import { clientError } from '#web/kit/browser/clientError.ts';

const CHROME = `    at draw (https://site.bg/assets/StrikeMap-Ab_1-x.js:1:234)
    at https://site.bg/bg/map?ll=42.69,23.32#home:12:3
    at chrome-extension://abcdef/inject.js:4:5`;

function thrown(message: string, stack = `Error: ${message}\n${CHROME}`, cause?: Error): Error {
  return Object.assign(new Error(message, { cause }), { stack });
}
const told = (error: unknown) => clientError('window', error, 'map', 'index-1.js');

describe('of a fault of our program is told', () => {
  test('the page by its name, the build, the message, and the places in our files', () => {
    expect(told(thrown("Cannot read properties of undefined (reading 'height')"))).toEqual({
      page: 'map',
      build: 'index-1.js',
      kind: 'window',
      message: "Error: Cannot read properties of undefined (reading 'height')",
      stack: ['at draw (/assets/StrikeMap-Ab_1-x.js:1:234)', 'at elsewhere', 'at elsewhere'].join('\n'),
    });
  });

  test('the same of Firefox, whose stacks name no error', () => {
    const stack = 'draw@https://site.bg/assets/a.js:1:2\n@https://site.bg/en/map?ll=1,2:3:4\n';
    expect(told(thrown('x', stack))?.stack).toBe('draw@/assets/a.js:1:2\n@elsewhere');
  });

  test('what React recovered from, not that it did', () => {
    expect(told(thrown('wrapped', '', thrown('the fault')))?.message).toBe('Error: the fault');
  });

  test('no more than the server takes', () => {
    const long = told(thrown('x'.repeat(10_000), CHROME.repeat(40)));
    expect([long?.message.length, long?.stack.length]).toEqual([MAX_ERROR_MESSAGE, MAX_ERROR_STACK]);
  });
});

test.each([
  ['Unexpected token in "{"name":"Elena Petrova"}"', 'Unexpected token in "…"'],
  ['Failed to load https://site.bg/en/watch/0123?key=abc#top.', 'Failed to load elsewhere'],
  ['Failed to load https://site.bg/assets/a-1.js', 'Failed to load /assets/a-1.js'],
  ['GET /api/v1/tiles/9/284/190/2026112700/planes: 500', 'GET elsewhere 500'],
  ['No book 0a1b2c3d4e5f60718293a4b5c6d7e8f9', 'No book …'],
  ['Refused: blk_0123abcd_XyZ', 'Refused: …'],
  ['Written to elena@mail.bg', 'Written to …'],
  ['Invalid LngLat object: (23.3219, -42.6977)', 'Invalid LngLat object: (23.…, -42.…)'],
])('a message loses what may be of a person: %s', (message, without) => {
  expect(told(thrown(message))?.message).toBe(`Error: ${without}`);
});

test.each([
  ['nothing of ours', thrown('x', 'Error: x\n    at chrome-extension://abcdef/inject.js:4:5')],
  ['a lost connection', thrown('Failed to fetch', 'TypeError: Failed to fetch')],
  ['no error', 'gone'],
  ['nothing', undefined],
])('what has %s in it is not told', (_, error) => {
  expect(told(error)).toBeUndefined();
});
