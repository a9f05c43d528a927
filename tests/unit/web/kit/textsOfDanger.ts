import { chatTexts, feedTexts, mapImageTexts, messageTexts, verdictTexts } from '#shared/i18n/serverTexts.ts';
import { offlineTexts, pushTexts } from '#shared/i18n/serviceWorkerTexts.ts';
import type { Locale } from '#web/kit/i18n/locales.ts';

/** Areas of texts that the map, the wall and alerts show: read in a hurry, on a phone or across a room. */
export const areasOfDanger: readonly string[] = [...['map', 'mapMore', 'mapTools', 'sky', 'verdict', 'watch']];

/** Arguments of texts that are functions, by key. Any other takes instants, names or counts. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  areas: [['Camp', 'Hut']],
  seen: [['Camp', 'Hut']],
  earlyText: [{ times: 1, of: 3, range80: [3, 46] }],
  fireText: [{ where: '12 km north-east', first: '13:00', last: '14:00', percent: 63, atLeast: true }],
  fireCorrectedText: [{ where: '12 km north-east', first: '13:00', percent: 8 }],
};

function spoken(node: unknown, path: string, key: string): [path: string, text: string][] {
  if (typeof node === 'string') return [[path, node]];
  if (typeof node === 'function') return spoken(node(...(ARGUMENTS[key] ?? ['14:03', '15:00'])), path, key);
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, child]) => spoken(child, `${path}.${name}`, name));
}

/** Each text of messages, pictures and feeds, with its path; functions as they say it of a sample. */
export function workerTexts(locale: Locale): [path: string, text: string][] {
  const files = {
    chatTexts,
    feedTexts,
    messageTexts,
    offlineTexts,
    pictureTexts: mapImageTexts,
    pushTexts,
    verdictTexts,
  };
  return Object.entries(files).flatMap(([name, texts]) => spoken(texts[locale], name, name));
}
