import { useMemo } from 'react';
import type { Position } from '#shared/geo/geodesy.ts';
import type { EllipseShare } from '#shared/lookUp/candidatesOf.ts';
import { DEFAULT_RINGS_KM } from '#shared/watch/Area.ts';
import { useShownRings } from '#web/ground/picture/shownRings.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { OpenStrike } from '#web/map/parts/Screen.ts';
import { distanceText } from '#web/sky/words/placeText.ts';
import { detailText, doubtfulRing, ellipseText, percentText } from './strikeDetailText.ts';

interface DetailLinesProps {
  readonly strike: OpenStrike;
  readonly from: Position | undefined;
  readonly ellipseShare: EllipseShare | undefined;
}

/** The source's details of the open strike besides time and place, and the ring it may have fallen in. */
export function DetailLines({ strike, from, ellipseShare }: DetailLinesProps) {
  const { LL, locale } = useTexts();
  const texts = LL.map.strike.detail;
  const watched = useShownRings();
  const ring = useMemo(() => {
    const point = from && { type: 'Point' as const, coordinates: [from.longitude, from.latitude] as const };
    const around = watched ?? (point && { shape: point, ringsKm: DEFAULT_RINGS_KM });
    return around && doubtfulRing(around, strike, ellipseShare);
  }, [watched, from, strike, ellipseShare]);
  const { detail } = strike;
  if (!detail) return null;
  const told = detailText(detail, LL, locale);
  const ellipse = ellipseText(detail, ellipseShare, LL, locale);
  return (
    <>
      {told !== '' && (
        <>
          <dt>{texts.title()}</dt>
          <dd>{told}</dd>
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
