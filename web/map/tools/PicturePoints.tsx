import { Marker } from 'react-map-gl/maplibre';
import type { Picture, PicturePoint } from '#web/ground/picture/Picture.ts';
import { usePointing } from '#web/ground/picture/visiblePicture.ts';
import styles from '../parts/tools.module.css';
import { isMark } from './pictureFeatures.ts';

interface PicturePointsProps {
  readonly picture: Picture;
}

/** The numbered points of a result, for pointers. The list next to the map has the same content as text. */
export default function PicturePoints({ picture }: PicturePointsProps) {
  // The most important last, on top.
  return picture.points
    .filter(isMark)
    .toReversed()
    .map((point) => <PointMark key={point.id} point={point} />);
}

function PointMark({ point }: { readonly point: PicturePoint & { readonly id: string } }) {
  const { isPointed, handlers } = usePointing(point.id, true);
  return (
    <Marker latitude={point.latitude} longitude={point.longitude} className={styles.self ?? ''}>
      {/* A press on it does not open the strike beneath. */}
      <button
        type="button"
        className={styles.picturePointMark}
        data-pointed={isPointed}
        data-result-point={point.id}
        onClick={(event) => event.stopPropagation()}
        {...handlers}
      >
        {point.label}
      </button>
    </Marker>
  );
}
