import { type ReactNode, useId, useMemo } from 'react';
import type { BBox } from '#shared/geo/BBox.ts';
import { mercatorX, mercatorY } from '#shared/geo/mercator.ts';
import type { RegionTable } from '#shared/geo/regionTable.ts';
import type { Polygon } from '#shared/geo/Shape.ts';
import { DAY_MS } from '#shared/time.ts';
import type { AreasLegend, PictureArea, PictureOfAreas } from '#web/ground/picture/Picture.ts';
import { PaperOnly } from '#web/ground/picture/ResultPicture.tsx';
import { useOnMap } from '#web/ground/picture/visiblePicture.ts';
import { DENSITY_COLOURS } from '#web/ground/view/mapColours.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { RegionOutlines } from '#web/kit/places/regions/loadRegions.ts';
import styles from './Analytics.module.css';
import { type AreaCount, cellCounts, FEW_STRIKES, pictureOfCounts, regionCounts } from './areas.ts';
import { rateOf } from './counts.ts';
import { type DataTable, Hatching, numberTexts, observedOf, PlotFigure, RowPlot, rateCells } from './figures.tsx';
import { type CountedDays, GRID_ZOOM, type Outlines } from './loadDays.ts';

interface AreasDrawingProps {
  readonly name: string;
  readonly picture: PictureOfAreas;
  readonly outlines: Outlines | undefined;
}

const SIDE = 2 ** GRID_ZOOM;
/** In tiles of zoom 12: some pixels on every screen. */
const HATCH = 2.4;

/** The map's areas for print: one path for each level; areas with few strikes are hatched. North is up. */
function AreasDrawing({ name, picture: { kind, areas, around }, outlines }: AreasDrawingProps) {
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
    <svg
      className={styles.drawingMap}
      viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
      role="img"
      aria-label={name}
    >
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

function DensityLegend({ title, bounds }: AreasLegend) {
  return (
    <div className={styles.drawingLegend}>
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

interface FigureProps {
  readonly counted: CountedDays;
  readonly home: BBox;
  /** Lines of the ground, for print. */
  readonly outlines: Outlines | undefined;
  readonly fileName: string;
}

interface CellsFigureProps extends FigureProps {
  readonly zoom: number;
  readonly km: number;
}

const VISIBLE_ROWS = 100;

export function CellsFigure({ counted, zoom, km, home, outlines, fileName }: CellsFigureProps) {
  const { LL, locale } = useTexts();
  const { grid, column } = LL.analytics;
  const counts = useMemo(() => cellCounts(counted.strikes, zoom, home), [counted, zoom, home]);
  const picture = useMemo(
    () => pictureOfCounts('cells', counts, counted.observedMs, home, LL, locale),
    [counts, counted, home, LL, locale],
  );
  return (
    <AreasFigure
      title={grid.mapTitle()}
      drawing={grid.mapName({ km, strikes: counts.reduce((sum, { strikes }) => sum + strikes, 0) })}
      notes={counts.length > VISIBLE_ROWS ? [grid.most()] : []}
      columns={[
        { key: 'tile', label: column.tile() },
        { key: 'centre', label: column.centre() },
      ]}
      {...{ counts, picture, counted, outlines, fileName }}
    />
  );
}

interface RegionsFigureProps extends FigureProps {
  readonly table: RegionTable;
  readonly shapes: RegionOutlines;
}

const PLOTTED = 15;

export function RegionsFigure({ counted, table, shapes, home, outlines, fileName }: RegionsFigureProps) {
  const { LL, locale } = useTexts();
  const { grid, plot, column } = LL.analytics;
  const counts = useMemo(
    () => regionCounts(counted.strikes, { table, shapes }, home, LL, locale),
    [counted, table, shapes, home, LL, locale],
  );
  const picture = useMemo(
    () => pictureOfCounts('regions', counts, counted.observedMs, home, LL, locale),
    [counts, counted, home, LL, locale],
  );
  const bars = counts
    .filter(({ polygons }) => polygons.length > 0)
    .slice(0, PLOTTED)
    .flatMap(({ id, name, strikes, areaKm2 }) => {
      const rate = rateOf({ strikes, observedMs: counted.observedMs }, DAY_MS / areaKm2);
      return rate ? [{ key: id, label: name, rate, few: strikes < FEW_STRIKES }] : [];
    });
  return (
    <AreasFigure
      title={grid.regionAxis()}
      drawing={grid.regionMap()}
      notes={[plot.whiskers(), grid.source()]}
      columns={[
        { key: 'region', label: column.region() },
        { key: 'country', label: column.country() },
      ]}
      {...{ counts, picture, counted, outlines, fileName }}
    >
      <RowPlot name={grid.regionTitle()} rows={bars} text={numberTexts(locale).rate} />
    </AreasFigure>
  );
}

interface AreasFigureProps extends Pick<FigureProps, 'counted' | 'outlines' | 'fileName'> {
  readonly title: string;
  /** Title of the printed drawing. */
  readonly drawing: string;
  readonly notes: readonly string[];
  /** Columns of the cells that identify an area. */
  readonly columns: DataTable['columns'];
  readonly counts: readonly AreaCount[];
  readonly picture: PictureOfAreas;
  readonly children?: ReactNode;
}

/** Areas on the map, and a table in which each row highlights its area. */
function AreasFigure(props: AreasFigureProps) {
  const { title, drawing, notes, columns, counts, picture, counted, outlines, fileName, children } = props;
  const { LL, locale } = useTexts();
  const { plot, summary, column } = LL.analytics;
  const rows = useMemo(() => {
    const texts = numberTexts(locale);
    const { column, plot } = LL.analytics;
    return counts.map(({ named, strikes, areaKm2 }) => {
      const few = strikes < FEW_STRIKES;
      return [
        ...named,
        { visible: texts.whole(strikes), value: strikes },
        { visible: texts.whole(areaKm2), value: Number(areaKm2.toFixed(1)) },
        ...rateCells(rateOf({ strikes, observedMs: counted.observedMs }, DAY_MS / areaKm2), texts, plot.notRead()),
        { visible: few ? column.yes() : column.no(), value: few ? 1 : 0 },
      ];
    });
  }, [counts, counted, LL, locale]);
  useOnMap(picture);
  const table = {
    columns: [
      ...columns,
      { key: 'strokes', label: column.strikes() },
      { key: 'area_km2', label: column.area() },
      { key: 'strokes_per_km2_per_observed_day', label: column.density() },
      { key: 'low_95', label: column.low() },
      { key: 'high_95', label: column.high() },
      { key: 'under_80', label: column.few() },
    ],
    rows,
  };
  return (
    <PlotFigure
      title={title}
      notes={[
        summary.strikes({ n: counts.reduce((sum, { strikes }) => sum + strikes, 0) }),
        summary.observed(observedOf(counted, numberTexts(locale), 'days')),
        plot.few(),
        ...notes,
      ]}
      table={table}
      mostRows={picture.kind === 'cells' ? VISIBLE_ROWS : counts.length}
      onMap
      fileName={fileName}
    >
      <PaperOnly>
        <AreasDrawing name={drawing} picture={picture} outlines={outlines} />
        <DensityLegend {...picture.legend} />
      </PaperOnly>
      {children}
    </PlotFigure>
  );
}
