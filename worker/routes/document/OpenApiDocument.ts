/** Any JSON value below an object of the document. */
export type Node = Readonly<Record<string, unknown>>;

/** As much of an operation as is looked at here. */
export interface Operation extends Node {
  readonly operationId?: string;
  readonly responses: Readonly<Record<string, Node>>;
}

/** Path → method → operation. */
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
