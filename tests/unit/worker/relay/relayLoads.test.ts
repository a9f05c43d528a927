import { describe, expect, test } from 'vitest';
import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';
import { drawRelays, isLoadNews, relayCount, relayLoads } from '#worker/relay/relayLoads.ts';

const LIMITS = { maxStreams: 100, maxRelays: 3 };
const nobody = () => false;

describe('where a new stream is sent', () => {
  test('[ST4] to the relay that has room: two of three full, all of a hundred draws begin with the third', () => {
    const random = seededRandom(1);
    for (let draw = 0; draw < 100; draw += 1) {
      expect(drawRelays({ count: 3, viewers: [100, 80, 100] }, LIMITS, nobody, random).withRoom).toEqual([1]);
    }
  });

  test('[ST4] more often to those with more room', () => {
    const random = seededRandom(2);
    const first = Array.from(
      { length: 3_000 },
      () => drawRelays({ count: 3, viewers: [90, 40, 70] }, LIMITS, nobody, random).withRoom[0],
    );
    const share = (index: number) => first.filter((drawn) => drawn === index).length / first.length;
    expect([0, 1, 2].map((index) => Math.round(share(index) * 10))).toEqual([1, 6, 3]);
  });

  test('[ST4] to relays not in use yet only after those in use, so that few relays are awake', () => {
    const { withRoom } = drawRelays({ count: 1, viewers: [20] }, LIMITS, nobody, () => 0.5);
    expect(withRoom).toEqual([0, 1, 2]);
  });

  test('[ST4] not to one that refused a moment ago, whatever its load was', () => {
    const { withRoom } = drawRelays({ count: 2, viewers: [20, 20] }, LIMITS, (index) => index === 0, Math.random);
    expect(withRoom).toEqual([1, 2]);
  });

  test('[ST7] to any of the full ones, which may displace somebody, when none has room', () => {
    const full = { count: 3, viewers: [100, 100, 100] };
    const drawn = (at: number) => drawRelays(full, LIMITS, nobody, () => at);
    expect([drawn(0), drawn(0.5), drawn(0.99)].map(({ withRoom, pressed }) => [withRoom, pressed])).toEqual([
      [[], [0, 1, 2]],
      [[], [1, 2, 0]],
      [[], [2, 0, 1]],
    ]);
  });

  test('few are asked, however many there are', () => {
    const { withRoom, pressed } = drawRelays(
      { count: 150, viewers: [] },
      { ...LIMITS, maxRelays: 200 },
      nobody,
      () => 0,
    );
    expect(withRoom.length + pressed.length).toBeLessThanOrEqual(6);
    expect(new Set(withRoom).size).toBe(withRoom.length);
  });
});

test('the Feed tells the load of each relay by its index, and how many to spread over', () => {
  const leases = [
    { relay: 'relay:2', viewers: 7 },
    { relay: 'relay:0', viewers: 95 },
  ];
  expect(relayLoads(leases, 100, 20)).toEqual({ count: 2, viewers: [95, 0, 7] });
  expect(relayLoads([], 100, 20)).toEqual({ count: 1, viewers: [] });
  expect(relayLoads([{ relay: 'relay:7', viewers: 5 }], 100, 3)).toEqual({ count: 1, viewers: [] });
});

test.each([
  [0, 9, false],
  [0, 10, true],
  [60, 50, true],
  [60, 51, false],
  [99, 100, true],
  [100, 99, true],
])('a load that was told as %s and is %s of 100 is news: %s', (reported, streams, news) => {
  expect(isLoadNews(reported, streams, 100)).toBe(news);
});

test.each([
  [0, 1],
  [700, 1],
  [800, 2],
  [5_000, 7],
  [1_000_000, 20],
])('%s viewers are spread over %s relays of a thousand, with room left in each', (viewers, relays) => {
  expect(relayCount(viewers, 1_000, 20)).toBe(relays);
});
