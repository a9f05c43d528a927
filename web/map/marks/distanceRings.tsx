import { memo, useMemo } from 'react';
import { circleAround, EARTH_RADIUS_KM, type Position } from '#shared/geo/geodesy.ts';
import type { MapTheme } from '#shared/sky/colours.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { displaySize, wallUnit } from '#web/ground/view/mapQuery.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { LayerPart, LayerProps } from '#web/map/parts/MapPart.ts';
import { LinePath, type LinePoint, type MapLabel, MapLines, pathOf } from '#web/map/strikeLayers/MapLines.tsx';
import { distanceText } from '#web/sky/placeText.ts';

export const distanceRings: LayerPart = {
  name: 'distance-rings',
  order: 20,
  lies: 'over-names',
  Layer: DistanceRings,
  embedded: true,
};

/** Take shelter at 10 km; a storm within 25 km may arrive in half an hour. In a quiet sky, far strikes matter too. */
const RINGS_KM = { near: [10, 25], quiet: [25, 50, 100] } as const;
/** At zoom 12 the chord of a 25 km ring leaves the circle by less than a tenth of a pixel. */
const CORNERS = 360;

/** Positions of a ring's distance labels, by corner, and the least radius in pixels for each. */
const LABELS = [
  { corner: 0, leastPx: 46 },
  { corner: CORNERS / 2, leastPx: 46 },
  { corner: CORNERS / 4, leastPx: 150 },
  { corner: (3 * CORNERS) / 4, leastPx: 150 },
] as const;
/** How far a label may move along its ring to where it crosses no name, in corners. */
const ALONG = [20, -20, 40, -40, 60, -60] as const;

function DistanceRings({ sky: { from, quiet }, screen }: LayerProps) {
  return (
    from && (
      <Rings
        centre={from}
        radiiKm={quiet ? RINGS_KM.quiet : RINGS_KM.near}
        theme={screen.query.theme}
        wall={screen.query.wall}
      />
    )
  );
}

interface RingsProps {
  readonly centre: Position;
  readonly radiiKm: readonly number[];
  readonly theme: MapTheme;
  readonly wall: boolean;
}

/** Memoised separately from what changes with the time. */
const Rings = memo(function Rings({ centre, radiiKm, theme, wall }: RingsProps) {
  const { LL, locale } = useTexts();
  const anchor = useMemo((): LinePoint => [centre.longitude, centre.latitude], [centre]);
  const rings = useMemo(
    () => radiiKm.map((km) => ({ km, line: circleAround(centre, km, CORNERS) })),
    [centre, radiiKm],
  );
  const path = useMemo(
    () =>
      pathOf(
        rings.map(({ line }) => line),
        anchor,
      ),
    [rings, anchor],
  );
  const { measure, edge } = mapColours[theme];
  const unit = wall ? wallUnit(displaySize()) : 1;
  const sizePx = wall ? 30 * unit : 12;
  const labels = useMemo(
    () =>
      rings.flatMap(({ km, line }) =>
        LABELS.map(({ corner, leastPx }): MapLabel => {
          const spot = (along: number) => ({ at: line[(corner + along + CORNERS) % CORNERS] ?? anchor });
          return {
            text: distanceText(km, LL, locale),
            spots: [spot(0), ...ALONG.map(spot)],
            leastZoom: zoomOfRadius(km, leastPx * (wall ? 2 * unit : 1), centre.latitude),
          };
        }),
      ),
    [rings, anchor, centre, LL, locale, wall, unit],
  );
  return (
    <MapLines anchor={anchor} labels={labels} labelLook={{ sizePx, ink: measure, paper: edge }}>
      <LinePath d={path} colour={measure} widthPx={1.25} edge={{ colour: edge, widthPx: 3.25 }} opacity={0.75} />
    </MapLines>
  );
});

/** The zoom at which `km` kilometres are `px` CSS pixels. */
function zoomOfRadius(km: number, px: number, latitude: number): number {
  const kmAWorld = 2 * Math.PI * EARTH_RADIUS_KM * Math.cos((latitude * Math.PI) / 180);
  return Math.log2((px * kmAWorld) / (512 * km));
}
