/** Chromium's event, in no standard: the site can be installed, and `prompt` asks the person. */
export interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/** `ask`: the browser can. `share`: on iOS only the person can. `none`: installed, or the browser offers nothing. */
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
