import type { Texts } from '#web/kit/i18n/index.ts';
import type { CallFault } from './callBook.ts';

/** What went wrong, as a sentence. */
export function faultText({ fault, detail = '' }: { readonly fault: CallFault; readonly detail?: string }, LL: Texts) {
  return fault === 'invalid' ? LL.book.fault.invalid({ detail }) : LL.book.fault[fault]();
}
