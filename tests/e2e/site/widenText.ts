import type { Page } from '@playwright/test';

/** Sets all text of the page a tenth wider, as a font of the reader's own may: a letter is about half an em wide. */
export async function widenText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { letter-spacing: 0.05em !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
}
