import { useMemo } from 'react';
import { Link } from 'wouter';
import { boxAround } from '#shared/geo/BBox.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import type { CellsUpdate } from '#shared/nowcast/CellsUpdate.ts';
import { type CellReport, createPlane, type PlanePoint, type StormCell, stormOf } from '#shared/nowcast/StormCell.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { displaySize, wallScale, wallUnit } from '#web/ground/view/mapQuery.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { useNearestPlaces } from '#web/kit/places/NearestPlaces.ts';
import { useAddress } from '#web/kit/routing/address.ts';
import { useHref } from '#web/kit/routing/PageLink.tsx';
import { LinkButton, SwitchButton } from '#web/map/kit/buttons.tsx';
import type { LayerProps, PanelProps } from '#web/map/parts/MapPart.ts';
import { LinePath, type LinePoint, type MapLabel, MapLines, pathOf } from '#web/map/strikeLayers/MapLines.tsx';
import { freshStrikes } from '#web/sky/findStrikes.ts';
import { clockText } from '#web/sky/timeText.ts';
import styles from './CellList.module.css';
import { cellsAddress } from './cellsAddress.ts';
import { CELL_TEXTS, cellName, cellTexts, orderedCells, useCellsUpdate } from './cellTexts.ts';

/** Standard deviations that contain 80 % of a normal distribution, on one axis. */
const EIGHTY_PERCENT = 1.28;
/**
 * How far a cell with an arrow deviates from a straight path in addition, km/min: flashes begin at its flanks, and its
 * middle follows them. Fitted: of cells with an arrow that still existed, 0.84, 0.80 and 0.76 lay within after 10, 20
 * and 30 minutes (a Nordic morning; 717, 552, 439 cases); with the velocity's uncertainty alone 0.27, 0.20, 0.19.
 */
const STRAYS = 0.38;

type Moving = Pick<StormCell, 'xKm' | 'yKm' | 'vx' | 'vy' | 'sigma'>;

/** Radius in km around the expected position that contains a cell's middle in eight of ten cases. */
export function strayKm(sigma: number, minutes: number): number {
  return EIGHTY_PERCENT * Math.hypot(sigma, STRAYS) * minutes;
}

export function middleAfter({ xKm, yKm, vx, vy }: Moving, minutes: number): PlanePoint {
  return { xKm: xKm + vx * minutes, yKm: yKm + vy * minutes };
}

/** Points left and right of the expected middle of a cell: it lies between them in eight of ten cases. */
export function boundsAfter(cell: Moving, minutes: number): [PlanePoint, PlanePoint] {
  const { xKm, yKm } = middleAfter(cell, minutes);
  const across = Math.atan2(cell.vy, cell.vx) + Math.PI / 2;
  const km = strayKm(cell.sigma, minutes);
  const [east, north] = [km * Math.cos(across), km * Math.sin(across)];
  return [
    { xKm: xKm + east, yKm: yKm + north },
    { xKm: xKm - east, yKm: yKm - north },
  ];
}

/** Length of the nearest storm's rendered path, and the times of its marks. */
const WAY_MINUTES = 45;
const MARK_MINUTES = [15, 30] as const;
/** For any other storm. */
const ARROW_MINUTES = 15;
const DOTS = 24;
/** Closer to the storm its bounds merge. */
const FIRST_DOT_MINUTES = 4;
const HEAD_ANGLE = 0.59;
/** Shares of the path's length. */
const HEAD_SHARES = { nearest: 0.12, other: 0.32 } as const;
const MARK_SHARE = 0.055;

interface StormLines {
  /** Paths and arrows, with their heads and marks. */
  readonly ways: readonly (readonly LinePoint[])[];
  /** The nearest storm's middle stays between them in eight of ten cases; `share` of its path. */
  readonly bounds: readonly { readonly at: LinePoint; readonly share: number }[];
  /** Where the nearest storm's path ends. */
  readonly end: LinePoint | undefined;
}

/**
 * Storms with a known direction as lines. The one nearest to `from` has its path of 45 minutes, with marks at 15 and
 * 30; the others have an arrow as long as their path of 15 minutes.
 */
