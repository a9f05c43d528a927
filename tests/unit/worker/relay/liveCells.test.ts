import { describe, expect, test } from 'vitest';
import { AS_FITTED } from '#shared/nowcast/place/chanceOf.ts';
import { encodeCells } from '#shared/wire/cellsEvent.ts';
import { bboxFilter, cellsFilter } from '#worker/relay/OpenStream.ts';
import { aRelay, SOFIA, START_MS } from './liveStreamsHarness.ts';

const MINUTE_MS = 60_000;
const cellsAt = (atMs: number) => encodeCells({ atMs, cells: [], odds: AS_FITTED });
const MADRID = bboxFilter({ west: -4, south: 40, east: -3, north: 41 });
const timesOf = (events: readonly { readonly event?: string | undefined; readonly data: string }[]) =>
  events.filter(({ event }) => event === 'cells').map(({ data }) => JSON.parse(data).atMs - START_MS);

describe('storm cells on a stream', () => {
  test.each([
    ['a box', SOFIA],
    ['cells of the map', cellsFilter([{ z: 4, x: 9, y: 5 }])],
  ])('[NC3] are sent right after hello, and each newer ones once, to %s that touches home', async (_, filter) => {
    const { open, pushCells, streams } = aRelay();
    pushCells(cellsAt(START_MS - MINUTE_MS));
    const reader = open(undefined, filter);
    pushCells(cellsAt(START_MS));
    pushCells(cellsAt(START_MS));
    pushCells(cellsAt(START_MS - MINUTE_MS));
    streams.heartbeat();
    await reader.take(4);
    expect(reader.events.map(({ event }) => event)).toEqual(['hello', 'cells', 'cells', 'hb']);
    expect(timesOf(reader.events)).toEqual([-MINUTE_MS, 0]);
  });

  test('[NC3] are not sent where the stream does not touch home', async () => {
    const { open, pushCells, streams } = aRelay();
    pushCells(cellsAt(START_MS - MINUTE_MS));
    const reader = open(undefined, MADRID);
    pushCells(cellsAt(START_MS));
    streams.heartbeat();
    await reader.take(2);
    expect(reader.events.map(({ event }) => event)).toEqual(['hello', 'hb']);
  });

  test('[NC3] of ten minutes ago or more are not sent', async () => {
    const { open, pushCells, streams } = aRelay();
    pushCells(cellsAt(START_MS - 10 * MINUTE_MS));
    const reader = open();
    streams.heartbeat();
    await reader.take(2);
    expect(reader.events.map(({ event }) => event)).toEqual(['hello', 'hb']);
  });

  test('[NC3] that come during a replay are sent when it has ended', async () => {
    const { open, pushCells } = aRelay(9_000);
    const reader = open(0);
    pushCells(cellsAt(START_MS));
    await reader.take(1 + 18 + 2);
    expect(reader.events.slice(-2).map(({ event }) => event)).toEqual(['hb', 'cells']);
    expect(timesOf(reader.events)).toEqual([0]);
  });

  test('[NC5] move no cursor: they carry no id', async () => {
    const { open, pushCells } = aRelay(3);
    pushCells(cellsAt(START_MS));
    const reader = open();
    await reader.take(2);
    expect(reader.events[1]).toMatchObject({ event: 'cells', id: undefined });
  });
});
