import { errorTexts } from '#shared/i18n/errorTexts.ts';
import type { Locale } from '#web/kit/i18n/locales.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';

/** Shows the fallback screen without React: above prerendered HTML, or instead of the spinner. */
export function reportStartFailed(root: HTMLElement, locale: Locale): void {
  const texts = errorTexts[locale];
  const screen = element('div', '');
  screen.dataset.startFailed = '';
  screen.setAttribute('role', 'alert');
  const actions = element('p', '');
  const retry = element('button', texts.retry);
  retry.type = 'button';
  retry.addEventListener('click', () => window.location.reload());
  const home = element('a', texts.home);
  home.href = '/';
  actions.append(retry, ' ', home);
  const mail = element('a', siteConfig.email);
  mail.href = `mailto:${siteConfig.email}`;
  const write = element('p', `${texts.write} `);
  write.append(mail);
  screen.append(element('h1', texts.title), element('p', texts.reason), actions, write);
  if (root.dataset.view === undefined) root.replaceChildren(screen);
  else root.before(screen);
  loadingFailed(root);
}

function element<Name extends 'div' | 'h1' | 'p' | 'button' | 'a'>(
  name: Name,
  text: string,
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

/** Removes "Loading…" from prerendered HTML that no application will hydrate. */
export function loadingFailed(root: HTMLElement): void {
  root.querySelector('[data-loading]')?.replaceChildren();
  root.querySelector('[data-map-frame]')?.setAttribute('data-map-frame', 'missing');
}
