import { VectorTile, type VectorTileLayer } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { memo, useEffect, useId, useMemo, useState } from 'react';
import { type BBox, bboxContains, bboxIntersection } from '#shared/geo/BBox.ts';
import { EARTH_RADIUS_KM } from '#shared/geo/geodesy.ts';
import { latitudeAtMercatorY, mercatorX, mercatorY } from '#shared/geo/mercator.ts';
import { cornersOf } from '#shared/geo/Shape.ts';
import { boxOf, type DrawingSize, type Frame, frameAround, project } from '#shared/sky/frame.ts';
import { GROUND_BOUNDS, LAND, LINES, RIVERS, type TileSet } from '#web/ground/land/groundTiles.ts';
import { useMediaQuery } from '#web/kit/browser/browserState.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { loadGazetteer } from '#web/kit/places/gazetteerStore.ts';
import type { Place } from '#web/kit/places/Place.ts';
import { distanceContours } from './distanceContours.ts';
import { boxOfPicture, LETTER_SIZE, PICTURE_CREDIT, type Picture, type PictureName } from './Picture.ts';
import styles from './PlacePicture.module.css';

export type Rect = readonly [left: number, top: number, right: number, bottom: number];

export interface PlacedLabel {
  readonly text: string;
  readonly of: readonly [x: number, y: number];
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly rect: Rect;
}

/** A letter's mean width; generous, because text is not measured. */
const LETTER_WIDTH = 0.6 * LETTER_SIZE;
const GAP = 6;

const SIDES = [
  ['start', 1, 0],
  ['end', -1, 0],
  ['middle', 0, -1],
  ['middle', 0, 1],
  ['start', 0.75, -0.75],
  ['end', -0.75, -0.75],
  ['start', 0.75, 0.75],
  ['end', -0.75, 0.75],
] as const;

/** Area of the rectangle that is covered by others or outside the drawing. */
function covered([left, top, right, bottom]: Rect, rects: readonly Rect[], { width, height }: DrawingSize): number {
  let area = (right - left) * (bottom - top);
  const inside =
    Math.max(0, Math.min(right, width) - Math.max(left, 0)) * Math.max(0, Math.min(bottom, height) - Math.max(top, 0));
  area -= inside;
  for (const [l, t, r, b] of rects) {
    area += Math.max(0, Math.min(right, r) - Math.max(left, l)) * Math.max(0, Math.min(bottom, b) - Math.max(top, t));
  }
  return area;
}

/** Places text next to a point, right if possible. Without room: undefined, or with `always` the least covered side. */
export function placeLabel(
  text: string,
  of: readonly [x: number, y: number],
  rects: readonly Rect[],
  size: DrawingSize,
  always = false,
): PlacedLabel | undefined {
  const [x, y] = of;
  const wide = text.length * LETTER_WIDTH;
  let best: PlacedLabel | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [anchor, east, south] of SIDES) {
    const atX = x + east * GAP;
    const atY = y + south * (GAP + LETTER_SIZE / 2) + LETTER_SIZE * 0.35;
    const left = { start: atX, middle: atX - wide / 2, end: atX - wide }[anchor];
    const rect: Rect = [left, atY - LETTER_SIZE * 0.8, left + wide, atY + LETTER_SIZE * 0.2];
    const cost = covered(rect, rects, size);
    if (cost >= least) continue;
    least = cost;
    best = { text, of, x: atX, y: atY, anchor, rect };
    if (cost === 0) return best;
  }
  return always ? best : undefined;
}

const MARGIN = 12;
/** The ground has no finer detail. */
const LEAST_KM_ACROSS = 1;
const SCALE_TALL = 26;
/** More names would hide the map. */
const MOST_NAMES = 14;

export interface DrawingFrame extends DrawingSize, Frame {
  readonly box: BBox;
  /** Units of the drawing per km, in its middle. */
  readonly perKm: number;
}

export interface ScaleBar {
  readonly km: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly rect: Rect;
}

export interface RenderedPoint {
  readonly x: number;
  readonly y: number;
  readonly label: PlacedLabel | undefined;
  /** Half axes, and the major one's angle in degrees clockwise from up. */
  readonly ellipse: { readonly minor: number; readonly major: number; readonly degrees: number } | undefined;
}

/** The parts of a picture without the ground, in units of the drawing. */
export interface PictureLayout {
  readonly frame: DrawingFrame;
  /** Undefined for a point. */
  readonly shapePath: string | undefined;
  readonly centre: readonly [x: number, y: number] | undefined;
  readonly circles: readonly { readonly km: number; readonly path: string; readonly label: PlacedLabel | undefined }[];
  /** In reverse: the most important is drawn last, on top. */
  readonly points: readonly RenderedPoint[];
  readonly names: readonly PlacedLabel[];
  readonly scale: ScaleBar;
}

