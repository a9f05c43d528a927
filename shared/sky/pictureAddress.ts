import type { Language } from '#shared/languages.ts';
import type { apiPaths } from '#shared/wire/apiPaths.ts';

/** Written again, because a page that asks for a picture needs no other path. */
const PATH: typeof apiPaths.picture = '/api/v1/picture.svg';

interface PictureLook {
  /** West, south, east, north; home by default. */
  readonly bbox?: string | undefined;
  readonly lang: Language;
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
}

/** In the middle of home and of a wide picture's shape, so that all of it is read all the time. A comma would end an address in `srcset`. */
export const MIDDLE_BOX = encodeURIComponent('14.5,38.4,29.5,45.4');

/** Where the picture of the last hour is, in the one order that the cache knows. */
export function pictureAddress({ bbox, lang, theme, width, height }: PictureLook): string {
  const box = bbox === undefined ? '' : `bbox=${bbox}&`;
  return `${PATH}?${box}height=${height}&lang=${lang}&theme=${theme}&width=${width}`;
}
