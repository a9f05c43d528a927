import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type FaultInput, FaultSettings, faultPlan } from '#worker/dev/simulator/FaultSettings.ts';

const REQUESTS = 20_000;

function plans(faults: FaultInput, seed = 1, nowMs = 0) {
  const settings = v.parse(FaultSettings, faults);
  return Array.from({ length: REQUESTS }, (_, request) => faultPlan(seed, request, settings, nowMs));
}

describe('faultPlan', () => {
  test('depends on seed and request number alone', () => {
    const faults = { errorRate: 0.2, hangRate: 0.1, slowRate: 0.3 };
    expect(plans(faults)).toEqual(plans(faults));
    expect(plans(faults)).not.toEqual(plans(faults, 2));
  });

  test('plans the right answer at once where no fault is set', () => {
    expect(plans({}).every(({ delayMs, outcome }) => delayMs === 0 && outcome.kind === 'answer')).toBe(true);
  });

  test('gives each outcome its share', () => {
    const rates = {
      errorRate: 0.05,
      hangRate: 0.1,
      cutRate: 0.15,
      invalidJsonRate: 0.08,
      tooManyRate: 0.12,
      clientErrorRate: 0.07,
      hugeBodyRate: 0.03,
    };
    const counts = new Map<string, number>();
    for (const { outcome } of plans({ ...rates, clientErrorStatus: 404 })) {
      const name = outcome.kind === 'status' ? String(outcome.status) : outcome.kind;
      counts.set(name, (counts.get(name) ?? 0) + 1 / REQUESTS);
    }
    const expected = {
      '500': 0.025,
      '503': 0.025,
      hang: 0.1,
      cut: 0.15,
      'invalid-json': 0.08,
      '429': 0.12,
      '404': 0.07,
      'huge-body': 0.03,
      answer: 0.4,
    };
    expect([...counts.keys()].sort()).toEqual(Object.keys(expected).sort());
    for (const [name, share] of Object.entries(expected))
      expect(Math.abs((counts.get(name) ?? 0) - share)).toBeLessThan(0.01);
  });

  test('refuses every request of an outage, and none before or after', () => {
    const faults = { outages: [{ fromMs: 100, toMs: 200 }], slowRate: 1 };
    const kinds = (nowMs: number) => new Set(plans(faults, 1, nowMs).map(({ outcome }) => outcome.kind));
    expect(kinds(99)).toEqual(new Set(['answer']));
    expect(kinds(100)).toEqual(new Set(['refuse']));
    expect(kinds(199)).toEqual(new Set(['refuse']));
    expect(kinds(200)).toEqual(new Set(['answer']));
  });
});
