import { type BBox, bboxContains } from '#shared/geo/BBox.ts';
import { EARTH_RADIUS_KM } from '#shared/geo/geodesy.ts';
import { latitudeAtMercatorY, mercatorY } from '#shared/geo/mercator.ts';
import { cornersOf } from '#shared/geo/Shape.ts';
import { boxOf, type DrawingSize, type Frame, frameAround, project } from '#shared/picture/frame.ts';
import { distanceContours } from './distanceContours.ts';
import { boxOfPicture, LETTER_SIZE, type Picture, type PictureName } from './Picture.ts';
import { type PlacedLabel, placeLabel, type Rect } from './placeLabel.ts';

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

export interface DrawnPoint {
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
  readonly points: readonly DrawnPoint[];
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
  const taken: Rect[] = [scale.rect, ...dots.map(([x, y]): Rect => [x - 4, y - 4, x + 4, y + 4])];
  const corners = cornersOf(shape).map(([longitude, latitude]) => project(frame, longitude, latitude));
  const place = (text: string, at: readonly [number, number], always = false) => {
    const label = text === '' ? undefined : placeLabel(text, at, taken, size, always);
    if (label) taken.push(label.rect);
    return label;
  };
  const [first] = corners;
  if (shape.type === 'Point' && first) taken.push([first[0] - 7, first[1] - 7, first[0] + 7, first[1] + 7]);
  const drawn = points.map(({ label, ellipse }, index): DrawnPoint => {
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
    points: drawn.reverse(),
    names: namesOf(names, frame, place),
    scale,
  };
}

type Place = (text: string, at: readonly [number, number]) => PlacedLabel | undefined;

function circlesOf({ shape, circles }: Picture, frame: DrawingFrame, place: Place): PictureLayout['circles'] {
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

function namesOf(names: readonly PictureName[], frame: DrawingFrame, place: Place): PlacedLabel[] {
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
