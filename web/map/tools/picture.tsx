import { lazy } from 'react';
import { useShownCells, useShownPicture } from '#web/ground/picture/shownPicture.ts';
import type { LayerPart, LayerProps } from '#web/map/parts/MapPart.ts';

const PictureLayer = lazy(() => import('./PictureLayer.tsx'));
const CellsLayer = lazy(() => import('./CellsLayer.tsx'));
const PicturePoints = lazy(() => import('./PicturePoints.tsx'));

/** What a tool has answered: the ground of it below the strikes, its numbered points above. */
export const pictureGround: LayerPart = {
  name: 'answer-ground',
  order: 27,
  lies: 'over-names',
  Layer: PictureGround,
};

export const pictureCells: LayerPart = {
  name: 'answer-cells',
  order: 5,
  lies: 'under-names',
  Layer: PictureCells,
};

export const picturePoints: LayerPart = {
  name: 'answer-points',
  order: 60,
  lies: 'over-strikes',
  Layer: AnswerPoints,
};

function PictureGround({ screen, beforeId }: LayerProps) {
  const picture = useShownPicture();
  return picture && <PictureLayer picture={picture} theme={screen.query.theme} beforeId={beforeId} />;
}

function PictureCells({ beforeId }: LayerProps) {
  const picture = useShownCells();
  return picture && <CellsLayer picture={picture} beforeId={beforeId} />;
}

function AnswerPoints() {
  const picture = useShownPicture();
  return picture && <PicturePoints picture={picture} />;
}
