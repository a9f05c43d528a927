import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { shareOfRuns } from '#tests/unit/shareOfRuns.ts';
import { withFakeTime } from './feedHarness.ts';
import { ATHENS, HOUR, NOW, ordinals, SOFIA, settled } from './liveFeedHarness.ts';
import { beginWithRelay, MADRID, strikeOver } from './relayHarness.ts';

withFakeTime(NOW);

const passMs = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a view that leaves and comes back', () => {
  test('[CL6] Sofia, Athens and Sofia again within the ring asks no slice twice, and misses nothing', async () => {
    const { feed, host } = beginWithRelay();
    feed.show(SOFIA, 24 * HOUR);
    await passMs(3_000);
    feed.show(ATHENS, 24 * HOUR);
    await passMs(3_000);
    expect(feed.view.complete).toBe(true);
    const before = host.asked.length;
    const meanwhile = host.strike(strikeOver(SOFIA));
    await passMs(8 * 60_000);
    feed.show(SOFIA, 24 * HOUR);
    expect(feed.view.complete).toBe(false);
    await passMs(100);
    expect(feed.view.complete).toBe(true);
    expect(ordinals(feed)).toContain(meanwhile);
    expect(host.asked).toHaveLength(before);
  });

  test('[CL6] an absence longer than the ring reads the slices again', async () => {
    const { feed, host } = beginWithRelay();
    feed.show(SOFIA, HOUR);
    await passMs(3_000);
    feed.show(ATHENS, HOUR);
    await passMs(3_000);
    const before = host.asked.length;
    await passMs(16 * 60_000);
    const late = host.strike(strikeOver(SOFIA));
    feed.show(SOFIA, HOUR);
    await passMs(3_000);
    expect(host.asked.length).toBeGreaterThan(before);
    expect([feed.view.complete, ordinals(feed).includes(late)]).toEqual([true, true]);
  });

  test('a view that hurries through three regions opens the stream twice, not once for each', async () => {
    const { feed, relay } = beginWithRelay();
    feed.show(SOFIA, HOUR);
    await passMs(5_000);
    const before = relay.opened.length;
    for (const view of [ATHENS, MADRID, SOFIA, MADRID, ATHENS]) {
      feed.show(view, HOUR);
      await passMs(100);
    }
    await settled();
    expect(relay.opened.length - before).toBeLessThanOrEqual(1);
    await passMs(3_000);
    expect(relay.opened.length - before).toBeLessThanOrEqual(3);
    expect(feed.view.complete).toBe(true);
  });

  test('[CL6] whatever is looked at in whatever order, the window ends whole and holds every strike of it', async () => {
    const views = [SOFIA, ATHENS, MADRID];
    const place = fc.constantFrom(...views);
    const step = fc.oneof(
      fc.record({ do: fc.constant('look' as const), at: place, hours: fc.constantFrom(1, 6, 24) }),
      fc.record({ do: fc.constant('glance' as const), at: place, ms: fc.constantFrom(50, 700, 2_500) }),
      fc.record({ do: fc.constant('strike' as const), at: place }),
      fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(50, 700, 5_000, 70_000, 600_000, 960_000) }),
      fc.record({ do: fc.constantFrom('sleep' as const, 'wake' as const) }),
    );
    const journey = fc.array(step, { minLength: 4, maxLength: 24 });
    await fc.assert(
      fc.asyncProperty(journey, place, async (steps, last) => {
        const { feed, host, signals, stopBeating } = beginWithRelay();
        let view = SOFIA;
        let awake = true;
        const look = (at: typeof SOFIA, hours: number) => {
          view = at;
          feed.show(at, hours * HOUR);
        };
        /** Time enough for what was pushed to arrive; then `complete` must not be said of less than everything. */
        const pass = async (ms: number) => {
          await passMs(ms);
          if (!awake || !feed.view.complete) return;
          const { longitude, latitude } = strikeOver(view);
          const recent = host.strikes.filter(({ atMs }) => atMs > Date.now() - HOUR);
          const due = recent.filter((strike) => strike.longitude === longitude && strike.latitude === latitude);
          expect(ordinals(feed)).toEqual(expect.arrayContaining(due.map(({ ordinal }) => ordinal)));
        };
        look(SOFIA, 1);
        for (const taken of steps) {
          if (taken.do === 'look') look(taken.at, taken.hours);
          else if (taken.do === 'glance') {
            const before = view;
            look(taken.at, 6);
            await pass(taken.ms);
            look(before, 6);
            await pass(taken.ms);
          } else if (taken.do === 'strike') host.strike(strikeOver(taken.at));
          else if (taken.do === 'pass') await pass(taken.ms);
          else {
            awake = taken.do === 'wake';
            signals.send(taken.do);
          }
        }
        awake = true;
        signals.send('wake');
        look(last, 6);
        await pass(65_000);
        const { longitude, latitude } = strikeOver(last);
        const wanted = host.strikes.filter((strike) => strike.longitude === longitude && strike.latitude === latitude);
        expect(feed.view.complete).toBe(true);
        expect(ordinals(feed)).toEqual(expect.arrayContaining(wanted.map(({ ordinal }) => ordinal)));
        feed.stop();
        stopBeating();
      }),
      { numRuns: shareOfRuns(400), seed: 20_261_121 },
    );
  });

  test('[CL6] a glance at another region, too short for a stream of it, leaves no hole there', async () => {
    const { feed, host } = beginWithRelay();
    feed.show(SOFIA, HOUR);
    await passMs(500);
    feed.show(ATHENS, HOUR);
    await passMs(500);
    feed.show(SOFIA, HOUR);
    await passMs(60_000);
    const meanwhile = host.strike(strikeOver(ATHENS));
    host.strike(strikeOver(SOFIA));
    await passMs(60_000);
    feed.show(ATHENS, HOUR);
    await passMs(3_000);
    expect([feed.view.complete, ordinals(feed).includes(meanwhile)]).toEqual([true, true]);
  });

  test('[CL6] complete is never said while a strike that fell before the last step is missing', async () => {
    const { feed, host } = beginWithRelay();
    feed.show(SOFIA, HOUR);
    await passMs(3_000);
    feed.show(ATHENS, HOUR);
    await passMs(3_000);
    const missed = host.strike(strikeOver(SOFIA));
    await passMs(60_000);
    const seen: boolean[] = [];
    feed.show(SOFIA, HOUR);
    for (let step = 0; step < 40; step += 1) {
      if (feed.view.complete) seen.push(ordinals(feed).includes(missed));
      await passMs(50);
    }
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).not.toContain(false);
  });
});
