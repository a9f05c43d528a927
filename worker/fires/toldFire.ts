import { isoSeconds } from '#shared/time/isoTime.ts';
import type { NewsFire } from './FireNews.ts';

/** MW to a hundredth: of a fire, a pass or a pixel. */
export const toldPower = (frpMw: number): number => Number(frpMw.toFixed(2));

/** What makes its chance one of "at least"; nothing where all was read. */
export const toldUnread = ({ unreadShare = 0 }: Pick<NewsFire, 'unreadShare'>) =>
  unreadShare > 0 ? { unreadShare } : {};

/** Place, times and power of a fire, as answers and messages have them: degrees to a metre. */
export function toldFire({ latitude, longitude, firstSeenMs, lastSeenMs, frpMw }: NewsFire) {
  return {
    latitude: Number(latitude.toFixed(5)),
    longitude: Number(longitude.toFixed(5)),
    firstSeen: isoSeconds(firstSeenMs),
    lastSeen: isoSeconds(lastSeenMs),
    frpMw: toldPower(frpMw),
  };
}
