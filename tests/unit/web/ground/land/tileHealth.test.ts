import { expect, test } from 'vitest';
import { tileArrived, tileMissed, tilesAsked, tilesLater } from '#web/map/basemap/tileHealth.ts';

const asked = tilesAsked(0);

test('tiles that hang for 20 s are given up, and asked for again five minutes later', () => {
  expect(tilesLater(asked, 19_999).state).toBe('waiting');
  const resting = tilesLater(asked, 20_000);
  expect(resting.state).toBe('resting');
  expect(tilesLater(resting, 319_999).state).toBe('resting');
  expect(tilesLater(resting, 320_000).state).toBe('waiting');
  expect(tilesLater(tileArrived(resting, true), 320_000).state).toBe('waiting');
});

test('one refused tile among good ones is no trouble', () => {
  const missed = tileMissed(tileArrived(asked, true), 50_000);
  expect(tilesLater(tileArrived(missed, true), 100_000).state).toBe('shown');
});

test('tiles that worked and then fail for 20 s are given up', () => {
  const missed = tileMissed(tileMissed(tileArrived(asked, true), 50_000), 60_000);
  expect(tilesLater(missed, 69_999).state).toBe('shown');
  expect(tilesLater(missed, 70_000).state).toBe('resting');
});

test('the shipped land stays under tiles until none that the view needs is missing', () => {
  const some = tileArrived(asked, false);
  expect(some.state).toBe('waiting');
  expect(tilesLater(some, 60_000).state).toBe('waiting');
  expect(tileArrived(some, true).state).toBe('shown');
  expect(tileArrived(tileArrived(some, true), false).state).toBe('shown');
});
