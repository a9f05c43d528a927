import { relative } from 'node:path';
import type { Plugin } from 'vite';
import type { SavedText } from '#web/kit/i18n/texts.ts';

/** Texts of the site, not what is said instead of them for another source. */
const TEXT = /^texts\/(\w+)\/(\w+)\.ts$/;

/** `npm run dev`: open pages say a saved text without being loaded again. */
export function hotTextsPlugin(root: string): Plugin {
  return {
    name: 'hot-texts',
    apply: 'serve',
    hotUpdate({ type, file, timestamp, modules }) {
      const [, area, locale] = TEXT.exec(relative(root, file)) ?? [];
      const [module] = modules;
      if (type !== 'update' || !area || !locale || !module) return undefined;
      const saved: SavedText = { locale, area, url: `${module.url}?t=${timestamp}` };
      this.environment.hot.send({ type: 'custom', event: 'text-saved', data: saved });
      return [];
    },
  };
}
