import type { Locale } from '#web/kit/i18n/locales.ts';
import { sayStartFailed } from '#web/kit/startFailed/sayStartFailed.ts';

/** Says that the page's program did not load: as soon as its script reports it, or once all has loaded and it never ran. */
export function sayIfEntryFails(root: HTMLElement): void {
  const { documentElement } = document;
  let said = false;
  const say = () => {
    if (said || documentElement.dataset.started !== undefined) return;
    said = true;
    sayStartFailed(root, documentElement.lang as Locale);
  };
  const failed = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement && target.type === 'module') say();
  };
  // A script's error does not bubble.
  window.addEventListener('error', failed, true);
  if (document.readyState === 'complete') say();
  else window.addEventListener('load', say, { once: true });
}
