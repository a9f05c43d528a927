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
