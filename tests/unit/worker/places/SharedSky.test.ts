import { expect, test } from 'vitest';
import { SharedSky } from '#worker/places/SharedSky.ts';
import { aSky, NOW } from './aPlacePage.ts';

function sharedSky() {
  const clock = { ms: NOW, now: () => clock.ms };
  const skies = new SharedSky(clock);
  const loads: number[] = [];
  const failures: string[] = [];
  const ask = (load = async () => aSky({ nowMs: clock.ms })) =>
    skies.now(
      () => {
        loads.push(clock.ms - NOW);
        return load();
      },
      (reason) => void failures.push(reason),
    );
  return { clock, loads, failures, ask };
}

test('one snapshot serves all for 15 s', async () => {
  const { clock, loads, ask } = sharedSky();
  for (const afterMs of [0, 1_000, 14_999, 15_000, 29_000, 30_000]) {
    clock.ms = NOW + afterMs;
    await ask();
  }
  expect(loads).toEqual([0, 15_000, 30_000]);
});

test('while one request renews it, others take the old one, for 30 s at most', async () => {
  const { clock, loads, ask } = sharedSky();
  await ask();
  clock.ms = NOW + 16_000;
  const renewing = Promise.withResolvers<ReturnType<typeof aSky>>();
  const first = ask(() => renewing.promise);
  expect((await ask())?.nowMs).toBe(NOW);
  renewing.resolve(aSky({ nowMs: NOW + 16_000 }));
  expect((await first)?.nowMs).toBe(NOW + 16_000);
  expect(loads).toEqual([0, 16_000]);
});

test('a Feed that fails is asked again after 5 s, and an old sky is not kept beyond 30 s', async () => {
  const { clock, loads, failures, ask } = sharedSky();
  const fails = () => Promise.reject(new Error('gone'));
  await ask();
  clock.ms = NOW + 31_000;
  expect(await ask(fails)).toBeUndefined();
  clock.ms += 1_000;
  expect(await ask(fails)).toBeUndefined();
  clock.ms += 5_000;
  expect(await ask()).toBeDefined();
  expect([loads, failures]).toEqual([[0, 31_000, 37_000], ['gone']]);
});
