import type { AreaState } from '#shared/watch/AreaState.ts';
import { compareLevels } from '#shared/watch/rings.ts';
import { type Shown, shownOf } from './words.ts';

/** What is shown of an area's state. */
export type Judged = Pick<AreaState, 'level' | 'sight' | 'countdown' | 'lastMs' | 'watermarkMs' | 'front'>;

/** Whoever sees a stop must be believed; but who is blind may have anything below it before them. */
const DANGER: readonly Shown[] = ['clear', 'watch', 'warning', 'unknown', 'stop'];

const dangerOf = (judged: Judged): number => DANGER.indexOf(shownOf(judged));

/**
 * What is shown where the page and the server both watch: the more dangerous of the two, with the higher of both levels
 * beneath what is unknown. A countdown must be the word of each of them that is at stop.
 */
export function moreDangerous<State extends Judged>(page: State, server: Judged): State {
  const worst = dangerOf(server) > dangerOf(page) ? server : page;
  const other = worst === page ? server : page;
  const level = compareLevels(server.level, page.level) > 0 ? server.level : page.level;
  const isSeen = worst.sight !== 'unknown' && other.sight !== 'unknown';
  return {
    ...page,
    level,
    sight: isSeen && other.sight === 'delayed' ? 'delayed' : worst.sight,
    countdown: level === 'stop' ? countdownOf(page, server) : null,
    lastMs: [
      laterOf(page.lastMs[0], server.lastMs[0]),
      laterOf(page.lastMs[1], server.lastMs[1]),
      laterOf(page.lastMs[2], server.lastMs[2]),
    ],
    watermarkMs: isSeen ? earlierOf(page.watermarkMs, server.watermarkMs) : worst.watermarkMs,
    front: worst.front.length > 0 ? worst.front : other.front,
  };
}

/** The page's own instant where both count down: it knows when stop ends, the server's word holds for the all-clear. */
function countdownOf(page: Judged, server: Judged): Judged['countdown'] {
  const atStop = [page, server].filter(({ level, sight }) => level === 'stop' && sight !== 'unknown');
  return atStop.every(({ countdown }) => countdown) ? (atStop[0]?.countdown ?? null) : null;
}

function laterOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

function earlierOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.min(a, b);
}
