import type { WatchContext } from '#worker/watch/WatchEngine.ts';
import { areaOperations } from './areaOperations.ts';
import { bookOperations } from './bookOperations.ts';
import { ownOperations } from './ownOperations.ts';
import { recipientOperations } from './recipientOperations.ts';

/** All that may be asked of a Watch object. Each is declared once, where it is carried out; callers take its types from there. */
const OPERATIONS = { ...bookOperations, ...areaOperations, ...recipientOperations, ...ownOperations };

type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
/** What an operation is given beside the context. */
export type GivenTo<Name extends OperationName> = Operations[Name] extends (
  watch: WatchContext,
  ...given: infer Given
) => unknown
  ? Given
  : never;
export type AnswerOf<Name extends OperationName> = ReturnType<Operations[Name]>;

/** What the Worker may ask of one Watch object. Calls cross to another machine, so any of them may reject. */
export interface WatchCalls {
  /** Carries out the operation. Where it takes the key of a book, it checks it. */
  ask<Name extends OperationName>(name: Name, ...given: GivenTo<Name>): Promise<AnswerOf<Name>>;
  /** There is news from the Feed. */
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
