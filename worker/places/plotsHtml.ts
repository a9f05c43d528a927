import { xmlText } from '#shared/http/xmlText.ts';
import type { Language } from '#shared/languages.ts';
import { mergedSpans, type Span } from '#shared/time/spans.ts';
import { fill } from '#shared/verdict/sayVerdict.ts';
import type { PlacePageWords } from '#texts/placePageTexts.ts';
import { hatchData } from '#worker/picture/pathData.ts';
import { livePart, nameAfterNear, type PlacePage, placeWords } from './PlacePage.ts';
import { placeTimeText, zoneOfCountry } from './placeClock.ts';
import { boxCounted, sizeOf } from './placeCounts.ts';
import { type Bar, dayBars, fortnightBars, hourBars } from './plots.ts';

/** The last hour, day and fortnight as small plots, each with its sum as text. */
export function plotsHtml(page: PlacePage): string {
  const { place, language, sky, counts, nowMs } = page;
  const words = placeWords(page).plots;
  const zone = zoneOfCountry(place.country);
  const box = boxCounted(place);
  const plots = [
    ['hour', sky && hourBars(sky, box), 'time'],
    ['day', counts && dayBars(counts, nowMs), 'time'],
    ['fortnight', counts && fortnightBars(counts, zone, nowMs), 'day'],
  ] as const;
  const isHatched = plots.some(([, bars]) => bars?.some(({ isUnread }) => isUnread));
  const figures = plots.map(([key, bars, style]) => {
    if (!bars)
      return `<figure data-plot="${key}"><figcaption>${xmlText(words[key])}</figcaption><p>${xmlText(words.none)}</p></figure>`;
    return plotHtml(words, bars, language, (atMs) => placeTimeText(atMs, style, zone, language), key);
  });
  const note = [
    ...(isHatched ? [words.hatched] : []),
    fill(words.area, { ...sizeOf(box), of: nameAfterNear(place, language) }),
  ].join(' ');
  return livePart(
    'plots',
    `<h2>${xmlText(words.title)}</h2>${figures.join('')}<p data-part="note">${xmlText(note)}</p>`,
  );
}

function plotHtml(
  words: PlacePageWords['plots'],
  bars: readonly Bar[],
  language: Language,
  label: (atMs: number) => string,
  key: 'hour' | 'day' | 'fortnight',
) {
  const title = words[key];
  const number = (n: number) => new Intl.NumberFormat(language).format(n);
  const n = number(bars.reduce((sum, { strikes }) => sum + strikes, 0));
  const counted = fill(bars.some(({ isUnread }) => isUnread) ? words.known : words.count, { n });
  const paths = plotPaths(bars);
  const most = Math.max(...bars.map(({ strikes }) => strikes));
  const middle = bars[bars.length >> 1];
  const labels = [label(bars[0]?.fromMs ?? 0), label(middle?.fromMs ?? 0), words.now];
  return [
    `<figure data-plot="${key}"><figcaption>${xmlText(title)} <span>${xmlText(counted)}</span></figcaption>`,
    `<div data-part="plot"><svg role="img" aria-label="${xmlText(`${title}. ${counted}`)}" viewBox="0 0 ${PLOT_WIDTH} ${PLOT_HEIGHT}" preserveAspectRatio="none">`,
    paths.hatch && `<path data-hatch="" d="${paths.hatch}"/>`,
    paths.bars && `<path data-bars="" d="${paths.bars}"/>`,
    `</svg>${most > 0 ? `<span data-part="most" aria-hidden="true">${number(most)}</span>` : ''}</div>`,
    `<div data-part="axis" aria-hidden="true">${labels.map((text) => `<span>${xmlText(text)}</span>`).join('')}</div></figure>`,
  ].join('');
}

const PLOT_WIDTH = 336;
const PLOT_HEIGHT = 64;
const GAP = 2;
const LEAST_HEIGHT = 3;

/** Path data of the bars, which grow with the number of strikes, and of what hatches those that were not all read. */
function plotPaths(bars: readonly Bar[]): { readonly bars: string; readonly hatch: string } {
  const most = Math.max(1, ...bars.map(({ strikes }) => strikes));
  const leftOf = (index: number) => Math.round((index * PLOT_WIDTH) / bars.length);
  const drawn = bars.map(({ strikes }, index) => {
    if (strikes === 0) return '';
    const tall = Math.max(LEAST_HEIGHT, Math.round((strikes / most) * PLOT_HEIGHT));
    return `M${leftOf(index)} ${PLOT_HEIGHT}v-${tall}h${leftOf(index + 1) - leftOf(index) - GAP}v${tall}z`;
  });
  const unread = bars.flatMap(({ isUnread }, index): Span[] => (isUnread ? [[leftOf(index), leftOf(index + 1)]] : []));
  const hatch = mergedSpans(unread).map(([left, right]) => hatchData({ left, top: 0, right, bottom: PLOT_HEIGHT }));
  return { bars: drawn.join(''), hatch: hatch.join('') };
}
