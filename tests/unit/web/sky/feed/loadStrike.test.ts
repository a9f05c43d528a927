import { expect, test, vi } from 'vitest';
import { loadStrike, loadStrikeByOrdinal } from '#web/sky/feed/loadStrike.ts';

const ANSWER = { id: 'x', latitude: 42, longitude: 23, timestamp: '2026-07-01T12:00:00.000Z', ordinal: 7 };
const STRIKE = { id: 'x', latitude: 42, longitude: 23, atMs: Date.UTC(2026, 6, 1, 12), ordinal: 7 };
const never = new AbortController().signal;

function host(answer: () => Response) {
  const asked: string[] = [];
  const fetchJson = async (path: string) => {
    asked.push(path);
    return answer();
  };
  return { asked, fetchJson };
}

test('a strike is asked for by id, with its hint where the link carried one', async () => {
  const { asked, fetchJson } = host(() => Response.json(ANSWER));
  const hint = { atMs: 0, latitude: 42.5, longitude: 23.5 };
  expect(await loadStrike('a b', hint, fetchJson, never)).toEqual({ ok: true, value: STRIKE });
  expect(await loadStrike('a b', undefined, fetchJson, never)).toEqual({ ok: true, value: STRIKE });
  expect(asked).toEqual(['/api/v1/strikes/a%20b?at=1970-01-01T00:00:00.000Z&ll=42.5,23.5', '/api/v1/strikes/a%20b']);
});

test('a strike is asked for by ordinal', async () => {
  const { asked, fetchJson } = host(() => Response.json(ANSWER));
  expect(await loadStrikeByOrdinal(7, fetchJson, never)).toEqual({ ok: true, value: STRIKE });
  expect(asked).toEqual(['/api/v1/strikes/by-ordinal/7']);
});

test.each([
  ['404', () => new Response(null, { status: 404 }), 'missing'],
  ['a bad id', () => new Response(null, { status: 400 }), 'too-wide'],
  ['503', () => new Response(null, { status: 503 }), 'busy'],
  ['no JSON', () => new Response('<html>'), 'unreadable'],
  ['another shape', () => Response.json({ id: 'x' }), 'unreadable'],
  ['a time that is none', () => Response.json({ ...ANSWER, timestamp: 'noon' }), 'unreadable'],
  [
    'no answer',
    () => {
      throw new TypeError('Failed to fetch');
    },
    'offline',
  ],
] as const)('%s is told as such, never thrown', async (_, answer, trouble) => {
  expect(await loadStrike('x', undefined, host(answer).fetchJson, never)).toEqual({ ok: false, trouble });
});

test('an answer that does not come within 10 s is told as none', async () => {
  const patience = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
  const hanging = (_: string, { signal }: { readonly signal: AbortSignal }) =>
    new Promise<Response>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const loading = loadStrike('x', undefined, hanging, never);
  expect(timeout).toHaveBeenCalledWith(10_000);
  patience.abort();
  expect(await loading).toEqual({ ok: false, trouble: 'offline' });
  timeout.mockRestore();
});
