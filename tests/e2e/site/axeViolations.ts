import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe objects to on the page, or below `within` on it, `without` some: rule and the elements at fault. */
export async function axeViolations(page: Page, within = 'html', without?: string): Promise<string[]> {
  // Without frames there is nothing to gather on a page of axe's own, which would be opened for every look.
  const axe = new AxeBuilder({ page }).setLegacyMode().include(within);
  const { violations } = await (without ? axe.exclude(without) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
