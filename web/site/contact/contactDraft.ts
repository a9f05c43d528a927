import * as v from 'valibot';
import type { ContactField } from '#shared/contact/ContactRequest.ts';
import { PLAN_NAMES, type PlanName } from '#shared/plans.ts';

export type ContactValues = Readonly<Record<ContactField, string>>;

export const CONTACT_FIELDS = [
  'name',
  'email',
  'company',
  'phone',
  'subject',
  'message',
] as const satisfies ContactField[];

export interface ContactDraft {
  readonly values: ContactValues;
  readonly sent?: { readonly id: string; readonly values: ContactValues };
}

const Values = v.object({
  name: v.string(),
  email: v.string(),
  company: v.string(),
  phone: v.string(),
  subject: v.string(),
  message: v.string(),
});
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
 * The subject to begin with: that of the plan that was chosen on the way here, unless the visitor has typed another.
 * `subjectOf` names a plan; `query` is the page's.
 */
export function firstSubject(query: string, typed: string, subjectOf: (plan: PlanName) => string): string {
  const asked = new URLSearchParams(query).get('plan');
  const plan = PLAN_NAMES.find((name) => name === asked);
  const isOwn = typed !== '' && !PLAN_NAMES.some((name) => subjectOf(name) === typed);
  return plan === undefined || isOwn ? typed : subjectOf(plan);
}

/** Returns the id: the same words keep theirs through every retry and reload, so that the server recognises them. */
export function messageId(draft: ContactDraft, newId: () => string): string {
  const { sent, values } = draft;
  const same = sent && CONTACT_FIELDS.every((field) => sent.values[field] === values[field]);
  return same ? sent.id : newId();
}

export function contactValues(form: FormData): ContactValues {
  const text = (field: ContactField) => {
    const value = form.get(field);
    return typeof value === 'string' ? value : '';
  };
  return {
    name: text('name'),
    email: text('email'),
    company: text('company'),
    phone: text('phone'),
    subject: text('subject'),
    message: text('message'),
  };
}
