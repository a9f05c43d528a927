import type { Locale } from '../i18n/locales.ts';
import type { Place } from '../routing/routes.ts';

/** A page as HTML. The client hydrates it only if `view` names what it would render itself. */
export interface PrerenderedPage {
  fileName: string;
  page: Place['page'];
  /** Its module's file in web/pages, without extension. */
  file: string;
  locale: Locale;
  view: string;
  /** Text areas it needs in addition to the common texts. */
  textAreas: readonly string[];
  head: string;
  body: string;
}
