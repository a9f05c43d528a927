import type { BBox } from '#shared/geo/BBox.ts';
import { embedTexts } from '#shared/i18n/embedTexts.ts';
import type { MapTheme } from '#shared/sky/colours.ts';
import { fittingView, formatMapQuery, type MapView, parseMapQuery, REGION_BOX } from '#web/ground/view/mapQuery.ts';
import { escapeHtml } from '#web/kit/browser/escapeHtml.ts';
import type { Locale } from '#web/kit/i18n/locales.ts';
import { pathOf } from '#web/kit/routing/routes.ts';

interface Embed extends EmbedFrame {
  readonly origin: string;
  readonly siteName: string;
  readonly locale: Locale;
  readonly view: MapView;
  readonly windowMs: number;
  readonly theme: MapTheme;
}

/** CSS pixels. The frame keeps its aspect ratio and is at most as wide as its container; `fills`: exactly as wide. */
export interface EmbedFrame {
  readonly width: number;
  readonly height: number;
  readonly fills?: boolean;
}

export function embedAddress(embed: Pick<Embed, 'origin' | 'locale' | 'view' | 'windowMs' | 'theme'>): string {
  return embed.origin + pathOf('embed', embed.locale) + queryOf(embed);
}

/**
 * HTML to copy: a lazily loaded frame, and a link with attribution. No script, and no style except the size, which
 * attributes repeat for hosts whose policy forbids styles.
 */
export function embedSnippet(embed: Embed): string {
  const { origin, siteName, locale, width, height, fills } = embed;
  const { title, map } = embedTexts[locale];
  const { maxWidth, aspectRatio } = frameSize(embed);
  const style = `width:100%;max-width:${maxWidth};height:auto;aspect-ratio:${aspectRatio};border:0`;
  const page = origin + pathOf('map', locale) + queryOf(embed);
  return [
    `<iframe src="${escapeHtml(embedAddress(embed))}" title="${escapeHtml(`${title}: ${siteName}`)}"`,
    `  width="${fills ? '100%' : width}" height="${height}" style="${style}" loading="lazy"></iframe>`,
    `<p><a href="${escapeHtml(page)}" target="_blank" rel="noopener">${escapeHtml(`${map}: ${siteName}`)}</a></p>`,
  ].join('\n');
}

/** The frame's size as styles. */
export function frameSize({ width, height, fills }: EmbedFrame) {
  return { maxWidth: fills ? '100%' : `${width}px`, aspectRatio: `${width}/${height}` };
}

/** Height of the bar above the map and the line below it. */
const AROUND_MAP_PX = 70;

/** The closest view that shows all of the box in a frame of this size. */
export function embedView(box: BBox, { width, height }: EmbedFrame): MapView {
  return fittingView(box, width, height - AROUND_MAP_PX);
}

function queryOf({ view, windowMs, theme }: Pick<Embed, 'view' | 'windowMs' | 'theme'>): string {
  return `?${formatMapQuery({ ...parseMapQuery(''), view, windowMs, theme })}`;
}

export type EmbedSize = 'small' | 'medium' | 'large';
export const EMBED_SIZES: Readonly<Record<EmbedSize, EmbedFrame>> = {
  small: { width: 300, height: 200 },
  medium: { width: 480, height: 360 },
  large: { width: 800, height: 480, fills: true },
};

export const EMBED_AREAS = {
  region: REGION_BOX,
  bulgaria: { west: 22, south: 41, east: 28.9, north: 44.5 },
  greece: { west: 19.2, south: 34.6, east: 28.4, north: 41.9 },
  serbia: { west: 18.7, south: 42.1, east: 23.1, north: 46.3 },
  romania: { west: 20.1, south: 43.5, east: 29.9, north: 48.4 },
} as const satisfies Record<string, BBox>;
export type EmbedArea = keyof typeof EMBED_AREAS;
