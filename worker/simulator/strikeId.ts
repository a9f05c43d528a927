import { hash32 } from './seededRandom.ts';

/** 24 hex digits, the form of the provider's ids: 96 bits that depend on `parts` alone. */
export function strikeId(...parts: readonly number[]): string {
  return hex8(hash32(1, ...parts)) + hex8(hash32(2, ...parts)) + hex8(hash32(3, ...parts));
}

function hex8(word: number): string {
  return word.toString(16).padStart(8, '0');
}
