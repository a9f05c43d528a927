import type { Texts } from '#web/kit/i18n/index.ts';
import type { Sky } from '#web/sky/shown/Sky.ts';
import { clockText } from './clockText.ts';
import { spanText } from './spanText.ts';

/** When a strike fell: how long ago; in the past, where that would be read as counted from now, at what time. */
export function whenText(
  atMs: number,
  { truth, nowMs }: Pick<Sky, 'truth' | 'nowMs'>,
  LL: Texts,
  locale: string,
): string {
  if (truth.kind === 'past') return clockText(atMs, nowMs, locale);
  return LL.map.strike.ago({ span: spanText(nowMs - atMs, locale) });
}
