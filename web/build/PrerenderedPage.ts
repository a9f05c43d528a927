import type { Locale } from '../i18n/locales.ts';
import type { Place } from '../routing/routes.ts';

/** A page as HTML. `view` names what it holds, so that the client takes over only what it would render itself. */
export interface PrerenderedPage {
  fileName: string;
  page: Place['page'];
  /** Its module's file in web/pages, without the ending. */
  file: string;
  locale: Locale;
  view: string;
  /** Areas of texts it needs beside the common ones. */
  textAreas: readonly string[];
  head: string;
  body: string;
}
