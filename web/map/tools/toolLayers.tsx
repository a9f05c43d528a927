import { lazy } from 'react';
import { useVisibleAreas, useVisiblePicture } from '#web/ground/picture/visiblePicture.ts';
import { useVisibleRings } from '#web/ground/picture/visibleRings.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useMapChoice } from '#web/kit/places/mapChoice.ts';
import type { LayerPart, LayerProps } from '#web/map/parts/MapPart.ts';

const PictureLayer = lazy(() => withinChunkTimeout(import('./PictureLayer.tsx')));
const AreasLayer = lazy(() => withinChunkTimeout(import('./AreasLayer.tsx')));
const PicturePoints = lazy(() => withinChunkTimeout(import('./PicturePoints.tsx')));
const RingsLayer = lazy(() => withinChunkTimeout(import('./RingsLayer.tsx')));
const ChoosingLayer = lazy(() => withinChunkTimeout(import('#web/map/choosing/ChoosingLayer.tsx')));

/** A tool's result: its areas and lines below the strikes, its numbered points above. */
export const pictureGround: LayerPart = {
  name: 'answer-ground',
  order: 27,
  lies: 'over-names',
  Layer: PictureGround,
};

export const pictureAreas: LayerPart = {
  name: 'answer-areas',
  order: 5,
  lies: 'under-names',
  Layer: PictureAreas,
};

export const picturePoints: LayerPart = {
  name: 'answer-points',
  order: 60,
  lies: 'over-strikes',
  Layer: ResultPoints,
};

export const rings: LayerPart = { name: 'watch-rings', order: 25, lies: 'over-names', Layer: WatchRings };

/** For forms that request a place. */
export const choosing: LayerPart = { name: 'choosing', order: 29, lies: 'over-names', Layer: Choosing };

function PictureGround({ screen, beforeId }: LayerProps) {
  const picture = useVisiblePicture();
  return picture && <PictureLayer picture={picture} theme={screen.query.theme} beforeId={beforeId} />;
}

function PictureAreas({ screen, beforeId }: LayerProps) {
  const picture = useVisibleAreas();
  return picture && <AreasLayer picture={picture} theme={screen.query.theme} beforeId={beforeId} />;
}

function ResultPoints() {
  const picture = useVisiblePicture();
  return picture && <PicturePoints picture={picture} />;
}

function WatchRings(props: LayerProps) {
  const rings = useVisibleRings();
  return rings && <RingsLayer {...props} rings={rings} />;
}

function Choosing(props: LayerProps) {
  const choice = useMapChoice();
  // Another request starts with an empty drawing.
  return choice && <ChoosingLayer key={choice.kind} {...props} choice={choice} />;
}
