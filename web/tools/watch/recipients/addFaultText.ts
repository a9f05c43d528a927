import type { Texts } from '#web/kit/i18n/index.ts';
import { faultText } from '#web/tools/watch/book/callBook.ts';
import type { AddFault } from './addRecipient.ts';

/** Why a recipient was not added, as a sentence. */
export function addFaultText(fault: AddFault, LL: Texts): string {
  const words = LL.recipients;
  if (fault.kind === 'server') return faultText(fault.called, LL);
  if (fault.kind === 'push') {
    return fault.fault === 'ios-needs-install' ? words.push.iosNeedsInstall() : words.push[fault.fault]();
  }
  return fault.kind === 'name' ? words.nameMissing() : words.urlMissing();
}
