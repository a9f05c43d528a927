import * as v from 'valibot';
import { LANGUAGES } from '#shared/languages.ts';
import { MAX_ROTATED_VIEWS } from '#shared/limits.ts';
import { POLYGON_CODE, REGION_CODE } from './Area.ts';
import { OptionalNameBody } from './bodies.ts';

const degrees = (most: number) => v.pipe(v.number('range'), v.minValue(-most, 'range'), v.maxValue(most, 'range'));
const hour = v.pipe(v.number('hour'), v.integer('hour'), v.minValue(0, 'hour'), v.maxValue(23, 'hour'));

const WallView = v.pipe(
  v.strictObject({ west: degrees(180), south: degrees(85), east: degrees(180), north: degrees(85) }),
  v.check(({ west, south, east, north }) => west < east && south < north, 'order'),
);

const fields = {
  /** May be empty. */
  title: OptionalNameBody,
  /** Displayed as an outline; absent for none. */
  area: v.optional(
    v.pipe(
      v.string('textExpected'),
      v.check((text) => REGION_CODE.test(text) || POLYGON_CODE.test(text), 'area'),
    ),
  ),
  /** Displayed in rotation, each as close as the screen allows. */
  views: v.pipe(v.array(WallView, 'listExpected'), v.maxLength(MAX_ROTATED_VIEWS, 'tooMany')),
  everyMs: v.pipe(
    v.number('range'),
    v.multipleOf(1_000, 'seconds'),
    v.minValue(5_000, 'range'),
    v.maxValue(9_999_000, 'range'),
  ),
  /** Whole hours, from and to, on the screen's clock; null: never darker. */
  night: v.nullable(v.strictTuple([hour, hour])),
  theme: v.picklist(['light', 'dark'], 'theme'),
  /** True if the area's level is displayed. */
  level: v.boolean('yesOrNo'),
  sound: v.boolean('yesOrNo'),
  language: v.picklist(LANGUAGES, LANGUAGES.join(' or ')),
};

/** The setup of a wall: the body of `PUT /walls/{id}`. */
export const WallBody = v.strictObject(fields);
export type WallBody = v.InferOutput<typeof WallBody>;

/** The body of `POST /walls`. */
export const NewWallBody = v.strictObject({
  ...fields,
  turnstileToken: v.optional(v.pipe(v.string('textExpected'), v.maxLength(2_048, 'tooLong'))),
});

/** Returned only once. The edit key gives full access to the wall, the view key only displays it. */
export const WallKeys = v.object({ id: v.string(), viewKey: v.string(), editKey: v.string() });
export type WallKeys = v.InferOutput<typeof WallKeys>;
