import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ContactField, ContactRequest } from '#shared/contact/ContactRequest.ts';
import { type ContactErrors, contactErrors } from '#shared/contact/contactErrors.ts';
import { TURNSTILE_FIELD } from '#shared/contact/turnstile.ts';
import type { PlanName } from '#shared/plans.ts';
import { sessionStore } from '#web/kit/browser/browserStore.ts';
import type { Locale } from '#web/kit/i18n/index.ts';
import {
  CONTACT_FIELDS,
  type ContactValues,
  clearDraft,
  contactValues,
  firstSubject,
  messageId,
  readDraft,
  writeDraft,
} from './contactDraft.ts';
import { refusedFields, submitContact } from './submitContact.ts';

export type ContactState = 'idle' | 'sending' | 'success' | 'deferred' | 'offline' | 'error';

interface ContactForm {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly state: ContactState;
  readonly errors: ContactErrors;
  readonly tries: number;
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
  const [tries, setTries] = useState(0);
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
    const values = contactValues(new FormData(element));
    const faults = contactErrors(values);
    setErrors(faults);
    if (focusFirst(element, faults)) return setState('idle');
    if (!navigator.onLine) {
      writeDraft(sessionStore, { ...readDraft(sessionStore), values });
      return setState('offline');
    }
    setState('sending');
    const sent = await send(element, values);
    if (sent.ok) {
      clearDraft(sessionStore);
      element.reset();
      setState(sent.value.deferred ? 'deferred' : 'success');
    } else {
      const refused = refusedFields(sent);
      setErrors(refused);
      const isTold = focusFirst(element, refused);
      // biome-ignore lint/suspicious/noConsole: the specification asks for the failure to be logged
      if (!isTold) console.error('Contact form:', sent.trouble);
      setState(isTold ? 'idle' : 'error');
    }
    setTries((number) => number + 1);
  };

  const edit = (field: string) => {
    if (form.current)
      writeDraft(sessionStore, { ...readDraft(sessionStore), values: contactValues(new FormData(form.current)) });
    setErrors(({ [field as ContactField]: _, ...others }) => others);
    if (state !== 'sending') setState('idle');
  };

  return { form, state, errors, tries, submit, edit };
}

function contactRequest(id: string, values: ContactValues, form: HTMLFormElement, language: Locale): ContactRequest {
  const { company, phone, ...required } = values;
  const typed = new FormData(form);
  const website = typed.get('website');
  const proof = typed.get(TURNSTILE_FIELD);
  return {
    id,
    ...required,
    ...(company.trim() && { company }),
    ...(phone.trim() && { phone }),
    language,
    website: typeof website === 'string' ? website : '',
    ...(typeof proof === 'string' && { turnstileToken: proof }),
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