export function stormLines({ cells, atMs }: CellsUpdate, from: Position | undefined): StormLines {
  const going = cells.filter(({ showArrow }) => showArrow);
  const nearest = from && nearestOf(going, from);
  const rendered = going.map((cell) => {
    const plane = createPlane(cell);
    const storm = stormOf(cell, plane, atMs);
    const degrees = (point: PlanePoint): LinePoint => {
      const { longitude, latitude } = plane.toDegrees(point);
      return [longitude, latitude];
    };
    const lines = (of: readonly (readonly PlanePoint[])[]) => of.map((line) => line.map(degrees));
    if (cell !== nearest)
      return { ways: lines(arrowOf(storm, ARROW_MINUTES, HEAD_SHARES.other)), bounds: [], end: undefined };
    const marks = MARK_MINUTES.map((minutes) => markOf(storm, minutes));
    return {
      ways: lines([...arrowOf(storm, WAY_MINUTES, HEAD_SHARES.nearest), ...marks]),
      bounds: Array.from({ length: DOTS }, (_, dot) => {
        const minutes = FIRST_DOT_MINUTES + ((WAY_MINUTES - FIRST_DOT_MINUTES) * dot) / (DOTS - 1);
        return boundsAfter(storm, minutes).map((bound) => ({ at: degrees(bound), share: minutes / WAY_MINUTES }));
      }).flat(),
      end: degrees(middleAfter(storm, WAY_MINUTES)),
    };
  });
  return {
    ways: rendered.flatMap(({ ways }) => ways),
    bounds: rendered.flatMap(({ bounds }) => bounds),
    end: rendered.find(({ end }) => end)?.end,
  };
}

function nearestOf(cells: readonly CellReport[], from: Position): CellReport | undefined {
  return cells.toSorted((a, b) => distanceKm(from, a) - distanceKm(from, b))[0];
}

/** The path and the two strokes of its head. */
function arrowOf(storm: StormCell, minutes: number, headShare: number): PlanePoint[][] {
  const tip = middleAfter(storm, minutes);
  const km = headShare * Math.hypot(tip.xKm - storm.xKm, tip.yKm - storm.yKm);
  const back = Math.atan2(-storm.vy, -storm.vx);
  return [
    [storm, tip],
    [around(tip, km, back + HEAD_ANGLE), tip, around(tip, km, back - HEAD_ANGLE)],
  ];
}

/** A stroke across the path. */
function markOf(storm: StormCell, minutes: number): PlanePoint[] {
  const middle = middleAfter(storm, minutes);
  const km = MARK_SHARE * WAY_MINUTES * Math.hypot(storm.vx, storm.vy);
  const across = Math.atan2(storm.vy, storm.vx) + Math.PI / 2;
  return [around(middle, km, across), around(middle, -km, across)];
}

function around({ xKm, yKm }: PlanePoint, km: number, angle: number): PlanePoint {
  return { xKm: xKm + km * Math.cos(angle), yKm: yKm + km * Math.sin(angle) };
}

export function CellLayer(props: LayerProps) {
  const cellsUpdate = useCellsUpdate(props.sky.cells);
  const ready = useTextAreas(CELL_TEXTS);
  return cellsUpdate && ready && cellsUpdate.cells.length > 0 ? <Lines {...props} updates={cellsUpdate} /> : null;
}

/** Sides of the end of the nearest storm's way for its label. */
const SIDES = [
  [0, -1],
  [1, 0],
  [-1, 0],
  [0, 1],
  [1, -1],
  [1, 1],
  [-1, 1],
  [-1, -1],
] as const;
/** The dots of a storm's bounds fade along its path in this many steps. */
const STEPS = 6;

function Lines({ sky, screen, updates: cellsUpdate }: LayerProps & { readonly updates: CellsUpdate }) {
  const { LL } = useTexts();
  const { from } = sky;
  const { ways, bounds, end } = useMemo(() => stormLines(cellsUpdate, from), [cellsUpdate, from]);
  const anchor = useMemo((): LinePoint => ways[0]?.[0] ?? [0, 0], [ways]);
  const path = useMemo(() => pathOf(ways, anchor), [ways, anchor]);
  const dots = useMemo(() => {
    const stepOf = (share: number) => Math.min(STEPS - 1, Math.floor(share * STEPS));
    return Array.from({ length: STEPS }, (_, step) => {
      const points = bounds.filter(({ share }) => stepOf(share) === step).map(({ at }) => [at]);
      return { opacity: 0.95 - (0.6 * (step + 0.5)) / STEPS, d: pathOf(points, anchor) };
    });
  }, [bounds, anchor]);
  const labels = useMemo((): readonly MapLabel[] => {
    const [first, ...others] = SIDES.map((side) => end && { at: end, side });
    const text = LL.mapMore.cells.ahead({ n: WAY_MINUTES });
    return first ? [{ text, spots: [first, ...others.filter((spot) => spot !== undefined)] }] : [];
  }, [end, LL]);
  const clear = useMemo(() => {
    const [start] = ways.find(([, to]) => String(to) === String(end)) ?? [];
    if (!start || !end) return [];
    return Array.from({ length: DOTS }, (_, dot): LinePoint => {
      const share = dot / (DOTS - 1);
      return [start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share];
    });
  }, [ways, end]);
  if (ways.length === 0) return null;
  const { theme, wall } = screen.query;
  const { storm, stormEdge } = mapColours[theme];
  const scale = wall ? wallScale(displaySize()) : 1;
  const unit = wall ? wallUnit(displaySize()) : 1;
  return (
    <MapLines
      anchor={anchor}
      labels={labels}
      clear={clear}
      freshStrikes={() => freshStrikes(sky.strikes.store, sky.renderedNowMs, sky.toMs)}
      labelLook={{ sizePx: wall ? 30 * unit : 13, ink: stormEdge, paper: storm }}
    >
      <LinePath d={path} colour={storm} widthPx={2 * scale} edge={{ colour: stormEdge, widthPx: 4.5 * scale }} />
      {dots.map(({ opacity, d }) => (
        <LinePath
          key={opacity}
          d={d}
          colour={storm}
          widthPx={2.6 * scale}
          edge={{ colour: stormEdge, widthPx: 4.8 * scale }}
          opacity={opacity}
        />
      ))}
    </MapLines>
  );
}

