import { AGE_STEPS } from '#shared/ageClass.ts';
import type { MapTheme } from '#shared/picture/colours.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { type CountedCrowds, CROWD_STEPS } from '#web/sky/strikes/Crowds.ts';

/** Two integers of position, then four bytes each: colour and opacity; size. */
export const BYTES_PER_SPOT = 16;

/** Share of its tile that a square fills, by its place on the scale: a second sign of number. */
const SQUARE_SIZES = [0.4, 0.7, 0.84, 0.94, 1] as const;
const SQUARE_OPACITY = 0.94;
/** Opacity of a spot with a crowd's least strikes, and with 1,000: a few alone must be seen as well as marks are. */
const OPACITIES: Record<MapTheme, readonly [number, number]> = { light: [0.94, 1], dark: [0.8, 0.97] };

/** Where a number stands on the log scale: 0 for one strike, 1 to 4 at each of `CROWD_STEPS`, between them in between. */
export function placeOnScale(total: number): number {
  const marks = [1, ...CROWD_STEPS];
  const step = Math.min(
    marks.length - 2,
    Math.max(
      0,
      marks.findLastIndex((from) => total >= from),
    ),
  );
  const [from = 1, to = 1] = marks.slice(step, step + 2);
  return Math.min(marks.length - 1, step + Math.log(Math.max(1, total) / from) / Math.log(to / from));
}

/** What reaches the GPU. Spots blend, so their colour and opacity change smoothly; squares have the steps of the legend. */
export function crowdSpots(
  { crowds, drawnAs }: Pick<CountedCrowds, 'crowds' | 'drawnAs'>,
  theme: MapTheme,
): Uint8Array {
  const looks = new Map<number, readonly number[]>();
  let bytes = new Uint8Array(1_024 * BYTES_PER_SPOT);
  let places = new Int32Array(bytes.buffer);
  let length = 0;
  crowds.each((x, y, ageStep, total) => {
    if (length === bytes.length) {
      const longer = new Uint8Array(2 * length);
      longer.set(bytes);
      bytes = longer;
      places = new Int32Array(bytes.buffer);
    }
    const key = total * AGE_STEPS + ageStep;
    const look = looks.get(key) ?? lookOf(placeOnScale(total), ageStep, drawnAs, theme);
    looks.set(key, look);
    places[length / 4] = x;
    places[length / 4 + 1] = y;
    bytes.set(look, length + 8);
    length += BYTES_PER_SPOT;
  });
  return bytes.subarray(0, length);
}

/** Colour, opacity and size, as bytes. */
function lookOf(place: number, ageStep: number, drawnAs: CountedCrowds['drawnAs'], theme: MapTheme): number[] {
  const colours = mapColours[theme].crowds[ageStep]?.map(channels) ?? [];
  if (drawnAs === 'spots') {
    const [least, most] = OPACITIES[theme];
    const above = Math.max(0, place - 1);
    // Below a crowd it falls fast: two or three have their own marks.
    const opacity = (least + ((most - least) * above) / 3) * Math.min(1, place) ** 2;
    return [...between(colours, above), 255 * opacity, 255];
  }
  const step = Math.floor(place);
  return [...(colours[Math.max(0, step - 1)] ?? []), SQUARE_OPACITY * 255, (SQUARE_SIZES[step] ?? 1) * 255];
}

function between(list: readonly (readonly number[])[], place: number): number[] {
  const [low, high] = [list[Math.floor(place)] ?? [], list[Math.ceil(place)] ?? []];
  return low.map((part, channel) => part + ((high[channel] ?? part) - part) * (place % 1));
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
