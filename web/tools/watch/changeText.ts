import { LEVELS } from '#shared/watch/Area.ts';
import type { AreaChange } from '#shared/watch/AreaState.ts';
import type { Texts } from '#web/kit/i18n/index.ts';
import { kmText, secondsText, whereText } from './words.ts';

interface ChangeContext {
  readonly LL: Texts;
  readonly locale: string;
  readonly ringsKm: readonly number[];
  /** The provider's clock less ours: strikes are shown by ours. */
  readonly offsetMs: number;
}

/** A change as a sentence without a full stop: `Warning: strike 14 km north-west at 14:03:10`. */
export function changeText(change: AreaChange, context: ChangeContext): string {
  const { LL, locale, ringsKm, offsetMs } = context;
  const words = LL.watch.changes;
  const level = (of: AreaChange['to']) => LL.watch.level[of]();
  const { kind, from, to, strike } = change;
  const fell = strike && {
    where: whereText(strike, LL, locale),
    time: secondsText(strike.atMs - offsetMs, locale),
  };
  switch (kind) {
    case 'raise':
      return noted(
        change,
        fell ? words.raise({ level: level(to), ...fell }) : words.raiseBare({ level: level(to) }),
        LL,
      );
    case 'same':
      return noted(change, fell ? words.same({ level: level(to), ...fell }) : level(to), LL);
    case 'again':
      return noted(change, fell ? words.again(fell) : level(to), LL);
    case 'countdown':
      return words.countdown({ km: kmText(ringsKm[LEVELS.indexOf('stop') - 1] ?? 0, locale) });
    case 'fall':
      return to === 'clear' ? words.clear() : words.fall({ from: level(from), to: level(to) });
    case 'delayed':
      return words.delayed();
    case 'blind':
      return words.blind();
    case 'sight':
      return words.sight({ level: level(to) });
  }
}

function noted({ correction, late }: AreaChange, sentence: string, LL: Texts): string {
  if (correction) return LL.watch.changes.correction({ sentence });
  return late ? LL.watch.changes.late({ sentence }) : sentence;
}
