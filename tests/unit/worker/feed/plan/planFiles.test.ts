import { describe, expect, test } from 'vitest';
import { newOfFile, tellsMore, unreadOfFiles } from '#worker/feed/plan/planFiles.ts';

const MINUTE_MS = 60_000;
const at = (minutes: number) => minutes * MINUTE_MS;
const file = { fromMs: at(10), toMs: at(20) };

describe('a file is read if it holds time that no other held', () => {
  test.each([
    ['nothing was read', [], true],
    [
      'its neighbours were',
      [
        [at(0), at(10)],
        [at(20), at(30)],
      ],
      true,
    ],
    ['it was, or another version of the same time', [[at(10), at(20)]], false],
    ['its second half was', [[at(15), at(20)]], true],
    [
      'both halves were',
      [
        [at(10), at(15)],
        [at(15), at(20)],
      ],
      false,
    ],
    ['all but the second in which files join was', [[at(10) + 1_500, at(20)]], false],
  ] as const)('%s', (_, read, wanted) => {
    expect(tellsMore(file, read)).toBe(wanted);
  });
});

describe('of a file are told', () => {
  const flashes = [at(10) - 3_000, at(10), at(14), at(15) - 3_000, at(15), at(19), at(20)].map((atMs) => ({ atMs }));
  const told = (read: Parameters<typeof newOfFile>[2]) => newOfFile(flashes, file, read).map(({ atMs }) => atMs);

  test('all its flashes, where it only joins what was read: some begin before the file', () => {
    expect(told([[at(0), at(10)]])).toEqual(flashes.map(({ atMs }) => atMs));
    expect(told([[at(0), at(10) + 5_000]])).toHaveLength(flashes.length);
  });

  test('those alone that another file of the same slot cannot have told', () => {
    expect(told([[at(15), at(20)]])).toEqual([at(10) - 3_000, at(10), at(14), at(20)]);
    expect(told([[at(10), at(15)]])).toEqual([at(15), at(19), at(20)]);
  });
});

describe('what files leave out', () => {
  const gap = [at(10), at(20)] as const;
  const read = [
    [at(0), at(10)],
    [at(20), at(40)],
  ] as const;

  test('is owed until it is waited for no more, and settled then: it is not looked at again', () => {
    expect(unreadOfFiles(read, 0, at(19))).toEqual({ readToMs: at(40), owed: [gap], lost: [], settledMs: at(10) });
    expect(unreadOfFiles(read, 0, at(20))).toEqual({ readToMs: at(40), owed: [], lost: [gap], settledMs: at(20) });
    expect(unreadOfFiles(read.slice(1), at(20), at(20))).toEqual({
      readToMs: at(40),
      owed: [],
      lost: [],
      settledMs: at(20),
    });
  });

  test('is unknown while nothing was read', () => {
    expect(unreadOfFiles([], at(5), at(30))).toEqual({ readToMs: undefined, owed: [], lost: [], settledMs: at(5) });
  });
});
