import type { Plugin } from 'vite';
import type { SavedText } from '#web/kit/i18n/texts.ts';
import { DICTIONARY } from './sourceTextsPlugin.ts';

/** `npm run dev`: open pages show a saved text without a reload. */
export function hotTextsPlugin(): Plugin {
  return {
    name: 'hot-texts',
    apply: 'serve',
    hotUpdate({ type, file, timestamp, modules }) {
      const [, area, locale] = DICTIONARY.exec(file) ?? [];
      const [module] = modules;
      if (type !== 'update' || !area || !locale || !module) return undefined;
      const saved: SavedText = { locale, area, url: `${module.url}?t=${timestamp}` };
      this.environment.hot.send({ type: 'custom', event: 'text-saved', data: saved });
      return [];
    },
  };
}
