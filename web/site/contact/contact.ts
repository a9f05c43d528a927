import { type RefObject, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import {
  CONTACT_MAX_LENGTH,
  type ContactErrors,
  type ContactField,
  type ContactRequest,
  contactErrors,
  fieldErrors,
} from '#shared/contact.ts';
import { TURNSTILE_FIELD } from '#shared/http.ts';
import { PLAN_NAMES, type PlanName } from '#shared/plans.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { sessionStore } from '#web/kit/browser/browserStore.ts';
import { type ApiError, type ApiResult, requestApi } from '#web/kit/http/requestApi.ts';
import type { Locale } from '#web/kit/i18n/index.ts';

type ContactValues = Readonly<Record<ContactField, string>>;

/** In the order of the form. */
const CONTACT_FIELDS = Object.keys(CONTACT_MAX_LENGTH) as ContactField[];

/** `full`: the day's limit of messages is reached. */
export type ContactState = 'idle' | 'sending' | 'success' | 'offline' | 'full' | 'error';

interface ContactForm {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly state: ContactState;
  readonly errors: ContactErrors;
  readonly attempts: number;
  readonly submit: () => Promise<void>;
  readonly edit: (field: string) => void;
}

const deps = {
  fetch: (...args: Parameters<typeof fetch>) => fetch(...args),
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

/** Typed text survives reloads until it has been sent; errors are shown on submit. */
export function useContactForm(locale: Locale, subjectOf: (plan: PlanName) => string): ContactForm {
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<ContactState>('idle');
  const [errors, setErrors] = useState<ContactErrors>({});
  const [attempts, setAttempts] = useState(0);
  const latestSubjectOf = useRef(subjectOf);

  useEffect(() => {
    const values = readDraft(sessionStore)?.values;
    const subject = firstSubject(window.location.search, values?.subject ?? '', latestSubjectOf.current);
    if (form.current) fillEmpty(form.current, { ...values, subject });
    const back = () => setState((last) => (last === 'offline' ? 'idle' : last));
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, []);

  const send = (element: HTMLFormElement, values: ContactValues) => {
    const id = messageId({ ...readDraft(sessionStore), values }, () => crypto.randomUUID());
    writeDraft(sessionStore, { values, sent: { id, values } });
    return submitContact(contactRequest(id, values, element, locale), deps);
  };

  const submit = async () => {
    const element = form.current;
    if (!element || state === 'sending') return;
    const values = contactValues(element);
    const errors = contactErrors(values);
    setErrors(errors);
    if (focusFirst(element, errors)) return setState('idle');
    if (!navigator.onLine) {
      writeDraft(sessionStore, { ...readDraft(sessionStore), values });
      return setState('offline');
    }
    setState('sending');
    const sent = await send(element, values);
    if (sent.ok) {
      clearDraft(sessionStore);
      element.reset();
      setState('success');
    } else {
      const refused = refusedFields(sent);
      setErrors(refused);
      const isReported = focusFirst(element, refused);
      // biome-ignore lint/suspicious/noConsole: the specification asks for the failure to be logged
      if (!isReported) console.error('Contact form:', sent.errorKind);
      setState(isReported ? 'idle' : isFull(sent) ? 'full' : 'error');
    }
    setAttempts((number) => number + 1);
  };

  const edit = (field: string) => {
    if (form.current) writeDraft(sessionStore, { ...readDraft(sessionStore), values: contactValues(form.current) });
    setErrors(({ [field as ContactField]: _, ...others }) => others);
    if (state !== 'sending') setState('idle');
  };

  return { form, state, errors, attempts, submit, edit };
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

function contactValues(element: HTMLFormElement): ContactValues {
  const form = new FormData(element);
  const texts = CONTACT_FIELDS.map((field) => [field, textOf(form, field)]);
  return Object.fromEntries(texts) as ContactValues;
}

function contactRequest(id: string, values: ContactValues, element: HTMLFormElement, language: Locale): ContactRequest {
  const { company, phone, ...required } = values;
  const form = new FormData(element);
  const personToken = form.get(TURNSTILE_FIELD);
  return {
    id,
    ...required,
    ...(company.trim() && { company }),
    ...(phone.trim() && { phone }),
    language,
    website: textOf(form, 'website'),
    ...(typeof personToken === 'string' && { turnstileToken: personToken }),
    // Since the page was opened, not since hydration: on a slow connection people type before that.
    filledMs: Math.round(performance.now()),
  };
}

function fillEmpty(form: HTMLFormElement, values: Partial<ContactValues>): void {
  for (const field of CONTACT_FIELDS) {
    const input = form.elements.namedItem(field);
    if ((input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) && input.value === '') {
      input.value = values[field] ?? '';
    }
  }
}

function focusFirst(form: HTMLFormElement, errors: ContactErrors): boolean {
  const first = CONTACT_FIELDS.find((field) => errors[field]);
  const input = first && form.elements.namedItem(first);
  if (input instanceof HTMLElement) input.focus();
  return first !== undefined;
}

/** Sends a message. Never rejects. */
export function submitContact(request: ContactRequest, deps: RetryDeps): Promise<ApiResult<void>> {
  const send = (path: string, init: RequestInit & { readonly headers: Readonly<Record<string, string>> }) => {
    const accept = 'application/json, application/problem+json';
    return fetchWithRetry(path, { ...init, headers: { ...init.headers, accept } }, deps);
  };
  return requestApi(apiPaths.contact, async () => undefined, { method: 'POST', body: request, fetch: send });
}

/** The fields that the server refused; none if it refused the request as a whole. */
export function refusedFields({ problem }: Pick<ApiError, 'problem'>): ContactErrors {
  return fieldErrors(Object.entries(problem?.errors ?? {}));
}

export function isFull({ problem }: Pick<ApiError, 'problem'>): boolean {
  return problem?.code === 'too-many';
}

export interface ContactDraft {
  readonly values: ContactValues;
  readonly sent?: { readonly id: string; readonly values: ContactValues };
}

const Values = v.object(v.entriesFromList(CONTACT_FIELDS, v.string()));
const Draft = v.object({
  values: Values,
  sent: v.optional(v.object({ id: v.pipe(v.string(), v.uuid()), values: Values })),
});

const DRAFT_KEY = 'contact-draft';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function readDraft(store: Store): ContactDraft | null {
  try {
    const { values, sent } = v.parse(Draft, JSON.parse(store.getItem(DRAFT_KEY) ?? 'null'));
    return sent ? { values, sent } : { values };
  } catch {
    return null;
  }
}

export function writeDraft(store: Store, draft: ContactDraft): void {
  store.setItem(DRAFT_KEY, JSON.stringify(draft));
}

export function clearDraft(store: Store): void {
  store.removeItem(DRAFT_KEY);
}

/**
 * The initial subject: that of the plan chosen on the way here, unless the visitor has typed another. `subjectOf` names
 * a plan; `query` is the page's.
 */
export function firstSubject(query: string, typed: string, subjectOf: (plan: PlanName) => string): string {
  const requested = new URLSearchParams(query).get('plan');
  const plan = PLAN_NAMES.find((name) => name === requested);
  const isOwn = typed !== '' && !PLAN_NAMES.some((name) => subjectOf(name) === typed);
  return plan === undefined || isOwn ? typed : subjectOf(plan);
}

/** Returns the id: the same text has the same id through every retry and reload, so that the server recognises it. */
export function messageId(draft: ContactDraft, newId: () => string): string {
  const { sent, values } = draft;
  const same = sent && CONTACT_FIELDS.every((field) => sent.values[field] === values[field]);
  return same ? sent.id : newId();
}

/** Limits set by the specification. */
const REQUEST_TIMEOUT_MS = 10_000;
export const RETRY_WAITS_MS = [2_000, 4_000, 8_000] as const;

export interface RetryDeps {
  readonly fetch: typeof fetch;
  readonly wait: (ms: number) => Promise<void>;
}

/** If a server asks to wait longer than this, there is no retry. */
const MAX_RETRY_AFTER_S = 60;

/** Retries after 2, 4 and 8 s without a response or at a status ≥ 500. Rejects if the last try has no response. */
export async function fetchWithRetry(url: string, init: RequestInit, { fetch, wait }: RetryDeps): Promise<Response> {
  const attempt = () => fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  for (const waitMs of RETRY_WAITS_MS) {
    const response = await attempt().catch(() => null);
    if (response && (response.status < 500 || retryAfterS(response) > MAX_RETRY_AFTER_S)) return response;
    await wait(waitMs);
  }
  return attempt();
}

function retryAfterS({ headers }: Response): number {
  return Number(headers.get('retry-after'));
}
