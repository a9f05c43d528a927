import { type ClientError, type ClientErrorKind, MAX_ERROR_MESSAGE, MAX_ERROR_STACK } from '#shared/http.ts';
import { API_ROOT } from '#shared/wire/apiPaths.ts';

const MOST_A_LOAD = 5;
/** Limit before processing: a message may contain a whole response. */
const MOST_READ = 8_000;

const OWN_FILE = /\/assets\/[\w-]{1,80}\.js(?::\d{1,9}){0,2}$/;
const WORD = /\S+/g;
const PATH = /^['`(]?\//;
const ID = /\b(?:[0-9a-f]{8,}|blk_\w+)\b/gi;
const DECIMALS = /\.\d+/g;

/** Reduces an address to the name of our file, with a preceding function name and brackets. */
function withoutAddress(word: string): string {
  const at = word.indexOf('://');
  if (at < 0 && !PATH.test(word)) return word;
  const before = at < 0 ? '' : word.slice(0, Math.max(word.lastIndexOf('@', at), word.lastIndexOf('(', at)) + 1);
  const after = word.endsWith(')') ? ')' : '';
  return before + (OWN_FILE.exec(word.slice(0, word.length - after.length))?.[0] ?? 'elsewhere') + after;
}

/** Without addresses, quoted data, e-mail addresses, ids, keys, and coordinates precise enough for a place. */
function withoutPersons(text: string): string {
  const first = text.indexOf('"');
  const last = text.lastIndexOf('"');
  return (last > first ? `${text.slice(0, first)}"…${text.slice(last)}` : text)
    .replace(WORD, (word) => (word.includes('@') && !word.includes('/') ? '…' : withoutAddress(word)))
    .replace(ID, '…')
    .replace(DECIMALS, '.…');
}

const isFrame = (line: string) => line.includes('://') && /:\d{1,9}:\d{1,9}\)?$/.test(line);

/**
 * The report of an error: undefined if it did not happen in our code, as with extensions and lost connections. `build`:
 * see `ClientError`.
 */
export function clientError(
  kind: ClientErrorKind,
  thrown: unknown,
  page: string,
  build: string,
): ClientError | undefined {
  // React wraps recoverable errors.
  const error = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  if (!(error instanceof Error)) return undefined;
  const frames = (error.stack ?? '').slice(0, MOST_READ).split('\n').filter(isFrame);
  const places = frames.map((frame) => frame.trim().replace(WORD, withoutAddress));
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

const reported = new Set<string>();

/** Reports an error to our server, each message once, a few per page. Parameters of `clientError`. */
export function sendError(...problem: Parameters<typeof clientError>): void {
  const error = clientError(...problem);
  if (!error || reported.has(error.message) || reported.size >= MOST_A_LOAD) return;
  reported.add(error.message);
  navigator.sendBeacon(`${API_ROOT}/client-errors`, new Blob([JSON.stringify(error)], { type: 'application/json' }));
}
