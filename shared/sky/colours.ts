import { FRESH_WITHIN_MS, RECENT_WITHIN_MS } from '#shared/limits.ts';
import { MINUTE_MS } from '#shared/time.ts';

export type MapTheme = 'light' | 'dark';

/** Pale or near black, and almost grey, because colour on our maps means lightning. */
export const groundColours: Record<MapTheme, { readonly water: string; readonly land: string }> = {
  light: { water: '#d3dfe9', land: '#eef1ea' },
  dark: { water: '#0c1119', land: '#1b2227' },
};

/** Style of a strike at an age. */
interface StrikeLook {
  /** `#rrggbb`. */
  readonly colour: string;
  readonly alpha: number;
  /** Multiplies the width for the zoom. */
  readonly size: number;
}

interface AgeStop extends StrikeLook {
  readonly ageMs: number;
}

const stop = (minutes: number, colour: string, alpha: number, size: number): AgeStop => ({
  ageMs: minutes * MINUTE_MS,
  colour,
  alpha,
  size,
});

/**
 * A strike is a spark that cools: white, yellow, amber, orange, red, ash. The order of hues is the same by day and by
 * night, on map, wall, pictures and embeds. Between stops colours are interpolated in sRGB; two stops at one age are a
 * jump. Neighbours up to 6 h are ≥ 0.055 apart in OKLab under normal, protan, deutan and tritan sight.
 */
export const STRIKE_STOPS: Record<MapTheme, readonly AgeStop[]> = {
  light: [
    stop(0, '#ffe14d', 1, 1.5),
    stop(5, '#ffd21f', 1, 1.35),
    stop(5, '#ee9600', 1, 1.1),
    stop(15, '#e06408', 0.95, 1),
    stop(30, '#c9301c', 0.82, 0.95),
    stop(60, '#a3244f', 0.55, 0.85),
    stop(360, '#8d5a76', 0.42, 0.75),
    stop(1_440, '#7d8795', 0.38, 0.7),
  ],
  dark: [
    stop(0, '#fffbe0', 1, 1.5),
    stop(5, '#ffee8a', 1, 1.35),
    stop(5, '#ffc93c', 0.95, 1.1),
    stop(15, '#ff9326', 0.9, 1),
    stop(30, '#fb5433', 0.82, 0.95),
    stop(60, '#ee5078', 0.66, 0.85),
    stop(360, '#b25a86', 0.5, 0.75),
    stop(1_440, '#6780a8', 0.42, 0.7),
  ],
};

/** At a jump, the style of the younger side. Ages below 0 and above a day are clamped. */
export function strikeLook(theme: MapTheme, ageMs: number): StrikeLook {
  const stops = STRIKE_STOPS[theme];
  const next = stops.findIndex((one) => ageMs <= one.ageMs);
  const [from, to] = [
    stops[Math.max(0, next < 0 ? stops.length - 1 : next - 1)],
    stops[next < 0 ? stops.length - 1 : next],
  ];
  if (!from || !to) throw new Error('there are no stops');
  const share = to.ageMs > from.ageMs ? Math.max(0, (ageMs - from.ageMs) / (to.ageMs - from.ageMs)) : 1;
  const between = (a: number, b: number) => a + (b - a) * Math.min(1, share);
  return {
    colour: mixed(from.colour, to.colour, Math.min(1, share)),
    alpha: between(from.alpha, to.alpha),
    size: between(from.size, to.size),
  };
}

/** Colours around a spark: the casing for the first five minutes, the cloud for the first ten, the newest's ring. */
export const sparkColours: Record<
  MapTheme,
  {
    readonly casing: string;
    readonly cloud: string;
    readonly cloudPeak: number;
    readonly ring: string;
    readonly ringEdge: string;
  }
> = {
  light: { casing: '#1c1250', cloud: '#2a1f6e', cloudPeak: 0.62, ring: '#1c1250', ringEdge: '#ffffff' },
  dark: { casing: '#0b0d14', cloud: '#6a4bff', cloudPeak: 0.55, ring: '#fff6c9', ringEdge: '#0b0d14' },
};

/** How long the cloud under a strike is at full strength, and how long it is visible. */
export const CLOUD_FULL_MS = 5 * MINUTE_MS;
export const CLOUD_MS = 10 * MINUTE_MS;
/** From the end of the casing up to this age, a strike in the light theme has a thin dark rim instead. */
export const RIM_MS = 15 * MINUTE_MS;
export const RIM = { colour: '#602800', alpha: 0.7, px: 0.7, fromPx: 3.5 } as const;

/** Width in CSS pixels of a strike of size 1, by zoom; from zoom 10 it has an icon. */
const SPARK_PX = [
  [4, 2],
  [5, 2.4],
  [6, 3],
  [7, 4],
  [8, 5],
  [9, 6.5],
  [10, 9],
] as const;

export const ICON_ZOOM = 10;

export function sparkPx(zoom: number): number {
  const next = SPARK_PX.findIndex(([at]) => zoom <= at);
  if (next <= 0) return next < 0 ? 9 : 2;
  const [[fromZoom, from], [toZoom, to]] = [SPARK_PX[next - 1] ?? SPARK_PX[0], SPARK_PX[next] ?? SPARK_PX[0]];
  return from + ((to - from) * (zoom - fromZoom)) / (toZoom - fromZoom);
}

/** Width of an icon in CSS pixels: 16 at zoom 10, 24 from zoom 11. */
export function iconPx(zoom: number): number {
  return 16 + 8 * Math.min(1, Math.max(0, zoom - ICON_ZOOM));
}

/** Radius in CSS pixels of the cloud under a strike. */
export function cloudPx(theme: MapTheme, spark: number): number {
  return Math.min(44, Math.max(16, (theme === 'dark' ? 8 : 7) * spark));
}

export function casingPx(spark: number): number {
  return Math.max(0.8, 0.14 * spark);
}

/** Red, green and blue of `#rrggbb`, 0 to 255. */
export function channels(colour: string): [red: number, green: number, blue: number] {
  const at = (index: number) => Number.parseInt(colour.slice(index, index + 2), 16);
  return [at(1), at(3), at(5)];
}

/** `share` of the way from one `#rrggbb` to another. */
export function mixed(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)];
  return `#${a
    .map((part, index) =>
      Math.round(part + ((b[index] ?? 0) - part) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

export type AgeClass = 'fresh' | 'recent' | 'old';

export function ageClassOf(ageMs: number): AgeClass {
  if (ageMs <= FRESH_WITHIN_MS) return 'fresh';
  return ageMs <= RECENT_WITHIN_MS ? 'recent' : 'old';
}
