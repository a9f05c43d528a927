const TIMEOUT_MS = 20_000;

/**
 * Why there is no answer. `offline`: none came within 20 s. `limited`: asked too much in this minute. `busy`: the server
 * asks for patience. `too-wide`: it refuses so much at once. `missing`: there is no such thing. `unreadable`: it is not
 * what was agreed.
 */
export type Trouble = 'offline' | 'limited' | 'busy' | 'too-wide' | 'missing' | 'unreadable';

export type Asked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly trouble: Trouble };

/** Asks our API, and says what came of it; never rejects. `alsoRead` is a status whose body is an answer too. */
export async function askApi<T>(
  path: string,
  signal: AbortSignal,
  read: (response: Response) => Promise<T>,
  alsoRead?: number,
): Promise<Asked<T>> {
  try {
    const response = await fetch(path, { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
    return response.ok || response.status === alsoRead
      ? { ok: true, value: await read(response) }
      : { ok: false, trouble: troubleOf(response.status) };
  } catch (error) {
    return { ok: false, trouble: error instanceof SyntaxError ? 'unreadable' : 'offline' };
  }
}

function troubleOf(status: number): Trouble {
  if (status === 400) return 'too-wide';
  if (status === 404) return 'missing';
  return status === 429 ? 'limited' : 'busy';
}
