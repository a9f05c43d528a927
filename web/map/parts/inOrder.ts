import type { MapPart } from './MapPart.ts';

/** Returns the parts of a table, sorted by `order`. */
export function inOrder<Part extends MapPart>(table: Readonly<Record<string, Part>>): readonly Part[] {
  return Object.values(table).toSorted((a, b) => a.order - b.order);
}
