import { useId, useMemo } from 'react';
import { mercatorX, mercatorY } from '#shared/geo/mercator.ts';
import type { Polygon } from '#shared/geo/shape/Shape.ts';
import type { AreasLegend, PictureArea, PictureOfAreas } from '#web/ground/picture/Picture.ts';
import { DENSITY_COLOURS } from '#web/ground/view/densityColours.ts';
import styles from './AreasDrawing.module.css';
import { Hatching } from './BarPlot.tsx';
import { GRID_ZOOM, type Outlines } from './loadDays.ts';

interface AreasDrawingProps {
  readonly name: string;
  readonly picture: PictureOfAreas;
  readonly outlines: Outlines | undefined;
}

const SIDE = 2 ** GRID_ZOOM;
/** In tiles of zoom 12: some pixels on every screen. */
const HATCH = 2.4;

/** What the map shows of areas, for paper: one path for each level; areas of few strikes are hatched. North is up. */
export function AreasDrawing({ name, picture: { kind, areas, around }, outlines }: AreasDrawingProps) {
  const hatch = useId();
  const clip = useId();
  const [left, right] = [mercatorX(around.west) * SIDE, mercatorX(around.east) * SIDE];
  const [top, bottom] = [mercatorY(around.north) * SIDE, mercatorY(around.south) * SIDE];
  const box = { x: left, y: top, width: right - left, height: bottom - top };
  const { filled, few } = useMemo(() => {
    const paths = DENSITY_COLOURS.map((_, level) => pathOf(areas.filter((area) => area.level === level)));
    return { filled: paths, few: pathOf(areas.filter((area) => area.few)) };
  }, [areas]);
  return (
    <svg className={styles.map} viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`} role="img" aria-label={name}>
      <defs>
        <Hatching id={hatch} size={HATCH} />
        <clipPath id={clip}>
          <rect {...box} />
        </clipPath>
      </defs>
      <g clipPath={`url(#${clip})`} className={kind === 'regions' ? styles.regions : undefined}>
        {filled.map((path, level) => (
          <path key={DENSITY_COLOURS[level]} d={path} fill={DENSITY_COLOURS[level]} />
        ))}
        <path d={few} fill={`url(#${hatch})`} data-few />
        {outlines && <path className={styles.halo} d={outlines.coast + outlines.borders} />}
        {outlines && <path className={styles.coast} d={outlines.coast} />}
        {outlines && <path className={styles.borders} d={outlines.borders} />}
      </g>
    </svg>
  );
}

const pathOf = (areas: readonly PictureArea[]) => areas.flatMap(({ polygons }) => polygons.map(ringPath)).join('');

function ringPath({ coordinates: [ring] }: Polygon): string {
  const corners = ring
    .slice(1)
    .map(([longitude, latitude]) => `${tiles(mercatorX(longitude))} ${tiles(mercatorY(latitude))}`);
  return `M${corners.join('L')}z`;
}

const tiles = (worlds: number) => Number((worlds * SIDE).toFixed(1));

export function DensityLegend({ title, bounds }: AreasLegend) {
  return (
    <div className={styles.legend}>
      <span>{title}</span>
      <ul>
        {[`< ${bounds[0]}`, ...bounds.map((bound) => `≥ ${bound}`)].map((step, level) => (
          <li key={step}>
            <svg width="22" height="14" aria-hidden="true">
              <rect width="22" height="14" fill={DENSITY_COLOURS[level]} />
            </svg>
            {step}
          </li>
        ))}
      </ul>
    </div>
  );
}
