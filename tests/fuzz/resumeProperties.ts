import * as fc from 'fast-check';
import type { NumberedStrike } from '#shared/strike.ts';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { numberedStrikes } from '#tests/support/numberedStrikes.ts';
import { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';
import { packStrikes } from '#worker/feed/StrikePages.ts';
import { decideResume, StrikeRing } from '#worker/relay/StrikeRing.ts';
import { type FuzzProperty, must, named } from './FuzzProperty.ts';

const START_MS = Date.UTC(2026, 6, 14, 12);

const dedupe = fc.property(
  fc.array(
    fc.record({ ordinal: fc.integer({ min: 1, max: 200_000 }), ageMs: fc.integer({ min: 0, max: 90_000_000 }) }),
    { maxLength: 400 },
  ),
  fc.integer({ min: 8, max: 64 }),
  (drawn, piece) => {
    const store = new StrikeStore({ capacity: 500, maxAgeMs: 86_400_000, epochMs: START_MS - 86_400_000 });
    const ages = new Map<number, number>();
    for (const { ordinal, ageMs } of drawn) if (!ages.has(ordinal)) ages.set(ordinal, ageMs);
    const told = drawn.map(({ ordinal }) => ({ ...base(ordinal), atMs: START_MS - (ages.get(ordinal) ?? 0) }));
    for (let from = 0; from < told.length; from += piece) {
      store.append(strikesToColumns(told.slice(from, from + piece)), START_MS);
    }
    const held = Array.from({ length: store.length }, (_, row) => store.strikeAt(row).ordinal);
    const young = [...ages].filter(([, ageMs]) => ageMs <= 86_400_000).map(([ordinal]) => ordinal);
    must(new Set(held).size === held.length, 'a strike is held twice');
    must(held.length === young.length, `${held.length} held of ${young.length}`);
  },
);

function base(ordinal: number): NumberedStrike {
  return { id: `s${ordinal}`, ordinal, latitude: 42.7, longitude: 23.3, atMs: START_MS };
}

const resume = fc.property(
  fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 30 }),
  fc.integer({ min: 0, max: 300 }),
  fc.integer({ min: 1, max: 20 }),
  fc.integer({ min: 5, max: 200 }),
  (batches, since, piece, most) => {
    const ring = new StrikeRing(0, 60_000, most);
    let head = 0;
    for (const [index, count] of batches.entries()) {
      ring.append(packStrikes(numberedStrikes(head + 1, count)), head + count, START_MS + index * 1_000);
      head += count;
    }
    const decision = decideResume(since, ring.floorSeq, ring.headSeq);
    if (since > head) must(decision.kind === 'reset', 'a cursor from the future is believed');
    if (decision.kind !== 'replay') {
      must(decision.kind === 'reset' || since === head, 'live although strikes are missing');
      return;
    }
    const told: number[] = [];
    for (let seq = decision.afterSeq; seq < ring.headSeq; ) {
      const strikes = ring.after(seq, piece);
      told.push(...strikes.map(({ ordinal }) => ordinal));
      seq = strikes.length < piece ? ring.headSeq : (strikes.at(-1)?.ordinal ?? ring.headSeq);
    }
    must(told.length === head - since, `${told.length} told of ${head - since}`);
    must(
      told.every((ordinal, index) => ordinal === since + index + 1),
      'told out of order or twice',
    );
  },
);

/** That nothing is told twice or not at all on the way from a ring to a store. */
export const RESUME_PROPERTIES: readonly FuzzProperty[] = [
  named('[CL3] the store holds a strike once, in whatever order it is told', dedupe),
  named('[CU1] a resumed stream gets everything once, in order', resume),
];
