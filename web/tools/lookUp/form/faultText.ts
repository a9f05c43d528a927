import type { Texts } from '#web/kit/i18n/index.ts';
import type { LookUpAddressFault } from '#web/kit/routing/lookUpAddress.ts';
import type { DraftFaults } from './lookUpDraft.ts';

/** What is wrong with the fire's place, as the form holds it. */
export function placeFaultText({ place, line = 1 }: DraftFaults, LL: Texts): string | undefined {
  if (place === undefined) return undefined;
  return place === 'line' ? LL.lookUp.fault.line({ line }) : LL.lookUp.fault[place]();
}

/** What is wrong with a link. */
export function addressFaultText(fault: LookUpAddressFault, LL: Texts): string {
  const words = LL.lookUp.fault;
  const isDrawn = fault === 'corners' || fault === 'crossing' || fault === 'across' || fault === 'poles';
  return isDrawn ? words[fault]() : words.address({ part: words.parts[fault]() });
}
