import type { Locale } from '#web/kit/i18n/locales.ts';
import type { Place } from '#web/kit/routing/routes.ts';

/** A page as HTML. The client hydrates it only if `view` names what it would render itself. */
export interface PrerenderedPage {
  readonly fileName: string;
  readonly page: Place['page'];
  /** Its module's file in web/site/pages, without extension. */
  readonly file: string;
  readonly locale: Locale;
  readonly view: string;
  /** Text areas it needs in addition to the common texts. */
  readonly textAreas: readonly string[];
  readonly head: string;
  readonly body: string;
  /** What stands beside the application: HTML of the map's preview, or nothing. */
  readonly beside: string;
}