/** Returns the frame that shows all of `content` as large as possible, centred. */
export function drawingFrame(content: BBox, size: DrawingSize): DrawingFrame {
  const middle = (mercatorY(content.north) + mercatorY(content.south)) / 2;
  const kmAWorld = 2 * Math.PI * EARTH_RADIUS_KM * Math.cos((latitudeAtMercatorY(middle) * Math.PI) / 180);
  const frame = frameAround(content, size, MARGIN, LEAST_KM_ACROSS / kmAWorld);
  return { ...size, ...frame, perKm: frame.world / kmAWorld, box: boxOf(frame, size) };
}

/** The longest of 1, 2, 5 × 10ⁿ km that takes at most a quarter of the width. */
export function scaleBar({ width, height, perKm }: Pick<DrawingFrame, 'width' | 'height' | 'perKm'>): ScaleBar {
  const mostKm = width / 4 / perKm;
  const power = 10 ** Math.floor(Math.log10(mostKm));
  const step = [5, 2, 1].find((digit) => digit * power <= mostKm) ?? 1;
  const km = Number((step * power).toPrecision(1));
  const [x, y] = [MARGIN, height - MARGIN];
  return { km, x, y, width: km * perKm, rect: [0, y - SCALE_TALL, x + km * perKm + MARGIN, height] };
}

/** Lays out a picture. `names` are those of the region, the most important first. */
export function layOutPicture(picture: Picture, names: readonly PictureName[], size: DrawingSize): PictureLayout {
  const { shape, points } = picture;
  const frame = drawingFrame(boxOfPicture(picture), size);
  const { perKm } = frame;
  const scale = scaleBar(frame);
  const dots = points.map(({ longitude, latitude }) => project(frame, longitude, latitude));
  const rects: Rect[] = [scale.rect, ...dots.map(([x, y]): Rect => [x - 4, y - 4, x + 4, y + 4])];
  const corners = cornersOf(shape).map(([longitude, latitude]) => project(frame, longitude, latitude));
  const place = (text: string, at: readonly [number, number], always = false) => {
    const label = text === '' ? undefined : placeLabel(text, at, rects, size, always);
    if (label) rects.push(label.rect);
    return label;
  };
  const [first] = corners;
  if (shape.type === 'Point' && first) rects.push([first[0] - 7, first[1] - 7, first[0] + 7, first[1] + 7]);
  const renderedPoints = points.map(({ label, ellipse }, index): RenderedPoint => {
    const [x, y] = dots[index] as readonly [number, number];
    return {
      x,
      y,
      label: place(label, [x, y], true),
      ellipse: ellipse && {
        minor: ellipse.semiMinorKm * perKm,
        major: ellipse.semiMajorKm * perKm,
        degrees: ellipse.bearingDegrees,
      },
    };
  });
  return {
    frame,
    shapePath: shape.type === 'Point' ? undefined : `${pathOf(corners)}${shape.type === 'Polygon' ? 'Z' : ''}`,
    centre: shape.type === 'Point' ? first : undefined,
    circles: circlesOf(picture, frame, place),
    points: renderedPoints.reverse(),
    names: namesOf(names, frame, place),
    scale,
  };
}

type PlaceLabel = (text: string, at: readonly [number, number]) => PlacedLabel | undefined;

function circlesOf({ shape, circles }: Picture, frame: DrawingFrame, place: PlaceLabel): PictureLayout['circles'] {
  const contours = distanceContours(
    shape,
    circles.map(({ km }) => km),
  );
  return circles.map(({ km, label }, index) => {
    const segments = (contours[index] ?? []).map((ends) => ends.map(([x, y]) => project(frame, x, y)));
    const south = segments
      .flat()
      .reduce((low, end) => (end[1] > low[1] ? end : low), [0, 0] as readonly [number, number]);
    // On the line, at its southern end.
    const at = [south[0], south[1] - LETTER_SIZE - 4] as const;
    return { km, path: segments.map(pathOf).join(''), label: place(label, at) };
  });
}

function namesOf(names: readonly PictureName[], frame: DrawingFrame, place: PlaceLabel): PlacedLabel[] {
  const placed: PlacedLabel[] = [];
  for (const { text, longitude, latitude } of names) {
    if (placed.length === MOST_NAMES) break;
    if (!bboxContains(frame.box, longitude, latitude)) continue;
    const label = place(text, project(frame, longitude, latitude));
    if (label) placed.push(label);
  }
  return placed;
}

