import type { ContactRequest } from '#shared/contact/ContactRequest.ts';
import { type ContactErrors, isContactErrorCode, isContactField } from '#shared/contact/contactErrors.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { type Asked, ask, type NoAnswer } from '#web/kit/http/ask.ts';
import { fetchWithRetry, type RetryDeps } from '#web/kit/http/fetchWithRetry.ts';

/** Sends a message; `deferred` if it is stored for a coming day. Never rejects. */
export function submitContact(
  request: ContactRequest,
  deps: RetryDeps,
): Promise<Asked<{ readonly deferred: boolean }>> {
  const read = async (response: Response) => {
    const receipt = (await response.json().catch(() => null)) as { readonly status?: unknown } | null;
    return { deferred: receipt?.status === 'deferred' };
  };
  const send = (path: string, init: RequestInit & { readonly headers: Readonly<Record<string, string>> }) => {
    const accept = 'application/json, application/problem+json';
    return fetchWithRetry(path, { ...init, headers: { ...init.headers, accept } }, deps);
  };
  return ask(apiPaths.contact, read, { method: 'POST', body: request, fetch: send });
}

/** The fields that the server refused; none if it refused the request as a whole. */
export function refusedFields({ problem }: Pick<NoAnswer, 'problem'>): ContactErrors {
  const errors: ContactErrors = {};
  for (const [field, code] of Object.entries(problem?.errors ?? {})) {
    if (isContactField(field) && isContactErrorCode(code)) errors[field] = code;
  }
  return errors;
}