/** Lists home's storm cells, or states that no forecast is possible. The address holds its open state. */
export function CellList(props: PanelProps) {
  const { LL } = useTexts();
  const [{ listed }, change] = useAddress(cellsAddress, 'query');
  const { cells } = props.sky;
  const cellsUpdate = useCellsUpdate(cells);
  const texts = LL.mapMore.cells;
  if (!useTextAreas(CELL_TEXTS) || cells.kind === 'none') return null;
  if (!cellsUpdate) {
    return (
      <p className={styles.late}>
        <strong>{texts.title()}</strong>
        {` · ${texts.late()}`}
      </p>
    );
  }
  return (
    <details
      className={styles.details}
      open={listed}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== listed) change({ listed: open }, 'replace');
      }}
    >
      <summary>{texts.list({ count: cellsUpdate.cells.length })}</summary>
      {listed && <CellRows {...props} updates={cellsUpdate} />}
    </details>
  );
}

const MAX_ROWS = 20;
/** Around a chosen cell; contains its path of 30 minutes. */
const VISIBLE_KM = 40;

interface CellRowsProps extends PanelProps {
  readonly updates: CellsUpdate;
}

/** Nearest first if there is a place, else the most active; choosing one shows it on the map. */
function CellRows({ sky, screen, updates: cellsUpdate }: CellRowsProps) {
  const { LL, locale } = useTexts();
  const texts = LL.mapMore.cells;
  const places = useNearestPlaces();
  const verificationHref = useHref()('proof');
  const { from, measure, presentMs, simulated } = sky;
  const measured = from && measure;
  const rows = useMemo(
    () =>
      orderedCells(cellsUpdate.cells, from)
        .slice(0, MAX_ROWS)
        .map((cell) => ({
          cell,
          name: cellName(cell, places, LL, locale),
          text: cellTexts(cell, measured, cellsUpdate.atMs, LL, locale).join(' · '),
        })),
    [cellsUpdate, from, measured, places, LL, locale],
  );
  const show = (cell: CellReport) => screen.fitTo(boxAround(cell, Math.max(VISIBLE_KM, 2 * cell.radiusKm)));
  const asOf = texts.asOf({ time: clockText(cellsUpdate.atMs, presentMs, locale) });
  return (
    <section className={styles.rows} aria-label={texts.title()}>
      <p>
        {simulated ? `${asOf} ${LL.map.simulated()}.` : asOf} <Link href={verificationHref}>{texts.proof()}</Link>
      </p>
      {rows.length === 0 && <p>{texts.none()}</p>}
      <ol>
        {rows.map(({ cell, name, text }) => (
          <li key={cell.id}>
            <LinkButton title={texts.show()} onClick={() => show(cell)}>
              {name}
            </LinkButton>
            {text}
          </li>
        ))}
      </ol>
      {cellsUpdate.cells.length > MAX_ROWS && <p>{texts.most({ n: MAX_ROWS })}</p>}
      {cellsUpdate.partial && <p>{texts.partial()}</p>}
    </section>
  );
}

export function CellToggle({ sky: { cells } }: PanelProps) {
  const { LL } = useTexts();
  const [{ rendered }, change] = useAddress(cellsAddress, 'query');
  if (!useTextAreas(CELL_TEXTS) || cells.kind !== 'told') return null;
  return (
    <SwitchButton on={rendered} onChange={(isVisible) => change({ rendered: isVisible }, 'replace')}>
      {LL.mapMore.cells.toggle()}
    </SwitchButton>
  );
}
