import type { Texts } from '#web/i18n/index.ts';
import type { Sky } from '../sky/Sky.ts';

/** How far the sky is known, and whether it is shown whole. */
export type UnsureFacts = Pick<Sky, 'truth' | 'complete' | 'tooWide'>;

/** What a reader must know while not all strikes of the view are held; undefined once they are. */
export function fillingText({ complete, tooWide }: Omit<UnsureFacts, 'truth'>, LL: Texts): string | undefined {
  if (complete) return undefined;
  return tooWide ? LL.map.truth.tooWide() : LL.map.truth.filling();
}

/** Why a list without strikes is no empty sky; undefined where it is one. */
export function unsureText(facts: UnsureFacts, LL: Texts): string | undefined {
  return facts.truth.kind === 'down' ? LL.map.summary.unknown() : fillingText(facts, LL);
}
