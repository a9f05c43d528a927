import * as v from 'valibot';
import type { ContactRequest } from '#shared/contact/ContactRequest.ts';
import { type ContactErrors, isContactErrorCode, isContactField } from '#shared/contact/contactErrors.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { fetchWithRetry, type RetryDeps } from '#web/kit/http/fetchWithRetry.ts';

export type ContactOutcome =
  /** Accepted; `deferred` if it is stored for a coming day. */
  | { readonly kind: 'accepted'; readonly deferred: boolean }
  /** The server refused fields, or if `errors` is empty, the request as a whole. */
  | { readonly kind: 'refused'; readonly errors: ContactErrors; readonly reason: string };

/** The part of a `Problem` that the form needs; its whole schema would bring every code to every visitor. */
const RefusedFields = v.object({ errors: v.optional(v.record(v.string(), v.string())) });

const DeferredReceipt = v.object({ status: v.literal('deferred') });

/** Sends a message. Rejects if there is no answer, or only server errors. */
export async function submitContact(request: ContactRequest, deps: RetryDeps): Promise<ContactOutcome> {
  const response = await fetchWithRetry(
    apiPaths.contact,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, application/problem+json' },
      body: JSON.stringify(request),
    },
    deps,
  );
  if (response.ok) {
    const receipt = v.safeParse(DeferredReceipt, await response.json().catch(() => null));
    return { kind: 'accepted', deferred: receipt.success };
  }
  if (response.status >= 500) throw new Error(`The contact request was answered with ${response.status}`);
  const problem = v.safeParse(RefusedFields, await response.json().catch(() => null));
  const errors = problem.success ? fieldErrors(problem.output.errors ?? {}) : {};
  return { kind: 'refused', errors, reason: `status ${response.status}` };
}

function fieldErrors(codes: Record<string, string>): ContactErrors {
  const errors: ContactErrors = {};
  for (const [field, code] of Object.entries(codes)) {
    if (isContactField(field) && isContactErrorCode(code)) errors[field] = code;
  }
  return errors;
}
