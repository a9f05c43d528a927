import type { Locale, Texts } from '#web/kit/i18n/index.ts';
import type { NearPlace } from '#web/kit/places/NearestPlaces.ts';
import type { Place } from '#web/kit/places/Place.ts';
import { russianGenitive } from '#web/kit/places/russianGenitive.ts';

/** Nearer than this, something is at the place. */
const AT_KM = 1.5;
/** In Russian a place of which the name cannot be declined is called a town from here on, else a settlement. */
const FEWEST_IN_A_TOWN = 10_000;

/** Returns where something is, seen from a place: `4 km north-west of Bansko`, or `Bansko` for what is there. */
export function nearPlaceText({ place, km, direction }: NearPlace, LL: Texts, locale: Locale): string {
  if (km < AT_KM) return place[locale];
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(km);
  return LL.map.near.of({
    distance: LL.map.kilometres({ number }),
    direction: LL.map.near[direction](),
    place: locale === 'ru' ? afterOt(place) : place[locale],
  });
}

/** The Russian name as it stands after «от». */
function afterOt({ ru, population }: Place): string {
  return russianGenitive(ru) ?? `${population >= FEWEST_IN_A_TOWN ? 'города' : 'н. п.'}\u00a0${ru}`;
}
