import type { Texts } from '#web/kit/i18n/index.ts';
import type { Sky } from '#web/sky/shown/Sky.ts';

/** How far the sky is known, and whether it is shown whole. */
export type UnsureFacts = Pick<Sky, 'truth' | 'complete' | 'tooWide'>;

/** Returns why strikes of the view may be missing; undefined once all are held. */
export function fillingText({ complete, tooWide }: Omit<UnsureFacts, 'truth'>, LL: Texts): string | undefined {
  if (complete) return undefined;
  return tooWide ? LL.map.truth.tooWide() : LL.map.truth.filling();
}

/** Returns why a list without strikes does not mean an empty sky; undefined if it does. */
export function unsureText(facts: UnsureFacts, LL: Texts): string | undefined {
  if (facts.truth.kind === 'outside') return LL.map.summary.outside();
  return facts.truth.kind === 'down' ? LL.map.summary.unknown() : fillingText(facts, LL);
}
