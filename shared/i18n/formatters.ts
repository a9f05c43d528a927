/** Numbers in texts, written as each language writes them: `{count|number}`. */
export function initFormatters(language: string): { readonly number: (value: unknown) => string } {
  const number = new Intl.NumberFormat(language);
  return { number: (value) => (typeof value === 'number' ? number.format(value) : String(value)) };
}
