import type { AreaChange } from '#shared/watch/AreaState.ts';

/**
 * The changes up to `change` that belong to the same danger, oldest first and `change` last: from the one that ended a
 * time when the area was seen and clear. `changes` are those of one area that a feed tells of, oldest first. Empty if
 * there is no such change.
 */
export function episodeOf(changes: readonly AreaChange[], change: number): readonly AreaChange[] {
  let begin = 0;
  let isBlind = false;
  for (const [index, { change: number, from, kind }] of changes.entries()) {
    if (from === 'clear' && !isBlind) begin = index;
    if (kind === 'blind') isBlind = true;
    if (kind === 'sight') isBlind = false;
    if (number === change) return changes.slice(begin, index + 1);
  }
  return [];
}
