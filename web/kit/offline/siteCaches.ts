/** One cache for each build of the site; the ground is the same for all. */
export const SITE = 'site-';
export const GROUND = 'ground';
/** Marks a build's cache as complete. */
export const COMPLETE = '/.complete';

/** The build of a page: the name of its entry script. */
export function buildOf(html: string): string | undefined {
  return /\/assets\/(index-[\w-]+)\.js"/.exec(html)?.[1];
}

/** The caches to search for a page, in order: newest complete build, older ones, incomplete ones. */
export function searchOrder(names: readonly string[], complete: ReadonlySet<string>): string[] {
  const newestFirst = names.filter((name) => name.startsWith(SITE)).reverse();
  return [...newestFirst.filter((name) => complete.has(name)), ...newestFirst.filter((name) => !complete.has(name))];
}

/** Caches of builds that no open page uses; if `locks` is undefined, none while more than one page is open. */
export function cachesToDrop(
  names: readonly string[],
  own: string,
  locks: ReadonlySet<string> | undefined,
  openPages: number,
): string[] {
  if (!locks && openPages > 1) return [];
  return names.filter((name) => name.startsWith(SITE) && name !== own && !locks?.has(name));
}
