import * as v from 'valibot';
import { type BBox, formatBBox } from '#shared/geo/BBox.ts';
import { LANGUAGES } from '#shared/languages.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { BBoxParameter, wholeNumberParameter } from '#worker/http/parameters.ts';

const MIN_DEGREES = 0.2;
const MAX_DEGREES = 60;
/** Land is known to a hundredth of a degree, and finer boxes would only make more keys for the same picture. */
const STEPS_A_DEGREE = 100;

const spanOf = ({ west, south, east, north }: BBox) => [east - west, north - south] as const;

/** Rounded outwards to a hundredth of a degree; what is a hair beside a step, as 1e-6 leaves it, is on it. */
function coarse({ west, south, east, north }: BBox): BBox {
  const down = (value: number) => Math.floor(value * STEPS_A_DEGREE + 1e-3) / STEPS_A_DEGREE + 0;
  const up = (value: number) => Math.ceil(value * STEPS_A_DEGREE - 1e-3) / STEPS_A_DEGREE + 0;
  return { west: down(west), south: down(south), east: up(east), north: up(north) };
}

export const PictureQuery = v.strictObject({
  bbox: v.optional(
    v.pipe(
      BBoxParameter,
      v.check((bbox) => spanOf(bbox).every((degrees) => degrees >= MIN_DEGREES), 'too-small'),
      v.check((bbox) => spanOf(bbox).every((degrees) => degrees <= MAX_DEGREES), 'too-large'),
      v.transform(coarse),
    ),
  ),
  lang: v.optional(v.pipe(v.picklist(LANGUAGES, 'format'), v.description('Language of the texts.')), 'en'),
  theme: v.optional(v.picklist(['light', 'dark'], 'format'), 'light'),
  width: v.optional(wholeNumberParameter(240, 1_200, 'Pixels.'), '600'),
  height: v.optional(wholeNumberParameter(180, 900, 'Pixels.'), '400'),
});
export type PictureQuery = v.InferOutput<typeof PictureQuery>;

/** The query's one address, however it was written: it names the picture in the cache. */
export function pictureAddress({ bbox, lang, theme, width, height }: PictureQuery): string {
  const box = bbox ? `bbox=${formatBBox(bbox)}&` : '';
  return `${apiPaths.picture}?${box}height=${height}&lang=${lang}&theme=${theme}&width=${width}`;
}
