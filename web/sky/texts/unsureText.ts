import type { Texts } from '#web/kit/i18n/index.ts';
import type { Sky } from '#web/sky/visible/Sky.ts';

/** Why a list without strikes does not mean a quiet sky; undefined if it does. */
export function unsureText(
  { viewStatus, complete, tooWide }: Pick<Sky, 'viewStatus' | 'complete' | 'tooWide'>,
  LL: Texts,
): string | undefined {
  const texts = LL.map.truth;
  if (viewStatus.kind === 'outside') return LL.map.summary.outside();
  if (viewStatus.kind === 'down') return LL.map.summary.unknown();
  if (complete) return undefined;
  return tooWide ? texts.tooWide() : texts.filling();
}
