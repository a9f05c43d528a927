import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';

const MINUTE_MS = 60_000;

/** A storm of the hour before `nowMs` over the middle of home: so many strikes, the same ones each time, by age. */
export function hourStorm(nowMs: number, strikes: number) {
  const random = seededRandom(160);
  return Array.from({ length: strikes }, (_, index) => ({
    id: `s${index}`,
    longitude: 20 + random() * 6,
    latitude: 40 + random() * 4,
    atMs: nowMs - 45 * MINUTE_MS + Math.floor((index / strikes) * 44 * MINUTE_MS),
  }));
}
