import { mercatorX, mercatorY } from '#shared/geo/mercator.ts';
import type { GazetteerPlace } from './readPlaces.ts';

/** Rank `r` is for zoom `r + 3` and closer; the last one is for all places without room before. */
const ZOOM_OF_FIRST_RANK = 4;
export const LAST_RANK = 8;
/** Minimum population for each rank: a wide view shows no villages, even if it has room. */
const FEWEST_PEOPLE = [100_000, 30_000, 8_000, 2_000, 500];
/** Size of a label, in CSS pixels. */
const LABEL = { width: 60, height: 26 };
const CAPITAL_WEIGHT = 10;
const SEAT_WEIGHT = 1.5;

/**
 * Returns ranks, 1 to 8: in order of importance, the first whose zoom has room for the label. So ranks are even over
 * the map, not over the population.
 */
export function rankPlaces(places: readonly GazetteerPlace[]): ReadonlyMap<GazetteerPlace, number> {
  const weight = ({ population, capital, seat }: GazetteerPlace) =>
    (population + 1) * (capital ? CAPITAL_WEIGHT : seat ? SEAT_WEIGHT : 1);
  const byWeight = places.toSorted((a, b) => weight(b) - weight(a));
  const ranks = new Map<GazetteerPlace, number>();
  for (let rank = 1; rank <= LAST_RANK; rank++) {
    const room = new Room(512 * 2 ** (rank - 1 + ZOOM_OF_FIRST_RANK));
    for (const place of ranks.keys()) room.accept(place);
    for (const place of byWeight) {
      if (ranks.has(place)) continue;
      const mayShow = place.capital || place.population >= (FEWEST_PEOPLE[rank - 1] ?? 0);
      if (mayShow && room.isFree(place)) {
        ranks.set(place, rank);
        room.accept(place);
      }
    }
  }
  for (const place of byWeight) if (!ranks.has(place)) ranks.set(place, LAST_RANK);
  return ranks;
}

/** The space taken by labels in a world `worldPixels` wide. */
class Room {
  readonly #cells = new Map<string, (readonly [x: number, y: number])[]>();
  readonly #worldPixels: number;

  constructor(worldPixels: number) {
    this.#worldPixels = worldPixels;
  }

  #at(place: GazetteerPlace): readonly [x: number, y: number] {
    return [mercatorX(place.longitude) * this.#worldPixels, mercatorY(place.latitude) * this.#worldPixels];
  }

  accept(place: GazetteerPlace): void {
    const [x, y] = this.#at(place);
    const key = `${Math.floor(x / LABEL.width)}/${Math.floor(y / LABEL.height)}`;
    const cell = this.#cells.get(key);
    if (cell) cell.push([x, y]);
    else this.#cells.set(key, [[x, y]]);
  }

  isFree(place: GazetteerPlace): boolean {
    const [x, y] = this.#at(place);
    const [column, row] = [Math.floor(x / LABEL.width), Math.floor(y / LABEL.height)];
    const around = [-1, 0, 1];
    return !around.some((right) =>
      around.some((down) =>
        this.#cells
          .get(`${column + right}/${row + down}`)
          ?.some((accepted) => Math.abs(accepted[0] - x) < LABEL.width && Math.abs(accepted[1] - y) < LABEL.height),
      ),
    );
  }
}
