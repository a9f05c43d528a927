import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verdictTexts } from '#shared/i18n/serverTexts.ts';
import { LANGUAGES } from '#shared/languages.ts';
import { PLACE_STATES } from '#shared/nowcast/arrivalAt.ts';
import { NEAR_MS, type SkyFacts, type StrikeFact, verdictOf } from '#shared/sky/verdictOf.ts';
import { HEADLINE_LENGTH, headlineText, levelWord, type VerdictTexts } from '#shared/sky/verdictText.ts';
import { shareOfRuns } from '#tests/unit/shareOfRuns.ts';
import { aSky, MINUTE_MS, NOW, sentences } from './aSky.ts';

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const chance = fc.double({ min: 0, max: 1, noNaN: true });
const strikeOf = (fromMs: number, toMs: number): fc.Arbitrary<StrikeFact> =>
  fc.record({
    atMs: fc.integer({ min: NOW - toMs, max: NOW - fromMs }),
    away: fc.record({ km: fc.double({ min: 0, max: 120, noNaN: true }), bearing: fc.integer({ min: 0, max: 359 }) }),
  });
const result = fc
  .record({
    state: fc.constantFrom(...PLACE_STATES),
    chances: fc.tuple(chance, chance),
    etaMin: fc.integer({ min: 0, max: 45 }),
    range80: fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 21, max: 60 })),
  })
  .map(({ state, chances: [a, b], ...arrival }) => ({
    state,
    p30: Math.min(a, b),
    p60: Math.max(a, b),
    ...(state === 'approaching' ? arrival : {}),
  }));
const feed: fc.Arbitrary<SkyFacts['feed']> = fc.oneof(
  fc.constantFrom<SkyFacts['feed']>({ kind: 'starting' }, { kind: 'switching' }, { kind: 'outside' }),
  fc.constantFrom<SkyFacts['feed']>(
    { kind: 'past' },
    { kind: 'past', counted: true },
    { kind: 'live' },
    { kind: 'live' },
  ),
  fc.record({ kind: fc.constant('late' as const), readToMs: fc.constantFrom(NOW - 3 * MINUTE_MS, null) }),
  fc.record({
    kind: fc.constant('down' as const),
    sinceMs: fc.constantFrom(NOW - 9 * MINUTE_MS, null),
    restored: fc.boolean(),
  }),
);
const cells: fc.Arbitrary<SkyFacts['cells']> = fc.oneof(
  fc.constantFrom<SkyFacts['cells']>({ kind: 'none' }, { kind: 'late' }),
  fc.record({
    kind: fc.constant('told' as const),
    atMs: fc.integer({ min: NOW - NEAR_MS, max: NOW }),
    result,
    withheld: maybe(fc.subarray(['chance', 'eta'] as const)),
    partial: maybe(fc.boolean()),
  }),
);
const held = fc.record({
  level: fc.constantFrom('watch' as const, 'warning' as const, 'stop' as const),
  allClearNotBeforeMs: maybe(fc.constant(NOW + 20 * MINUTE_MS)),
});
const skies: fc.Arbitrary<SkyFacts> = fc
  .record({
    feed,
    cells,
    held: maybe(held),
    read: fc.constantFrom('all' as const, 'all' as const, 'loading' as const, 'gaps' as const),
    requestedMs: fc.constantFrom(10 * MINUTE_MS, 60 * MINUTE_MS),
    withinKm: fc.constantFrom(null, 100, 240),
    from: fc.constantFrom<SkyFacts['from']>('visitor', 'point', 'centre', 'area', 'outline', undefined),
    near: maybe(strikeOf(0, NEAR_MS - 1)),
    last: maybe(strikeOf(NEAR_MS, 60 * MINUTE_MS)),
    trend: fc.constantFrom('closer' as const, 'further' as const, undefined),
    supportsAlerts: fc.boolean(),
    simulated: fc.boolean(),
  })
  .map(aSky);

/** What each language says to comfort, but for low chances. */
const comforts = ({ motion, none, lastMovedOff }: VerdictTexts) => [
  motion.further,
  motion.passing,
  none.split('. ')[1] ?? '',
  lastMovedOff.split(', ')[1] ?? '',
];

