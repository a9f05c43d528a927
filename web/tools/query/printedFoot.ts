import { useEffect } from 'react';

/** The foot of every printed page: these lines, and the page number. By CSS paged media, as margin boxes. */
export function printedFootCss(lines: readonly string[]): string {
  const quoted = lines.map((line) => line.replace(/["\\\n\r\f]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `));
  const small = 'font: 7pt/1.4 sans-serif; vertical-align: top; padding-block-start: 3mm';
  return `@page {
  margin: 14mm 13mm 20mm;
  @bottom-left { content: "${quoted.join('\\a ')}"; white-space: pre; ${small} }
  @bottom-right { content: counter(page) " / " counter(pages); ${small} }
}`;
}

/** While mounted, every printed page has this foot. */
export function usePrintedFoot(...lines: readonly string[]): void {
  const css = printedFootCss(lines);
  useEffect(() => {
    // Not a style element, because the page's policy forbids inline styles.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [css]);
}
