/** How an error in the site's code was detected. */
export const CLIENT_ERROR_KINDS = ['uncaught', 'caught', 'recoverable', 'window', 'rejection'] as const;
export type ClientErrorKind = (typeof CLIENT_ERROR_KINDS)[number];

export const MAX_ERROR_MESSAGE = 300;
export const MAX_ERROR_STACK = 2_000;

/** A fault of the site's program, as a page tells it: nothing of who looked, or at what. */
export interface ClientError {
  /** The page's name, without what its address adds to it. */
  readonly page: string;
  /** The script file that reports it; its name changes with each build. */
  readonly build: string;
  readonly kind: ClientErrorKind;
  readonly message: string;
  /** Places in the program's files alone. */
  readonly stack: string;
}
