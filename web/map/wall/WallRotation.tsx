import { useMemo } from 'react';
import { bboxContains } from '#shared/geo/BBox.ts';
import type { Polygon } from '#shared/geo/Shape.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { useNearestPlaces } from '#web/kit/places/NearestPlaces.ts';
import {
  CELL_TEXTS,
  cellName,
  headingText,
  orderedCells,
  speedText,
  towardsPlace,
  useCellsUpdate,
} from '#web/map/stormCells/cellTexts.ts';
import type { Sky } from '#web/sky/Sky.ts';
import { TurningLine } from './FittedLine.tsx';
import type { WallText } from './wallText.ts';

/** What a wall's line is made of. */
export interface WallLineProps {
  readonly sky: Sky;
  readonly wallText: WallText;
  /** The wall's area; without one, the visible box counts. */
  readonly polygons: readonly Polygon[] | undefined;
}

interface WallRotationProps extends Omit<WallLineProps, 'polygons'> {
  /** What else is known, for calm times. */
  readonly others: readonly string[];
}

/** The line below the sentence, with the storm's speed; in calm times others and the strongest storm rotate in it. */
export function WallRotation({ sky, wallText, others }: WallRotationProps) {
  const { speed, strongest } = useStorms(sky);
  const { below, besides, isComing, isAtEase } = wallText;
  const first = isComing && speed ? `${below} · ${speed}` : below;
  const calm = isAtEase ? [...others, ...(strongest ? [strongest] : [])] : [];
  return <TurningLine lines={[first, ...besides, ...calm]} nowMs={sky.presentMs} />;
}

/** The speed of the nearest storm that approaches the wall's place, and the strongest storm in view. */
function useStorms({ cells, box, from }: Sky): { readonly speed?: string; readonly strongest?: string } {
  const { LL, locale } = useTexts();
  const places = useNearestPlaces();
  const cellsUpdate = useCellsUpdate(cells);
  const ready = useTextAreas(CELL_TEXTS);
  return useMemo(() => {
    if (!cellsUpdate || !ready) return {};
    const coming =
      from &&
      orderedCells(cellsUpdate.cells, from).find(
        (cell) => towardsPlace(from, cell, cellsUpdate.atMs) === 'approaching',
      );
    const inView = cellsUpdate.cells.filter(({ longitude, latitude }) => box && bboxContains(box, longitude, latitude));
    const [strongest] = orderedCells(inView, undefined);
    const trend = strongest && strongest.trend !== 'steady' ? [LL.mapMore.cells[strongest.trend]()] : [];
    return {
      ...(coming ? { speed: speedText(coming, LL, locale) } : {}),
      ...(strongest
        ? {
            // The sentence above may be about another storm.
            strongest: [
              LL.mapMore.cells.storm({ where: cellName(strongest, places, LL, locale) }),
              headingText(strongest, LL, locale),
              ...trend,
            ].join(' · '),
          }
        : {}),
    };
  }, [cellsUpdate, ready, from, box, places, LL, locale]);
}
