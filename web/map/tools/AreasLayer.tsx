import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import type { MapTheme } from '#shared/sky/colours.ts';
import type { AreasLegend, PictureOfAreas } from '#web/ground/picture/Picture.ts';
import { setPointed, usePointed } from '#web/ground/picture/visiblePicture.ts';
import { DENSITY_COLOURS, mapColours } from '#web/ground/view/mapColours.ts';
import styles from '#web/map/kit/MapLegend.module.css';
import { usePointingAt } from '#web/map/kit/usePointingAt.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import { useInView } from './PictureLayer.tsx';
import { areaFeatures } from './pictureFeatures.ts';

interface AreasLayerProps extends Pick<LayerProps, 'beforeId'> {
  readonly picture: PictureOfAreas;
  readonly theme: MapTheme;
}

const FILL = 'answer-areas';

/**
 * Translucent areas over the ground; unreliable ones are paler. The area under the pointer is outlined, and its line in
 * the list is highlighted; a press scrolls the line into view.
 */
export default function AreasLayer({ picture, theme, beforeId }: AreasLayerProps) {
  const { kind, areas, around, legend } = picture;
  const { pointed } = usePointed();
  const lit = useMemo(() => areas.filter(({ id }) => id === pointed), [areas, pointed]);
  const filled = useMemo(() => areaFeatures(areas), [areas]);
  const outlined = useMemo(() => areaFeatures(lit), [lit]);
  useInView(around);
  usePointingAt(FILL, setPointed, (id) => setPointed(id, true));
  const { edge, result } = mapColours[theme];
  return (
    <>
      <Source id={FILL} type="geojson" data={filled}>
        <Layer
          id={FILL}
          beforeId={beforeId}
          type="fill"
          paint={{
            'fill-antialias': false,
            'fill-color': ['to-color', ['at', ['get', 'level'], ['literal', [...DENSITY_COLOURS]]]],
            'fill-opacity': ['case', ['get', 'few'], 0.3, 0.7],
          }}
        />
        {kind === 'regions' && (
          <Layer
            id="answer-areas-edge"
            beforeId={beforeId}
            type="line"
            paint={{ 'line-color': result, 'line-width': 0.75, 'line-opacity': 0.6 }}
          />
        )}
      </Source>
      <Source id="answer-pointed" type="geojson" data={outlined}>
        <Layer
          id="answer-pointed-edge"
          beforeId={beforeId}
          type="line"
          paint={{ 'line-color': edge, 'line-width': 7, 'line-opacity': 0.8 }}
        />
        <Layer
          id="answer-pointed"
          beforeId={beforeId}
          type="line"
          paint={{ 'line-color': result, 'line-width': 3.5 }}
        />
      </Source>
      <Legend legend={legend} text={lit[0]?.label} />
    </>
  );
}

interface LegendProps {
  readonly legend: AreasLegend;
  /** Label of the area that is pointed at. */
  readonly text: string | undefined;
}

function Legend({ legend: { title, bounds }, text }: LegendProps) {
  return (
    <figure className={`${styles.legend} ${styles.areas}`} data-areas-legend>
      <figcaption>{title}</figcaption>
      <ol>
        {DENSITY_COLOURS.map((colour, level) => (
          <li key={colour}>
            <i style={{ background: colour }} />
            {bounds[level - 1] ?? '0'}
          </li>
        ))}
      </ol>
      {text && <strong>{text}</strong>}
    </figure>
  );
}
