import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

interface AxeOptions {
  /** Selector of what is left out. */
  readonly without?: string;
  /** The only rules to ask; all by default. */
  readonly rules?: readonly string[];
}

/** What axe objects to on the page, or below `within` on it: rule and elements. */
export async function axeViolations(
  page: Page,
  within = 'html',
  { without, rules }: AxeOptions = {},
): Promise<string[]> {
  // Without frames there is nothing to gather on a page of axe's own, which would be opened for every look.
  const axe = new AxeBuilder({ page }).setLegacyMode().include(within);
  if (without) axe.exclude(without);
  if (rules) axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Sets all text of the page a tenth wider, as a font of the reader's own may: a letter is about half an em wide. */
export async function widenText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { letter-spacing: 0.05em !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
}

/** Nothing sideways on a phone and a desk, and nothing that axe objects to on the desk, where most is shown. */
export async function expectSound(page: Page): Promise<void> {
  for (const [width, height] of [
    [320, 640],
    [1_280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  expect(await axeViolations(page, 'main')).toEqual([]);
}
