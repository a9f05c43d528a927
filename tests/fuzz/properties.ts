import type { FuzzProperty } from './FuzzProperty.ts';
import { FEED_PROPERTIES } from './feedProperties.ts';
import { RESUME_PROPERTIES } from './resumeProperties.ts';
import { TILE_PROPERTIES } from './tileProperties.ts';
import { WIRE_PROPERTIES } from './wireProperties.ts';

/** All that `npm run fuzz` tries at length and the suite in short. */
export const FUZZ_PROPERTIES: readonly FuzzProperty[] = [
  ...FEED_PROPERTIES,
  ...RESUME_PROPERTIES,
  ...WIRE_PROPERTIES,
  ...TILE_PROPERTIES,
];
