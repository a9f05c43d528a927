import type { ExpressionSpecification } from 'maplibre-gl';
import type { Palette } from '#web/ground/land/palettes.ts';
import type { Locale } from '#web/kit/i18n/index.ts';

/** Drawn in the browser with the site's own letters: the style names no glyph host, and labels work offline too. */
export const FONT = ['Site Sans', 'sans-serif'];

/** A place's name in the visitor's language, or in the next best. */
export function placeName(locale: Locale): ExpressionSpecification {
  return ['coalesce', ['get', `name:${locale}`], ['get', 'name:latin'], ['get', 'name'], ['get', 'name:en']];
}

/** The map finds room for names but does not paint them: strikes would cover them. NameSigns writes them above. */
export function labelPaint(palette: Palette) {
  return { 'text-color': palette.label, 'text-opacity': 0 };
}
