import type { FeedChange } from './FeedBook.ts';

/** Without sight that nobody was told they had lost: a new or edited area is unknown until its past was read. */
export function toldChanges(changes: readonly FeedChange[]): FeedChange[] {
  const blind = new Set<string>();
  return changes.filter(({ area, change: { kind } }) => {
    if (kind === 'sight') return blind.delete(area);
    if (kind === 'blind') blind.add(area);
    return true;
  });
}
