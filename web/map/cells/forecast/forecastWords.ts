import { chanceWords } from '#shared/nowcast/place/chanceWords.ts';
import type { Texts } from '#web/kit/i18n/index.ts';
import type { ToldForecast } from './placeForecast.ts';

/** A forecast as sentences, the most important first. None of them says that a place is safe. */
export function forecastWords({ state, chance, eta, etaHidden, partial }: ToldForecast, LL: Texts): string[] {
  const words = LL.cells.forecast;
  const told = (p: number) => {
    const { bound, times, of } = chanceWords(p);
    return words[bound]({ times, of });
  };
  return [
    words[state](),
    ...(eta ? [words.eta({ minutes: eta.minutes, from: eta.range[0], to: eta.range[1] })] : []),
    ...(etaHidden ? [words.noEta()] : []),
    chance ? words.chance({ p30: told(chance.p30), p60: told(chance.p60) }) : words.noChance(),
    ...(partial ? [LL.cells.partial()] : []),
  ];
}
