import * as fc from 'fast-check';
import type { FuzzProperty } from './FuzzProperty.ts';
import { FEED_PROPERTIES } from './feedProperties.ts';
import { RESUME_PROPERTIES } from './resumeProperties.ts';
import { WIRE_PROPERTIES } from './wireProperties.ts';

export const FUZZ_PROPERTIES: readonly FuzzProperty[] = [...FEED_PROPERTIES, ...RESUME_PROPERTIES, ...WIRE_PROPERTIES];

interface PropertyVerdict {
  readonly name: string;
  readonly runs: number;
  /** What broke it, shrunk; undefined where nothing did. */
  readonly counterexample: string | undefined;
}

/** Tries every property `runs` times with the seed. */
export async function checkProperties(seed: number, runs: number): Promise<PropertyVerdict[]> {
  const verdicts: PropertyVerdict[] = [];
  for (const { name, property } of FUZZ_PROPERTIES) {
    const details = await fc.check(property, { seed, numRuns: runs });
    const { failed, counterexample, counterexamplePath, errorInstance } = details;
    const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
    const shown = JSON.stringify(counterexample)?.slice(0, 500);
    verdicts.push({
      name,
      runs: details.numRuns,
      counterexample: failed ? `${reason}; path ${counterexamplePath}; ${shown}` : undefined,
    });
  }
  return verdicts;
}