test('of random skies, in three languages, what is read at a glance fits two lines of a phone, and never comforts without ground', () => {
  fc.assert(
    fc.property(skies, (facts) => {
      const verdict = verdictOf(facts);
      for (const language of LANGUAGES) {
        const texts = verdictTexts[language];
        const formatter = {
          texts,
          language,
          timeOf: (atMs: number) => new Date(atMs).toISOString().slice(11, 16),
          nameOf: () =>
            ({ en: 'near Gornji Milanovac', bg: 'край Горни Милановац', ru: 'около Горни-Милановаца' })[language],
        };
        const text = headlineText(verdict, formatter);
        const level = levelWord(verdict, formatter);
        expect(text).toMatch(/\S\.$/);
        expect(text).not.toMatch(/undefined|null|NaN|\.\.|\s\s|\s[.,]|\{/);
        expect(`${level ?? ''} ${text}`.trim(), `${level} ${text}`).toSatisfy(
          (text: string) => text.length <= HEADLINE_LENGTH,
        );
        if (facts.from === 'centre') expect(text).not.toMatch(/\d\s?(km|км)/);
        if (verdict.lead.kind === 'blind') expect(level).toBeUndefined();
        const { none, noneShort } = texts.headline;
        const allClear = [none, noneShort].map((text) => new RegExp(`^${text.replaceAll(/ ?\\{[^}]+\\}/g, '.*')}$`));
        if (verdict.lead.kind !== 'none') for (const comfort of allClear) expect(text).not.toMatch(comfort);
        if (!verdict.motion)
          for (const motion of ['further', 'passing'] as const) expect(text).not.toContain(texts.motion[motion]);
      }
    }),
    { numRuns: shareOfRuns(10_000), seed: 20_261_127 },
  );
});

test('of random skies, in three languages, no verdict contradicts itself or comforts without ground', () => {
  fc.assert(
    fc.property(skies, (facts) => {
      const { feed, held, near, last, read, supportsAlerts, cells, simulated } = facts;
      const { lead, motion, arrival, chance } = verdictOf(facts);
      const seen = (feed.kind === 'live' || feed.kind === 'past') && read === 'all';
      const partial = cells.kind === 'told' && cells.partial === true;
      const mayComfort = seen && supportsAlerts && !held && !partial;
      const comforted = motion === 'further' || motion === 'passing' || lead.kind === 'none';

      // It leads with the nearest strike of the last ten minutes, where anything may be said at all.
      const speaks = ['live', 'late', 'past'].includes(feed.kind) && !('counted' in feed && feed.counted);
      if (speaks && near) expect(lead).toEqual({ kind: 'near', strike: near });
      if (feed.kind === 'down') expect(lead.kind).toBe('blind');

      if (comforted) expect(mayComfort).toBe(true);
      if (lead.kind === 'none') expect(near ?? last).toBeUndefined();

      // What passes by or moves off neither arrives nor is likely to.
      if (motion === 'further' || motion === 'passing') {
        expect(arrival).toBeUndefined();
        expect(chance?.p60 ?? 0).toBeLessThan(0.25);
        expect(cells.kind === 'told' ? cells.result.state : 'quiet').not.toBe('approaching');
      }
      if (arrival) expect(lead.kind).toBe('near');
      if (arrival && arrival !== 'now') {
        expect(motion).toBe('closer');
        expect(arrival.range80[0]).toBeLessThanOrEqual(arrival.range80[1]);
        if (arrival.firm) expect(chance?.p60 ?? 0).toBeGreaterThanOrEqual(0.5);
      }
      if (chance && chance.p60 < 0.25) expect(mayComfort).toBe(true);

      for (const language of LANGUAGES) {
        const texts = verdictTexts[language];
        const message = sentences(facts, language);
        const text = message.map((sentence) => sentence.text).join(' ');
        expect(text).toMatch(/\S\.$/);
        expect(text).not.toMatch(/undefined|null|NaN|\.\.|\s\s|\s[.,]/);
        expect(new Set(message.map((sentence) => sentence.text)).size).toBe(message.length);
        if (!mayComfort) for (const comfort of comforts(texts)) expect(text).not.toContain(comfort);
        if (simulated) expect(text).toContain(texts.simulated);
        // The level comes before all but the moment; of a dead feed it is only the last known.
        if (held && lead.kind !== 'blind') expect(message.find(({ part }) => part !== 'moment')?.part).toBe('held');
      }
    }),
    { numRuns: shareOfRuns(10_000), seed: 20_261_124 },
  );
});
