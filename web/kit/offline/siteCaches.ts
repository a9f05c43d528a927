/** One cache for each build of the site; the ground is the same for all. */
export const SITE = 'site-';
export const GROUND = 'ground';
/** Stands in a build's cache once all of it is there. */
export const COMPLETE = '/.complete';

/** The build that a page belongs to: what its entry script is called. */
export function buildOf(html: string): string | undefined {
  return /\/assets\/(index-[\w-]+)\.js"/.exec(html)?.[1];
}

/** In which caches a page is looked for: the newest build that is there whole, then older ones, then parts. */
export function searchOrder(names: readonly string[], complete: ReadonlySet<string>): string[] {
  const newestFirst = names.filter((name) => name.startsWith(SITE)).reverse();
  return [...newestFirst.filter((name) => complete.has(name)), ...newestFirst.filter((name) => !complete.has(name))];
}

/**
 * Which caches can go: those of other builds that no open page belongs to. `locks`: what open pages hold; undefined if
 * the browser cannot tell, and then nothing goes while more than one page is open.
 */
export function cachesToDrop(
  names: readonly string[],
  own: string,
  locks: ReadonlySet<string> | undefined,
  openPages: number,
): string[] {
  if (!locks && openPages > 1) return [];
  return names.filter((name) => name.startsWith(SITE) && name !== own && !locks?.has(name));
}
