import * as fc from 'fast-check';
import type { NumberedStrike, StrikeDetail } from '#shared/strike.ts';
import { numberedStrikes } from './numberedStrikes.ts';

const amount = (most: number) => fc.integer({ min: -10 * most, max: 10 * most }).map((tenths) => tenths / 10);

/** Whatever a source may tell of a strike, but never nothing. */
const detail: fc.Arbitrary<StrikeDetail> = fc
  .record(
    {
      type: fc.constantFrom('ground' as const, 'cloud' as const),
      currentKa: amount(300),
      multiplicity: fc.integer({ min: 0, max: 20 }),
      ellipse: fc.record({ semiMajorKm: fc.nat(90), semiMinorKm: fc.nat(9), azimuth: fc.nat(3599).map((z) => z / 10) }),
    },
    { requiredKeys: [] },
  )
  .filter((told) => Object.keys(told).length > 0);

/** Numbered strikes of which some have a detail, all have, or none has. */
export const detailedStrikes: fc.Arbitrary<NumberedStrike[]> = fc
  .array(fc.option(detail, { nil: undefined }), { minLength: 1, maxLength: 30 })
  .map((details) =>
    numberedStrikes(1, details.length).map((strike, index) => {
      const told = details[index];
      return told ? { ...strike, detail: told } : strike;
    }),
  );
