import type { Language } from './languages.ts';

/** URL path of a town's or peak's page, rendered by the Worker. Separate from the table of places, which is large. */
export function placePath(slug: string, language: Language): string {
  return `/${language}/place/${slug}`;
}

/** How an error in the site's code was detected. */
export const CLIENT_ERROR_KINDS = ['uncaught', 'caught', 'recoverable', 'window', 'rejection'] as const;
export type ClientErrorKind = (typeof CLIENT_ERROR_KINDS)[number];

export const MAX_ERROR_MESSAGE = 300;
export const MAX_ERROR_STACK = 2_000;

/** An error of the site's program, as a page reports it, without the visitor or what was viewed. */
export interface ClientError {
  /** The page's name, without what its address adds to it. */
  readonly page: string;
  /** The script file that reports it; its name changes with each build. */
  readonly build: string;
  readonly kind: ClientErrorKind;
  readonly message: string;
  /** Places in the program's files alone. */
  readonly stack: string;
}

/** Undefined where a text is not encoded well: anybody may send anything in an address. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** For a site without its own tiles: the only other origin that a page may connect to. */
export const TILE_ORIGIN = 'https://tiles.openfreemap.org';

export const TURNSTILE_ORIGIN = 'https://challenges.cloudflare.com';

/** Tokens issued for another purpose are refused. */
export type TurnstileAction = 'contact' | 'watch';

/** The field that Turnstile's widget adds to the form around it. */
export const TURNSTILE_FIELD = 'cf-turnstile-response';

const XML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // A parser turns them into spaces unless they are escaped.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Forbidden in XML 1.0 (2.2), even escaped. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

export function xmlText(text: string): string {
  return text.replace(NOT_XML, '\uFFFD').replace(/[&<>"'\t\n\r]/g, (char) => XML_ESCAPES[char] ?? char);
}

/** `content` is text, or elements already written; undefined ones are left out. */
export function xmlElement(
  name: string,
  content: string | number | readonly (string | undefined)[],
  attributes: Readonly<Record<string, string>> = {},
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(value)}"`);
  const inner = Array.isArray(content) ? content.filter((part) => part !== undefined).join('') : xmlText(`${content}`);
  const start = `<${name}${written.join('')}`;
  return inner === '' ? `${start}/>` : `${start}>${inner}</${name}>`;
}
