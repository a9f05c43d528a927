/** Chromium's event, which no standard has: it can be installed, and `prompt` asks the person. */
export interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/**
 * How this site gets onto the device as an app: `ask` the browser, `share` on an iPhone or iPad, where only the person
 * can; `none` if it is one already, or the browser offers nothing.
 */
export type InstallOffer = 'ask' | 'share' | 'none';

/** `standalone` is Safari's: false in a tab on iOS, absent elsewhere. */
export function installOffer(facts: {
  readonly canAsk: boolean;
  readonly isApp: boolean;
  readonly standalone: boolean | undefined;
}): InstallOffer {
  if (facts.isApp) return 'none';
  if (facts.canAsk) return 'ask';
  return facts.standalone === false ? 'share' : 'none';
}
