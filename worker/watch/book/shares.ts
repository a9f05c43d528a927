/** From so much of the whole on, one network may have only its share. */
const PRESSED_FROM = 1 / 2;
/** Under pressure a network may have as many places as this part of the room that is left. */
const SHARE_OF_ROOM = 1 / 8;
/** The last part of the room is kept for networks that have nothing. */
const RESERVE = 1 / 10;

/** Places that are given out, of `most`: an object's areas, or the books of a day. */
export interface Places {
  readonly taken: number;
  readonly most: number;
}

/**
 * How many places one network may have, itself among the taken. Until half of them are taken, any number: many people may
 * be behind one network, as behind a carrier's. From then on an eighth of the room that is left, so that of 10,000 areas
 * one network gets at most 5,000, the next 555, the one after it 494; and in the last tenth a single one. So fifteen
 * networks that take all they can leave 1,000 areas, each for a network that has none. What was given is never taken back
 * for a share.
 */
export function shareOfNetwork({ taken, most }: Places): number {
  const room = most - taken;
  if (room <= 0) return 0;
  if (taken < most * PRESSED_FROM) return Number.POSITIVE_INFINITY;
  return room <= most * RESERVE ? 1 : Math.max(1, Math.floor(room * SHARE_OF_ROOM));
}
