import {
  type ClientError,
  type ClientErrorKind,
  MAX_ERROR_MESSAGE,
  MAX_ERROR_STACK,
} from '#shared/http/clientError.ts';
import { API_ROOT } from '#shared/wire/apiPaths.ts';

const MOST_A_LOAD = 5;
/** What is cut before it is read: a message may hold all of an answer. */
const MOST_READ = 8_000;

const ADDRESS = /\b[a-z][a-z-]*:\/\/[^\s)]*/g;
const OWN_FILE = /\/assets\/[\w-]{1,80}\.js(?::\d{1,9}){0,2}$/;
const WORD = /\S+/g;
const ID = /\b(?:[0-9a-f]{8,}|blk_\w+)\b/gi;
const FRACTION = /\d+\.\d+/g;

/** Without addresses but those of our files, quoted data, e-mail addresses, ids, keys and coordinates. */
function withoutPersons(text: string): string {
  const first = text.indexOf('"');
  const last = text.lastIndexOf('"');
  return (last > first ? `${text.slice(0, first)}"…${text.slice(last)}` : text)
    .replace(ADDRESS, (address) => OWN_FILE.exec(address)?.[0] ?? '(elsewhere)')
    .replace(WORD, (word) => (word.includes('@') && !word.includes('/') ? '…' : word))
    .replace(ID, '…')
    .replace(FRACTION, '…');
}

const isFrame = (line: string) => line.includes('://') && /:\d{1,9}:\d{1,9}\)?$/.test(line);

/**
 * What is told of a fault: undefined if it did not happen in our program, as with extensions and lost connections.
 * `build` as of `ClientError`.
 */
export function clientError(
  kind: ClientErrorKind,
  thrown: unknown,
  page: string,
  build: string,
): ClientError | undefined {
  // React wraps what it could recover from.
  const error = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  if (!(error instanceof Error)) return undefined;
  const frames = (error.stack ?? '').slice(0, MOST_READ).split('\n').filter(isFrame);
  const places = frames.map((frame) =>
    frame.trim().replace(ADDRESS, (at) => OWN_FILE.exec(at.replace(/\)$/, ''))?.[0] ?? '(elsewhere)'),
  );
  if (!places.some((place) => place.includes('/assets/'))) return undefined;
  const message = withoutPersons(`${error.name}: ${error.message}`.slice(0, MOST_READ));
  return {
    page,
    build,
    kind,
    message: message.slice(0, MAX_ERROR_MESSAGE),
    stack: places.join('\n').slice(0, MAX_ERROR_STACK),
  };
}

const told = new Set<string>();

/** Tells our server of a fault, each message once, and of few in all. Parameters as of `clientError`. */
export function sendError(...fault: Parameters<typeof clientError>): void {
  const error = clientError(...fault);
  if (!error || told.has(error.message) || told.size >= MOST_A_LOAD) return;
  told.add(error.message);
  navigator.sendBeacon(`${API_ROOT}/client-errors`, new Blob([JSON.stringify(error)], { type: 'application/json' }));
}
