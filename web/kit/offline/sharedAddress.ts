import { sharedPosition } from './sharedPosition.ts';

/** What the manifest's `share_target` calls title, text and address of what was shared. */
const SHARED = ['shared-title', 'shared-text', 'shared-url'];
/** What was shared and names no place, as the map's notice repeats it. */
const UNFOUND = 'shared';
const MAX_KEPT = 200;

/**
 * The map's query for an address that another app opened with something to share: with the point that was found in it,
 * or with the text in which none was.
 */
export function sharedAddress(search: string): string {
  const parameters = new URLSearchParams(search);
  const texts = SHARED.flatMap((name) => parameters.get(name) ?? []).filter((text) => text.trim() !== '');
  const at = sharedPosition(texts);
  if (!at) return `?${new URLSearchParams({ [UNFOUND]: texts.join(' ').slice(0, MAX_KEPT) })}`;
  const [latitude, longitude] = [at.latitude, at.longitude].map((degrees) => Number(degrees.toFixed(4)));
  return `?view=${latitude},${longitude},9z&point=${latitude},${longitude}`;
}
