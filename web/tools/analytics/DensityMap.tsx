import { useId, useMemo } from 'react';
import type { BBox } from '#shared/geo/BBox.ts';
import { mercatorX, mercatorY } from '#shared/geo/mercator.ts';
import { DENSITY_COLOURS } from '#web/ground/view/densityColours.ts';
import { Hatching } from './BarPlot.tsx';
import styles from './DensityMap.module.css';
import { classOf, FEW_STRIKES, type GridCell } from './density.ts';
import { GRID_ZOOM, type Outlines } from './loadDays.ts';

interface DensityMapProps {
  readonly name: string;
  readonly cells: readonly GridCell[];
  readonly zoom: number;
  readonly home: BBox;
  readonly observedDays: number;
  readonly classes: readonly number[];
  readonly outlines: Outlines | undefined;
}

const SIDE = 2 ** GRID_ZOOM;
/** In tiles of zoom 12: some pixels on every screen. */
const HATCH = 2.4;

/** Cells by class, one path for each; those of few strikes are hatched. North is up, as on the live map. */
export function DensityMap({ name, cells, zoom, home, observedDays, classes, outlines }: DensityMapProps) {
  const hatch = useId();
  const clip = useId();
  const [left, right] = [mercatorX(home.west) * SIDE, mercatorX(home.east) * SIDE];
  const [top, bottom] = [mercatorY(home.north) * SIDE, mercatorY(home.south) * SIDE];
  const box = { x: left, y: top, width: right - left, height: bottom - top };
  const { filled, few } = useMemo(() => {
    const size = 2 ** (GRID_ZOOM - zoom);
    const square = ({ x, y }: GridCell) => `M${x * size} ${y * size}h${size}v${size}h${-size}z`;
    const paths = classes.map(() => '');
    for (const cell of cells) {
      const index = classOf(cell.strikes / cell.areaKm2 / observedDays, classes);
      paths[index] += square(cell);
    }
    const scarce = cells.filter(({ strikes }) => strikes < FEW_STRIKES);
    return { filled: paths, few: scarce.map(square).join('') };
  }, [cells, zoom, classes, observedDays]);
  return (
    <svg className={styles.map} viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`} role="img" aria-label={name}>
      <defs>
        <Hatching id={hatch} size={HATCH} />
        <clipPath id={clip}>
          <rect {...box} />
        </clipPath>
      </defs>
      <g clipPath={`url(#${clip})`}>
        {filled.map((path, index) => (
          <path key={classes[index]} d={path} fill={DENSITY_COLOURS[index]} />
        ))}
        <path d={few} fill={`url(#${hatch})`} data-few />
        {outlines && <path className={styles.halo} d={outlines.coast + outlines.borders} />}
        {outlines && <path className={styles.coast} d={outlines.coast} />}
        {outlines && <path className={styles.borders} d={outlines.borders} />}
      </g>
    </svg>
  );
}

interface LegendProps {
  readonly title: string;
  readonly classes: readonly number[];
  readonly text: (value: number) => string;
}

export function DensityLegend({ title, classes, text }: LegendProps) {
  return (
    <div className={styles.legend}>
      <span>{title}</span>
      <ul>
        {classes.map((from, index) => (
          <li key={from}>
            <svg width="22" height="14" aria-hidden="true">
              <rect width="22" height="14" fill={DENSITY_COLOURS[index]} />
            </svg>
            {index === 0 ? `< ${text(classes[1] ?? from)}` : `≥ ${text(from)}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
