import { useMemo } from 'react';
import { type EllipseShare, ellipseAround, ownEllipse, reportedEllipse } from '#shared/geo/ellipse.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { likelihoodWithin } from '#shared/geo/likelihoodWithin.ts';
import { distanceFrom, type Shape } from '#shared/geo/Shape.ts';
import type { Strike, StrikeDetail } from '#shared/strike.ts';
import { DEFAULT_RINGS_KM } from '#shared/watch/Area.ts';
import { useVisibleRings } from '#web/ground/picture/visibleRings.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import type { OpenStrike } from '#web/map/parts/Screen.ts';
import { LinePath, type LinePoint, type MapLabel, MapLines, pathOf } from '#web/map/strikeLayers/MapLines.tsx';
import { distanceText } from '#web/sky/placeText.ts';

/** Returns `ground stroke, −23 kA, 3 strokes`, with the parts that the source reports; '' if none. */
export function detailText({ type, currentKa, multiplicity }: StrikeDetail, LL: Texts, locale: string): string {
  const texts = LL.map.strike.detail;
  const current = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  const parts = [
    type && texts[type](),
    currentKa !== undefined && texts.current({ number: current.format(currentKa).replace('-', '−') }),
    multiplicity !== undefined && multiplicity > 0 && texts.strokes({ count: multiplicity }),
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

function percentText(share: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** Below this doubt, inside or outside, nothing is shown. */
const DOUBTFUL = 0.01;

interface RingsAround {
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

/** The error ellipse of the open strike, with the share that its source reports. */
export function EllipseLine({ sky: { ellipseShare }, screen: { open, query } }: LayerProps) {
  const { locale } = useTexts();
  const outline = useMemo((): readonly LinePoint[] | undefined => {
    const ellipse = reportedEllipse(open?.detail, ellipseShare);
    return open && ellipse && ellipseAround(open, ellipse);
  }, [open, ellipseShare]);
  const labels = useMemo((): readonly MapLabel[] => {
    const north = outline?.reduce((most, point) => (point[1] > most[1] ? point : most));
    return north && ellipseShare !== undefined
      ? [{ text: percentText(ellipseShare, locale), spots: [{ at: north }] }]
      : [];
  }, [outline, ellipseShare, locale]);
  if (!outline || !open) return null;
  const anchor: LinePoint = [open.longitude, open.latitude];
  const { measure, edge } = mapColours[query.theme];
  return (
    <MapLines anchor={anchor} labels={labels} labelLook={{ sizePx: 12, ink: measure, paper: edge }}>
      <LinePath
        d={pathOf([outline], anchor)}
        colour={measure}
        widthPx={1.5}
        edge={{ colour: edge, widthPx: 3 }}
        dashed
      />
    </MapLines>
  );
}

interface DetailLinesProps {
  readonly strike: OpenStrike;
  readonly from: Position | undefined;
  readonly ellipseShare: EllipseShare | undefined;
}

/** The source's details of the open strike, without time and place, and the ring it may have fallen in. */
export function DetailLines({ strike, from, ellipseShare }: DetailLinesProps) {
  const { LL, locale } = useTexts();
  const texts = LL.map.strike.detail;
  const watched = useVisibleRings();
  const ring = useMemo(() => {
    const point = from && { type: 'Point' as const, coordinates: [from.longitude, from.latitude] as const };
    const around = watched ?? (point && { shape: point, ringsKm: DEFAULT_RINGS_KM });
    return around && doubtfulRing(around, strike, ellipseShare);
  }, [watched, from, strike, ellipseShare]);
  const { detail } = strike;
  if (!detail) return null;
  const text = detailText(detail, LL, locale);
  const ellipse = ellipseText(detail, ellipseShare, LL, locale);
  return (
    <>
      {text !== '' && (
        <>
          <dt>{texts.title()}</dt>
          <dd>{text}</dd>
        </>
      )}
      {ellipse && (
        <>
          <dt>{texts.accuracy()}</dt>
          <dd>{ellipse}</dd>
        </>
      )}
      {ring && (
        <>
          <dt>{texts.ring()}</dt>
          <dd>
            {texts.inside({
              share: percentText(ring.likelihood, locale),
              distance: distanceText(ring.km, LL, locale),
            })}
          </dd>
        </>
      )}
    </>
  );
}
