import { FRESH_WITHIN_MS } from '#shared/limits.ts';
import {
  ageClassOf,
  CLOUD_FULL_MS,
  CLOUD_MS,
  casingPx,
  channels,
  cloudPx,
  ICON_ZOOM,
  iconPx,
  type MapTheme,
  RIM,
  RIM_MS,
  sparkColours,
  sparkPx,
  strikeLook,
} from '#shared/sky/colours.ts';
import { strikeIcons } from './strikeIcons.tsx';

/** A strike on a canvas, in CSS pixels. */
export interface RenderedSpark {
  readonly x: number;
  readonly y: number;
  readonly ageMs: number;
}

interface SparkView {
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
  readonly theme: MapTheme;
  readonly scale: number;
}

/** Half the resolution is enough for soft shapes. */
const CLOUD_SHARE = 0.5;
const CLASSES = ['fresh', 'recent', 'old'] as const;

/** Draws strikes, oldest first, like the map's shader, if there is no map yet or none at all. */
export function drawSparks(pen: CanvasRenderingContext2D, sparks: readonly RenderedSpark[], view: SparkView): void {
  drawClouds(pen, sparks, view);
  const { zoom, theme, scale } = view;
  const spark = sparkPx(zoom);
  for (const { x, y, ageMs } of sparks) {
    const { colour, alpha, size } = strikeLook(theme, ageMs);
    if (zoom >= ICON_ZOOM) {
      drawIcon(pen, { x, y, ageMs }, (iconPx(zoom) * scale) / 24, colour, theme);
      continue;
    }
    const radius = (spark * size * scale) / 2;
    if (ageMs <= FRESH_WITHIN_MS) disc(pen, x, y, radius + casingPx(spark) * scale, sparkColours[theme].casing, 1);
    disc(pen, x, y, radius, colour, alpha);
    if (ageMs > FRESH_WITHIN_MS && ageMs <= RIM_MS && theme === 'light' && spark >= RIM.fromPx) {
      pen.globalAlpha = RIM.alpha;
      pen.strokeStyle = RIM.colour;
      pen.lineWidth = RIM.px * scale;
      pen.stroke();
    }
  }
  pen.globalAlpha = 1;
}

function disc(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  colour: string,
  alpha: number,
): void {
  pen.globalAlpha = alpha;
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}

function drawIcon(
  pen: CanvasRenderingContext2D,
  { x, y, ageMs }: RenderedSpark,
  scale: number,
  colour: string,
  theme: MapTheme,
): void {
  const kind = ageClassOf(ageMs);
  pen.save();
  pen.translate(x - 12 * scale, y - 12 * scale);
  pen.scale(scale, scale);
  pen.lineJoin = 'round';
  pen.globalAlpha = kind === 'fresh' ? 1 : strikeLook(theme, ageMs).alpha;
  for (const { path, fill, stroke, strokeWidth } of strikeIcons(colour, sparkColours[theme].casing)[
    CLASSES.indexOf(kind)
  ] ?? []) {
    const outline = new Path2D(path);
    if (stroke) {
      pen.strokeStyle = stroke;
      pen.lineWidth = strokeWidth ?? 1;
      pen.stroke(outline);
    }
    if (fill) {
      pen.fillStyle = fill;
      pen.fill(outline);
    }
  }
  pen.restore();
}

/** One cloud for all: white on black with `lighten` for the maximum, then its colour with that as opacity. */
function drawClouds(pen: CanvasRenderingContext2D, sparks: readonly RenderedSpark[], view: SparkView): void {
  const fresh = sparks.filter(({ ageMs }) => ageMs < CLOUD_MS);
  if (fresh.length === 0) return;
  const { width, height, zoom, theme, scale } = view;
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * CLOUD_SHARE);
  canvas.height = Math.ceil(height * CLOUD_SHARE);
  const soft = canvas.getContext('2d', { willReadFrequently: true });
  if (!soft) return;
  soft.fillStyle = '#000000';
  soft.fillRect(0, 0, canvas.width, canvas.height);
  soft.globalCompositeOperation = 'lighten';
  const radius = cloudPx(theme, sparkPx(zoom)) * scale * CLOUD_SHARE;
  for (const { x, y, ageMs } of fresh) {
    const fade = Math.min(1, (CLOUD_MS - ageMs) / (CLOUD_MS - CLOUD_FULL_MS));
    const [left, top] = [x * CLOUD_SHARE, y * CLOUD_SHARE];
    const light = soft.createRadialGradient(left, top, 0, left, top, radius);
    for (let at = 0; at <= 10; at += 1) {
      const t = (at / 10) ** 2;
      const grey = Math.round(255 * fade * Math.exp(-2.6 * t) * (1 - t) ** 1.2);
      light.addColorStop(at / 10, `rgb(${grey} ${grey} ${grey})`);
    }
    soft.fillStyle = light;
    soft.fillRect(left - radius, top - radius, 2 * radius, 2 * radius);
  }
  const image = soft.getImageData(0, 0, canvas.width, canvas.height);
  const [red, green, blue] = channels(sparkColours[theme].cloud);
  const peak = sparkColours[theme].cloudPeak * (zoom >= ICON_ZOOM ? 0.75 : 1);
  for (let at = 0; at < image.data.length; at += 4)
    image.data.set([red, green, blue, (image.data[at] ?? 0) * peak], at);
  soft.putImageData(image, 0, 0);
  pen.drawImage(canvas, 0, 0, width, height);
}
