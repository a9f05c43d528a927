import type * as fc from 'fast-check';

/** What must hold whatever is thrown at it. */
export interface FuzzProperty {
  readonly name: string;
  readonly property: fc.IRawProperty<unknown>;
}

export function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** The property under its name, whatever its arguments are. */
export function named<Arguments>(name: string, property: fc.IRawProperty<Arguments>): FuzzProperty {
  return { name, property: property as fc.IRawProperty<unknown> };
}
