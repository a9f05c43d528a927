import type { WatchContext } from '#worker/watch/WatchEngine.ts';
import { areaOperations } from './areaOperations.ts';
import { bookOperations } from './bookOperations.ts';
import { ownOperations } from './ownOperations.ts';
import { recipientOperations } from './recipientOperations.ts';

/** All that may be asked of a Watch object. Callers take the types from here. */
const OPERATIONS = {
  ...bookOperations,
  ...areaOperations,
  ...recipientOperations,
  ...ownOperations,
};

type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
export type GivenTo<Name extends OperationName> = Operations[Name] extends (
  watch: WatchContext,
  ...given: infer Given
) => unknown
  ? Given
  : never;
export type AnswerOf<Name extends OperationName> = ReturnType<Operations[Name]>;

/** The calls of the Worker to one Watch object. They cross to another machine, so any of them may reject. */
export interface WatchCalls {
  /** Carries out the operation, which checks the book's key if it takes one. */
  ask<Name extends OperationName>(name: Name, ...given: GivenTo<Name>): Promise<AnswerOf<Name>>;
  wake(): Promise<void>;
}

type Table = { readonly [Name in OperationName]: (watch: WatchContext, ...given: GivenTo<Name>) => AnswerOf<Name> };

export function carryOut<Name extends OperationName>(
  watch: WatchContext,
  name: Name,
  given: GivenTo<Name>,
): AnswerOf<Name> {
  const table: Table = OPERATIONS;
  return table[name](watch, ...given);
}