const pathOf = (points: readonly (readonly [number, number])[]) =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

const TIMEOUT_MS = 10_000;
/** A picture that would need more tiles uses a coarser zoom. */
const MOST_TILES = 6;
const NOTHING: readonly never[] = [];

interface GroundTile {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** Lines or rings of one tile; `x` and `y` are fractions of the world's width and height. */
type GroundLines = readonly (readonly { readonly x: number; readonly y: number }[])[];

/** Its lines reach a little beyond the tile, so they are clipped at its edges. */
export interface GroundChunk {
  readonly tile: GroundTile;
  readonly kind: 'water' | 'river' | 'region' | 'border';
  readonly lines: GroundLines;
}

/** Returns the ground around the box; empty until loaded, and if loading fails. */
export function useGround({ west, south, east, north }: BBox): readonly GroundChunk[] {
  const [chunks, setChunks] = useState<readonly GroundChunk[]>(NOTHING);
  useEffect(() => {
    let isRequested = true;
    loadGround({ west, south, east, north }).then((loaded) => isRequested && setChunks(loaded));
    return () => {
      isRequested = false;
    };
  }, [west, south, east, north]);
  return chunks;
}

/** Returns all places, by population; empty until loaded, and if loading fails. */
export function usePlaces(): readonly Place[] {
  const [places, setPlaces] = useState<readonly Place[]>(NOTHING);
  useEffect(() => {
    let isRequested = true;
    loadGazetteer().then(
      (loaded) => isRequested && setPlaces(loaded),
      () => undefined,
    );
    return () => {
      isRequested = false;
    };
  }, []);
  return places;
}

/** Loads the shipped land, rivers, regions and borders around the box. Tiles that fail are left out. */
async function loadGround(box: BBox): Promise<readonly GroundChunk[]> {
  const chunks = await Promise.all([
    ...groundTilesIn(box, LAND).map((tile) => loadChunks(LAND, tile, ['water'])),
    ...groundTilesIn(box, RIVERS).map((tile) => loadChunks(RIVERS, tile, ['river'])),
    ...groundTilesIn(box, LINES).map((tile) => loadChunks(LINES, tile, ['region', 'border'])),
  ]);
  return chunks.flat();
}

async function loadChunks(
  set: TileSet,
  tile: GroundTile,
  kinds: readonly GroundChunk['kind'][],
): Promise<GroundChunk[]> {
  try {
    const path = `/basemap/${set.name}/${tile.zoom}/${tile.x}/${tile.y}.pbf`;
    const response = await fetch(path, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) return [];
    const { layers } = new VectorTile(new PbfReader(await response.arrayBuffer()));
    // A tile without water is land, which must be drawn too.
    return kinds.map((kind) => ({ tile, kind, lines: linesOf(tile, layers[kind]) }));
  } catch {
    // The ground is only for orientation; strikes and distances are drawn without it.
    return [];
  }
}

function linesOf({ zoom, x, y }: GroundTile, layer: VectorTileLayer | undefined): GroundLines {
  if (!layer) return [];
  const world = 2 ** zoom;
  return Array.from({ length: layer.length }, (_, index) => layer.feature(index).loadGeometry())
    .flat()
    .map((line) =>
      line.map((point) => ({ x: (x + point.x / layer.extent) / world, y: (y + point.y / layer.extent) / world })),
    );
}

/** Returns the tiles that cover the shipped part of the box, at the finest zoom where a few suffice. */
export function groundTilesIn(box: BBox, { zooms: [coarsest, finest] }: TileSet): GroundTile[] {
  const [west, south, east, north] = GROUND_BOUNDS;
  const bbox = bboxIntersection(box, { west, south, east, north });
  if (!bbox) return [];
  for (let zoom = finest; ; zoom -= 1) {
    const tiles = tilesAt(bbox, zoom);
    if (tiles.length <= MOST_TILES || zoom === coarsest) return tiles;
  }
}

function tilesAt({ west, south, east, north }: BBox, zoom: number): GroundTile[] {
  const span = (from: number, to: number) => {
    const [first, last] = [Math.floor(from * 2 ** zoom), Math.floor(to * 2 ** zoom)];
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  };
  const rows = span(mercatorY(north), mercatorY(south));
  return span(mercatorX(west), mercatorX(east)).flatMap((x) => rows.map((y) => ({ zoom, x, y })));
}

const WIDE_SIZE: DrawingSize = { width: 720, height: 520 };
/** For phones, so that letters are as large as the text around the picture. */
const NARROW_SIZE: DrawingSize = { width: 340, height: 380 };

interface PlacePictureProps {
  readonly picture: Picture;
  /** Alternative text for the picture. */
  readonly label: string;
  readonly kmText: (km: number) => string;
}

/** Draws a place: shipped ground, distances around it, numbered points. North is up; in print black on white. */
export function PlacePicture({ picture, label, kmText }: PlacePictureProps) {
  const { locale } = useTexts();
  const narrow = useMediaQuery('(width < 40rem)');
  const size = narrow ? NARROW_SIZE : WIDE_SIZE;
  const places = usePlaces();
  const names = useMemo(() => places.map((place) => ({ ...place, text: place[locale] })), [places, locale]);
  const {
    frame,
    shapePath,
    centre,
    circles,
    points,
    names: named,
    scale,
  } = useMemo(() => layOutPicture(picture, names, size), [picture, names, size]);
  const ground = useGround(frame.box);
  return (
    <figure className={styles.picture}>
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={label}
        fontSize={LETTER_SIZE}
        data-ready={ground.length > 0 && places.length > 0 ? '' : undefined}
      >
        <Ground chunks={ground} frame={frame} />
        {circles.map(({ km, path }) => (
          <path key={km} d={path} className={styles.circle} />
        ))}
        {shapePath && <path d={shapePath} className={styles.shape} />}
        {named.map((name) => (
          <g key={`${name.text}${name.of}`} className={styles.name}>
            <circle cx={name.of[0]} cy={name.of[1]} r="1.8" />
            <Label label={name} />
          </g>
        ))}
        {circles.map(({ km, label: text }) => text && <Label key={km} label={text} className={styles.km} />)}
        {centre && <path d={`M${centre[0] - 7} ${centre[1]}h14m-7-7v14`} className={styles.centre} />}
        {points.map(({ x, y, label: text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <g key={index}>
            <circle cx={x} cy={y} r={text ? 4 : 2.2} className={styles.point} />
            {text && <Label label={text} className={styles.number} />}
          </g>
        ))}
        {points.map(
          ({ x, y, ellipse }, index) =>
            ellipse && (
              <ellipse
                // biome-ignore lint/suspicious/noArrayIndexKey: points have no other name, and two may share a place
                key={index}
                cx={x}
                cy={y}
                rx={ellipse.minor}
                ry={ellipse.major}
                transform={`rotate(${ellipse.degrees} ${x} ${y})`}
                className={styles.ellipse}
              />
            ),
        )}
        <g className={styles.scale}>
          <path d={`M${scale.x} ${scale.y - 5}v5h${scale.width}v-5`} />
          <text x={scale.x + 4} y={scale.y - 5}>
            {kmText(scale.km)}
          </text>
        </g>
      </svg>
      <figcaption className={styles.credit}>{PICTURE_CREDIT}</figcaption>
    </figure>
  );
}

function Label({ label, className }: { readonly label: PlacedLabel; readonly className?: string | undefined }) {
  return (
    <text x={label.x} y={label.y} textAnchor={label.anchor} className={className}>
      {label.text}
    </text>
  );
}

interface GroundProps {
  readonly chunks: readonly GroundChunk[];
  readonly frame: DrawingFrame;
}

const ORDER = ['water', 'river', 'region', 'border'] as const;

/** Converts fractions of the world's width and height to units of the drawing. */
const onDrawing = ({ left, upper, world }: DrawingFrame, x: number, y: number) =>
  [(x - left) * world, (y - upper) * world] as const;

const Ground = memo(function Ground({ chunks, frame }: GroundProps) {
  const id = useId();
  const groundChunks = ORDER.flatMap((kind) => chunks.filter((chunk) => chunk.kind === kind));
  return (
    <g>
      {groundChunks.map(({ tile, kind, lines }) => {
        const key = `${kind}-${tile.zoom}-${tile.x}-${tile.y}`;
        const world = 2 ** tile.zoom;
        const [left, top] = onDrawing(frame, tile.x / world, tile.y / world);
        const [right, bottom] = onDrawing(frame, (tile.x + 1) / world, (tile.y + 1) / world);
        const rect = { x: left, y: top, width: right - left, height: bottom - top };
        const path = lines.map((line) =>
          line
            .map(({ x, y }, index) => {
              const [px, py] = onDrawing(frame, x, y);
              return `${index === 0 ? 'M' : 'L'}${px.toFixed(1)} ${py.toFixed(1)}`;
            })
            .join(''),
        );
        return (
          <g key={key}>
            <clipPath id={`${id}${key}`}>
              <rect {...rect} />
            </clipPath>
            {kind === 'water' && <rect {...rect} className={styles.land} />}
            <path d={path.join('')} clipPath={`url(#${id}${key})`} className={styles[kind]} />
          </g>
        );
      })}
    </g>
  );
});
