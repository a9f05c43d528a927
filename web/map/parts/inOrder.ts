import type { MapPart } from './MapPart.ts';

/** The parts of a table, by their own order. */
export function inOrder<Part extends MapPart>(table: Readonly<Record<string, Part>>): readonly Part[] {
  return Object.values(table).toSorted((a, b) => a.order - b.order);
}
