import { distanceFrom, type Shape } from '#shared/geo/Shape.ts';
import { type EllipseShare, likelihoodWithin, ownEllipse } from '#shared/lookUp/candidatesOf.ts';
import type { Strike, StrikeDetail } from '#shared/strike.ts';
import type { Texts } from '#web/kit/i18n/index.ts';

/** Returns `ground stroke, −23 kA, 3 strokes`, with the parts that the source reports; '' if none. */
export function detailText({ type, currentKa, multiplicity }: StrikeDetail, LL: Texts, locale: string): string {
  const words = LL.map.strike.detail;
  const current = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  const parts = [
    type && words[type](),
    currentKa !== undefined && words.current({ number: current.format(currentKa).replace('-', '−') }),
    multiplicity !== undefined && multiplicity > 0 && words.strokes({ count: multiplicity }),
  ];
  return parts.filter((part) => part !== undefined && part !== false).join(', ');
}

/** Returns `50 % in the ellipse of 0.8 × 0.3 km`; undefined without a drawable ellipse. */
export function ellipseText(
  { ellipse }: StrikeDetail,
  share: EllipseShare | undefined,
  LL: Texts,
  locale: string,
): string | undefined {
  if (!ellipse || share === undefined) return undefined;
  const km = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 });
  return LL.map.strike.detail.ellipse({
    share: percentText(share, locale),
    major: km.format(ellipse.semiMajorKm),
    minor: km.format(ellipse.semiMinorKm),
  });
}

export function percentText(share: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** Below this doubt, inside or outside, nothing is shown. */
const DOUBTFUL = 0.01;

export interface RingsAround {
  readonly shape: Shape;
  readonly ringsKm: readonly number[];
}

interface DoubtfulRing {
  readonly km: number;
  readonly likelihood: number;
}

/** The ring around the shape for which it is most uncertain whether the strike fell within; undefined if none. */
export function doubtfulRing(
  { shape, ringsKm }: RingsAround,
  strike: Pick<Strike, 'latitude' | 'longitude' | 'detail'>,
  share: EllipseShare | undefined,
): DoubtfulRing | undefined {
  const ellipse = ownEllipse(strike.detail, share);
  if (!ellipse) return undefined;
  const awayKm = distanceFrom(shape)(strike);
  const [km] = ringsKm.toSorted((a, b) => Math.abs(a - awayKm) - Math.abs(b - awayKm));
  if (km === undefined) return undefined;
  const likelihood = likelihoodWithin(shape, km)(strike, ellipse);
  return likelihood < DOUBTFUL || likelihood > 1 - DOUBTFUL ? undefined : { km, likelihood };
}
