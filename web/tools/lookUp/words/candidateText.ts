import { bearingDegrees, compassPoint } from '#shared/geo/geodesy.ts';
import type { CandidateView } from '#shared/lookUp/LookUpView.ts';
import type { Texts } from '#web/kit/i18n/index.ts';
import type { LookUpQuestion } from '#web/kit/routing/lookUpAddress.ts';
import { longSpanText } from '#web/sky/words/spanText.ts';
import { bestStroke } from './bestStroke.ts';

/** Nearer is where the place itself is. */
const AT_KM = 0.05;
const LEAST_SHARE = 0.001;

/** A number of km with a decimal: more is not known. */
export function kmText(km: number, LL: Texts, locale: string): string {
  return LL.lookUp.km({ km: new Intl.NumberFormat(locale, { maximumFractionDigits: km < 10 ? 1 : 0 }).format(km) });
}

/** Where the candidate struck: `0.8 km north-east of the place`. */
export function whereText(
  candidate: Pick<CandidateView, 'strikes' | 'best' | 'distanceKm'>,
  { shape }: Pick<LookUpQuestion, 'shape'>,
  LL: Texts,
  locale: string,
): string {
  const words = LL.lookUp.where;
  const { distanceKm } = candidate;
  const km = kmText(distanceKm, LL, locale);
  if (shape.type === 'Polygon' && distanceKm === 0) return words.inside();
  if (shape.type === 'LineString') return distanceKm < AT_KM ? words.onLine() : words.fromLine({ km });
  if (shape.type === 'Polygon') return words.fromEdge({ km });
  const stroke = bestStroke(candidate);
  if (distanceKm < AT_KM || !stroke) return words.at();
  const [longitude, latitude] = shape.coordinates;
  const point = compassPoint(bearingDegrees({ latitude, longitude }, stroke));
  return words.from({ km, direction: LL.lookUp.direction[point]() });
}

/** How long before the report it struck. */
export function ageText({ ageH }: Pick<CandidateView, 'ageH'>, LL: Texts, locale: string): string {
  const ageMs = Math.round(ageH * 3_600_000);
  return ageMs < 60_000 ? LL.lookUp.justBefore() : LL.lookUp.before({ span: longSpanText(ageMs, locale) });
}

/** A likelihood as a percentage. */
export function shareText(likelihood: number, LL: Texts, locale: string): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumSignificantDigits: likelihood < 0.01 ? 1 : 2,
  });
  return likelihood < LEAST_SHARE
    ? LL.lookUp.lessThan({ share: format.format(LEAST_SHARE) })
    : format.format(likelihood);
}
