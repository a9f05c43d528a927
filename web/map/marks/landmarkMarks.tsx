import { useEffect } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import { landmarkImage } from '#web/map/basemap/landmarks.ts';
import type { LayerPart } from '#web/map/parts/MapPart.ts';

export const landmarkMarks: LayerPart = {
  name: 'landmark-marks',
  order: 95,
  lies: 'over-strikes',
  Layer: LandmarkMarks,
  embedded: true,
};

/** Twice the displayed pixels. */
const SHARPNESS = 2;

/** Creates the images of peaks, huts and others when the map first requests them: the style has no image host. */
function LandmarkMarks() {
  const map = useMap().current?.getMap();
  useEffect(() => {
    if (!map) return;
    map.setMissingStyleImageResolver((id) => {
      const image = landmarkImage(id);
      if (image) map.addImage(id, image, { sdf: true, pixelRatio: SHARPNESS });
    });
    return () => void map.setMissingStyleImageResolver(null);
  }, [map]);
  return null;
}
