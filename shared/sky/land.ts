import { type BBox, bboxOverlaps } from '#shared/geo/BBox.ts';
import outline from './landOutline.json' with { type: 'json' };

/** Positions are stored to a hundredth of a degree: 2 pixels at zoom 7. */
const STEPS_PER_DEGREE = 100;
/** Printable characters from `?` on, five bits each; a sixth bit means that more follow. */
const FIRST_CODE = 63;
const MORE = 32;

function encodeNumber(value: number): string {
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  let text = '';
  for (; rest >= MORE; rest = Math.floor(rest / MORE)) text += String.fromCharCode(FIRST_CODE + MORE + (rest % MORE));
  return text + String.fromCharCode(FIRST_CODE + rest);
}

/** Packs a ring of `[longitude, latitude]` as differences; `''` if fewer than three positions are left. */
export function encodeRing(positions: readonly (readonly [longitude: number, latitude: number])[]): string {
  let text = '';
  let retained = 0;
  let [x, y] = [0, 0];
  for (const [longitude, latitude] of positions) {
    const [nextX, nextY] = [Math.round(longitude * STEPS_PER_DEGREE), Math.round(latitude * STEPS_PER_DEGREE)];
    if (retained > 0 && nextX === x && nextY === y) continue;
    text += encodeNumber(nextX - x) + encodeNumber(nextY - y);
    [x, y] = [nextX, nextY];
    retained += 1;
  }
  return retained < 3 ? '' : text;
}

/** Unpacks `encodeRing`'s text: alternating longitudes and latitudes, in degrees. */
export function decodeRing(text: string): number[] {
  const degrees: number[] = [];
  const last = [0, 0];
  let [value, factor] = [0, 1];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at) - FIRST_CODE;
    value += (code % MORE) * factor;
    factor *= MORE;
    if (code >= MORE) continue;
    const axis = degrees.length % 2;
    last[axis] = (last[axis] ?? 0) + (value % 2 === 0 ? value / 2 : -(value + 1) / 2);
    degrees.push((last[axis] ?? 0) / STEPS_PER_DEGREE);
    [value, factor] = [0, 1];
  }
  return degrees;
}

export interface LandRing {
  /** Alternating longitudes and latitudes. */
  readonly corners: readonly number[];
  readonly bounds: BBox;
}

const rings: readonly LandRing[] = outline.map((text) => {
  const corners = decodeRing(text);
  return { corners, bounds: boundsOf(corners) };
});

function boundsOf(corners: readonly number[]): BBox {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < corners.length; at += 2) {
    const [longitude = 0, latitude = 0] = [corners[at], corners[at + 1]];
    if (longitude < west) west = longitude;
    if (longitude > east) east = longitude;
    if (latitude < south) south = latitude;
    if (latitude > north) north = latitude;
  }
  return { west, south, east, north };
}

/**
 * The rings of land near the box. Fill by the even-odd rule: a ring inside another is a lake. Parts of the land leave
 * hairlines of water between them, so add a thin stroke in the colour of land.
 */
export function landNear(box: BBox): readonly LandRing[] {
  return rings.filter(({ bounds }) => bboxOverlaps(bounds, box));
}
