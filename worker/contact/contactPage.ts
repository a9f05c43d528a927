import { isContactErrorCode } from '#shared/contact/contactErrors.ts';
import { securityHeaders } from '#shared/http/securityHeaders.ts';
import type { Language } from '#shared/languages.ts';
import { contactTexts } from '#texts/contactTexts.ts';
import type { BodyFaults } from './parseContactBody.ts';

export interface ContactPage {
  readonly language: Language;
  readonly status: number;
  readonly kind: 'success' | 'deferred' | 'failure' | 'limited' | 'faulty';
  readonly errors: BodyFaults;
  readonly values: Readonly<Record<string, string>>;
  readonly retryAfterS?: number | undefined;
}

/** Id of the form's status element, which shows the outcome and can be linked to. */
export const OUTCOME_ID = 'outcome';

function paragraphs({ kind, language }: ContactPage): string {
  const texts = contactTexts[language];
  const lines = kind === 'failure' || kind === 'limited' ? [texts[kind], texts.kept] : [texts[kind]];
  return lines.map((line) => `<p>${line}</p>`).join('');
}

function fieldFiller({ language, errors, values }: ContactPage): HTMLRewriterElementContentHandlers {
  const first = Object.keys(errors)[0];
  return {
    element(field) {
      const name = field.getAttribute('name') ?? '';
      const value = values[name];
      if (value !== undefined && name !== 'language') {
        // HTML parsers drop a text area's first newline, so add one for them to drop.
        if (field.tagName === 'textarea') field.setInnerContent(`\n${value}`);
        else field.setAttribute('value', value);
      }
      const code = errors[name];
      if (!isContactErrorCode(code)) return;
      field.setAttribute('aria-invalid', 'true').setAttribute('aria-describedby', `${name}-error`);
      if (name === first) field.setAttribute('autofocus', '');
      field.after(`<p id="${name}-error">${contactTexts[language].errors[code]}</p>`, { html: true });
    },
  };
}

/**
 * The site's contact page with the outcome of a message, for browsers without scripts. The page's scripts are removed,
 * because they would render it again without the outcome.
 */
export async function contactPage(assets: Fetcher, origin: string, page: ContactPage): Promise<Response> {
  const site = await assets.fetch(new URL(`/${page.language}/contact`, origin));
  const headers = new Headers({ ...securityHeaders, 'content-type': 'text/html; charset=utf-8' });
  headers.set('cache-control', 'no-store');
  if (page.retryAfterS !== undefined) headers.set('retry-after', String(page.retryAfterS));
  const text = contactTexts[page.language][page.kind];
  // The tab's title has room only for the thanks; the page explains what is deferred.
  const title = page.kind === 'deferred' ? text.slice(0, text.indexOf('!') + 1) : text;
  return new HTMLRewriter()
    .on('head', { element: (head) => void head.append('<meta name="robots" content="noindex">', { html: true }) })
    .on('title', { element: (element) => void element.prepend(`${title} – `) })
    .on('script[type="module"], link[rel="modulepreload"]', { element: (element) => void element.remove() })
    .on('form input[name], form textarea[name]', fieldFiller(page))
    .on('form [data-state]', {
      element(status) {
        const good = page.kind === 'success' || page.kind === 'deferred';
        status.setAttribute('id', OUTCOME_ID).setAttribute('data-state', good ? page.kind : 'error');
        status.setAttribute('role', good ? 'status' : 'alert');
        status.setInnerContent(paragraphs(page), { html: true });
      },
    })
    .transform(new Response(site.body, { status: page.status, headers }));
}
