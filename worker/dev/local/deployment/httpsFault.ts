const ANSWER_WITHIN_MS = 15_000;

export type PlainAnswer = { readonly status: number; readonly location: string | null } | { readonly failure: string };

/** Undefined if `http://` redirects permanently to the same path of `origin` (https). */
export function httpsFault(origin: string, answer: PlainAnswer): string | undefined {
  const plain = origin.replace(/^https:/, 'http:');
  if ('failure' in answer)
    return `${plain}/ could not be asked (${answer.failure}): see yourself that it leads to https`;
  const permanent = answer.status === 301 || answer.status === 308;
  if (permanent && answer.location === `${origin}/`) return undefined;
  const leads = answer.location === null ? '' : ` to ${answer.location}`;
  return `${plain}/ answers ${answer.status}${leads} instead of redirecting to ${origin}/: turn on "Always Use HTTPS" of the zone (SSL/TLS, Edge Certificates)`;
}

/** Asks for the landing page without encryption. It is static: only the zone's rules see it, never the Worker. */
export async function askPlain(origin: string): Promise<PlainAnswer> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const answer = await fetch(`${origin.replace(/^https:/, 'http:')}/`, { redirect: 'manual', signal });
    await answer.body?.cancel();
    return { status: answer.status, location: answer.headers.get('location') };
  } catch (error) {
    const { cause, message } = error as Error;
    return { failure: cause instanceof Error ? cause.message : message };
  }
}
