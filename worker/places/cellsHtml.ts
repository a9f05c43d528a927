import { bearingDegrees, type CompassPoint, compassPoint, distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { xmlText } from '#shared/http/xmlText.ts';
import type { Language } from '#shared/languages.ts';
import { PLACE_REACH_KM } from '#shared/limits.ts';
import type { CellReport } from '#shared/nowcast/cells/CellReport.ts';
import type { SkyFacts } from '#shared/verdict/SkyFacts.ts';
import { fill } from '#shared/verdict/sayVerdict.ts';
import { placePageTexts } from '#texts/placePageTexts.ts';
import { verdictTexts } from '#texts/verdictTexts.ts';
import type { HomeSky } from './homeSky.ts';
import { kmText, livePart, type PlacePage } from './PlacePage.ts';
import { placeTimeText, zoneOfCountry } from './placeClock.ts';
import { areLate } from './placeSky.ts';

export interface NearCell {
  readonly report: CellReport;
  readonly km: number;
  /** From the place to the cell, degrees clockwise from north. */
  readonly bearing: number;
}

const MOST_CELLS = 3;

/** The nearest storm cells within reach, or that nobody can say whether there are any: none is told only if that is known. */
export function nearCells(
  at: Position,
  sky: HomeSky | undefined,
  { feed, read }: SkyFacts,
): { readonly atMs: number; readonly cells: readonly NearCell[] } | 'unknown' {
  if (!sky?.cells || areLate(sky.cells, sky)) return 'unknown';
  const { atMs, partial } = sky.cells;
  const cells = sky.cells.cells
    .map((report) => ({ report, km: distanceKm(at, report), bearing: bearingDegrees(at, report) }))
    .filter(({ km }) => km <= PLACE_REACH_KM)
    .sort((one, other) => one.km - other.km)
    .slice(0, MOST_CELLS);
  const isSure = feed.kind === 'live' && read === 'all' && partial !== true;
  return cells.length > 0 || isSure ? { atMs, cells } : 'unknown';
}

/** The storm cells near the place, as lines of text. */
export function cellsHtml({ place, language, sky, facts }: PlacePage): string {
  const words = placePageTexts[language].cells;
  const near = nearCells(place, sky, facts);
  const items = near === 'unknown' ? [] : near.cells.map((cell) => `<li>${xmlText(cellText(cell, language))}</li>`);
  const zone = zoneOfCountry(place.country);
  const said =
    near === 'unknown'
      ? [words.unknown]
      : [
          ...(items.length === 0 ? [fill(words.none, { km: kmText(PLACE_REACH_KM, language) })] : []),
          fill(words.asOf, { time: placeTimeText(near.atMs, 'time', zone, language) }),
        ];
  const list = items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
  return livePart('cells', `<h2>${xmlText(words.title)}</h2>${list}<p>${xmlText(said.join(' '))}</p>`);
}

function cellText({ report, km, bearing }: NearCell, language: Language): string {
  const words = placePageTexts[language].cells;
  const { eastKmH, northKmH, showArrow, trend, flashes } = report;
  const direction = (point: CompassPoint) => verdictTexts[language].directions[point];
  const heading = compassPoint((Math.atan2(eastKmH, northKmH) * 180) / Math.PI + 360);
  const speed = Math.round(Math.hypot(eastKmH, northKmH));
  return [
    fill(words.cell, { km: kmText(km, language), direction: direction(compassPoint(bearing)), flashes }),
    showArrow ? fill(words.moves, { direction: direction(heading), speed }) : words.turns,
    ...(trend === 'steady' ? [] : [words[trend]]),
  ].join('; ');
}
