import { expect, test } from 'vitest';
import { AS_FITTED } from '#shared/nowcast/place/chanceOf.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { encodeCells } from '#shared/wire/cellsEvent.ts';
import { withStorage } from '#tests/ledgers/testEnv.ts';
import { ToldCells } from '#worker/nowcast/ToldCells.ts';

const NOON_MS = Date.UTC(2026, 6, 1, 12);
const minute = (atMs: number) => encodeCells({ atMs, cells: [], odds: AS_FITTED });

test('[NC7] what was told holds for five minutes, is kept for 14 days, and is not told of another source', () =>
  withStorage((storage) => {
    const told = new ToldCells(storage.sql, 'live');
    for (const ago of [2, 1]) told.keep(minute(NOON_MS - ago * MINUTE_MS));
    const at = (atMs: number) => told.at(atMs)?.atMs;
    expect(at(NOON_MS)).toBe(NOON_MS - MINUTE_MS);
    expect(at(NOON_MS - 90_000)).toBe(NOON_MS - 2 * MINUTE_MS);
    expect(at(NOON_MS + 4 * MINUTE_MS - 1)).toBe(NOON_MS - MINUTE_MS);
    expect(at(NOON_MS + 4 * MINUTE_MS)).toBeUndefined();
    expect(new ToldCells(storage.sql, 'simulated').at(NOON_MS)).toBeNull();
    told.keep(minute(NOON_MS - MINUTE_MS + 14 * DAY_MS));
    expect(at(NOON_MS - 90_000)).toBeUndefined();
    expect(at(NOON_MS)).toBe(NOON_MS - MINUTE_MS);
  }));
