import { type BBox, bboxWithin, boxAround, formatBBox } from '#shared/geo/BBox.ts';
import { bearingDegrees, type CompassPoint, compassPoint, distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { NAMED_PLACES, type NamedPlace, placesNear } from '#shared/geo/NamedPlaces.ts';
import { placePath, xmlText } from '#shared/http.ts';
import type { PlacePageTexts } from '#shared/i18n/dictionaryTypes.ts';
import { placePageTexts, verdictTexts, verdictTextsFor } from '#shared/i18n/serverTexts.ts';
import type { Language } from '#shared/languages.ts';
import { PLACE_REACH_KM } from '#shared/limits.ts';
import type { CellReport } from '#shared/nowcast/StormCell.ts';
import { pictureAddress } from '#shared/sky/pictureAddress.ts';
import { LAST_KM } from '#shared/sky/placeFacts.ts';
import { type HeldLevel, type SkyFacts, type Verdict, verdictOf } from '#shared/sky/verdictOf.ts';
import { fill, formatVerdict, noAlertsText, type SentencePart } from '#shared/sky/verdictText.ts';
import { clippedSpans, DAY_MS, HOUR_MS, isoMillis, MINUTE_MS, mergedSpans, type Span } from '#shared/time.ts';
import { dayAfter } from '#shared/utcDay.ts';
import { placePicturePath } from '#shared/wire/apiPaths.ts';
import type { SourceKind } from '#shared/wire/FeedEvent.ts';
import { zonedDay, zonedDayStartMs } from '#shared/zonedTime.ts';
import { frameOf, hatchData } from '#worker/features/places/pictureSvg.ts';
import {
  areLate,
  binnedStrikes,
  boxCounted,
  type HomeSky,
  kmText,
  livePart,
  nameAfterNear,
  type PlaceCounts,
  type PlacePage,
  placeTexts,
  sizeOf,
} from './placeSky.ts';

/** One time zone for each country of home. */
const ZONES: Readonly<Record<string, string>> = {
  AL: 'Europe/Tirane',
  AT: 'Europe/Vienna',
  BA: 'Europe/Sarajevo',
  BG: 'Europe/Sofia',
  GR: 'Europe/Athens',
  HR: 'Europe/Zagreb',
  HU: 'Europe/Budapest',
  IT: 'Europe/Rome',
  MD: 'Europe/Chisinau',
  ME: 'Europe/Podgorica',
  MK: 'Europe/Skopje',
  MT: 'Europe/Malta',
  RO: 'Europe/Bucharest',
  RS: 'Europe/Belgrade',
  SI: 'Europe/Ljubljana',
  SK: 'Europe/Bratislava',
  TR: 'Europe/Istanbul',
  UA: 'Europe/Kyiv',
  XK: 'Europe/Belgrade',
};

/** The time zone of a country of home, by its two-letter code; UTC for any other. */
function zoneOfCountry(country: string): string {
  return ZONES[country] ?? 'UTC';
}

const STYLES = {
  time: { hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  dayAndTime: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  full: { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** An instant in a time zone. Formats are cached: one for each language, zone and style. */
function placeTimeText(atMs: number, style: keyof typeof STYLES, zone: string, language: Language): string {
  const key = `${style} ${zone} ${language}`;
  const cached = formats.get(key);
  const format =
    cached ??
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
      ...STYLES[style],
      timeZone: zone,
      hourCycle: 'h23',
    });
  if (!cached) formats.set(key, format);
  return format.format(atMs);
}

interface Bar {
  readonly fromMs: number;
  readonly toMs: number;
  readonly strikes: number;
  /** Its time has data gaps, so there may be more strikes. */
  readonly hasGap: boolean;
}

const HOUR_STEP_MS = 5 * MINUTE_MS;
const HOUR_BARS = 12;
const DAY_BARS = 24;
const FORTNIGHT_DAYS = 14;

/** The last hour in steps of five minutes, from the snapshot. */
export function hourBars(sky: HomeSky, box: BBox): Bar[] {
  const toMs = Math.ceil(sky.nowMs / HOUR_STEP_MS) * HOUR_STEP_MS;
  const fromMs = toMs - HOUR_BARS * HOUR_STEP_MS;
  const counts = binnedStrikes(sky, box, { fromMs, stepMs: HOUR_STEP_MS, bins: HOUR_BARS });
  const edges = counts.map((_, index) => fromMs + index * HOUR_STEP_MS);
  return barsOf([...edges, toMs], counts, recentGaps(sky), sky.nowMs);
}

/** Gaps, including the time since the last data if the feed is late or down. */
function recentGaps({ feed, gaps, nowMs }: HomeSky): readonly Span[] {
  return feed.state === 'live' ? gaps : [...gaps, [feed.lastSuccessMs ?? 0, nowMs]];
}

/** The last day in whole hours. */
export function dayBars({ fromMs, byHour, gaps }: PlaceCounts, nowMs: number): Bar[] {
  const first = byHour.length - DAY_BARS;
  const edges = Array.from({ length: DAY_BARS + 1 }, (_, index) => fromMs + (first + index) * HOUR_MS);
  return barsOf(edges, byHour.slice(first), gaps, nowMs);
}

/** The days up to today, in local time: in all of home's zones a day starts at a whole hour of UTC. */
export function fortnightBars({ fromMs, byHour, gaps }: PlaceCounts, zone: string, nowMs: number): Bar[] {
  const today = zonedDay(nowMs, zone);
  const edges = Array.from({ length: FORTNIGHT_DAYS + 1 }, (_, index) =>
    zonedDayStartMs(dayAfter(today, index + 1 - FORTNIGHT_DAYS), zone),
  );
  const hourAt = (atMs: number) => Math.max(0, Math.round((atMs - fromMs) / HOUR_MS));
  const counts = edges
    .slice(1)
    .map((toMs, index) => byHour.slice(hourAt(edges[index] ?? toMs), hourAt(toMs)).reduce((sum, n) => sum + n, 0));
  return barsOf(edges, counts, gaps, nowMs);
}

/** There must be one more edge than counts. */
function barsOf(edges: readonly number[], counts: readonly number[], gaps: readonly Span[], nowMs: number): Bar[] {
  return counts.map((strikes, index) => {
    const [fromMs = 0, toMs = 0] = edges.slice(index, index + 2);
    return { fromMs, toMs, strikes, hasGap: clippedSpans(gaps, fromMs, Math.min(toMs, nowMs)).length > 0 };
  });
}

/** The last hour, day and fortnight as small plots, each with its sum as text. */
function plotsHtml(page: PlacePage): string {
  const { place, language, sky, counts, nowMs } = page;
  const texts = placeTexts(page).plots;
  const zone = zoneOfCountry(place.country);
  const box = boxCounted(place);
  const plots = [
    ['hour', sky && hourBars(sky, box), 'time'],
    ['day', counts && dayBars(counts, nowMs), 'time'],
    ['fortnight', counts && fortnightBars(counts, zone, nowMs), 'day'],
  ] as const;
  const isHatched = plots.some(([, bars]) => bars?.some(({ hasGap }) => hasGap));
  const figures = plots.map(([key, bars, style]) => {
    if (!bars)
      return `<figure data-plot="${key}"><figcaption>${xmlText(texts[key])}</figcaption><p>${xmlText(texts.none)}</p></figure>`;
    return plotHtml(texts, bars, language, (atMs) => placeTimeText(atMs, style, zone, language), key);
  });
  const note = [
    ...(isHatched ? [texts.hatched] : []),
    fill(texts.area, { ...sizeOf(box), of: nameAfterNear(place, language) }),
  ].join(' ');
  return livePart(
    'plots',
    `<h2>${xmlText(texts.title)}</h2>${figures.join('')}<p data-part="note">${xmlText(note)}</p>`,
  );
}

function plotHtml(
  texts: PlacePageTexts['plots'],
  bars: readonly Bar[],
  language: Language,
  label: (atMs: number) => string,
  key: 'hour' | 'day' | 'fortnight',
) {
  const title = texts[key];
  const number = (n: number) => new Intl.NumberFormat(language).format(n);
  const n = number(bars.reduce((sum, { strikes }) => sum + strikes, 0));
  const counted = fill(bars.some(({ hasGap }) => hasGap) ? texts.known : texts.count, { n });
  const paths = plotPaths(bars);
  const most = Math.max(...bars.map(({ strikes }) => strikes));
  const middle = bars[bars.length >> 1];
  const labels = [label(bars[0]?.fromMs ?? 0), label(middle?.fromMs ?? 0), texts.now];
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

/** Path data of the bars, which grow with the number of strikes, and of the hatching over bars with gaps. */
function plotPaths(bars: readonly Bar[]): { readonly bars: string; readonly hatch: string } {
  const most = Math.max(1, ...bars.map(({ strikes }) => strikes));
  const leftOf = (index: number) => Math.round((index * PLOT_WIDTH) / bars.length);
  const rendered = bars.map(({ strikes }, index) => {
    if (strikes === 0) return '';
    const tall = Math.max(LEAST_HEIGHT, Math.round((strikes / most) * PLOT_HEIGHT));
    return `M${leftOf(index)} ${PLOT_HEIGHT}v-${tall}h${leftOf(index + 1) - leftOf(index) - GAP}v${tall}z`;
  });
  const gaps = bars.flatMap(({ hasGap }, index): Span[] => (hasGap ? [[leftOf(index), leftOf(index + 1)]] : []));
  const hatch = mergedSpans(gaps).map(([left, right]) => hatchData({ left, top: 0, right, bottom: PLOT_HEIGHT }));
  return { bars: rendered.join(''), hatch: hatch.join('') };
}

interface NearCell {
  readonly report: CellReport;
  readonly km: number;
  /** From the place to the cell, in degrees clockwise from north. */
  readonly bearing: number;
}

const MOST_CELLS = 3;

/** The nearest storm cells within reach, or `unknown`. The list is empty only if that is certain. */
function nearCells(
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
  const isConfirmed = feed.kind === 'live' && read === 'all' && partial !== true;
  return cells.length > 0 || isConfirmed ? { atMs, cells } : 'unknown';
}

/** The storm cells near the place, as lines of text. */
function cellsHtml({ place, language, sky, facts }: PlacePage): string {
  const texts = placePageTexts[language].cells;
  const near = nearCells(place, sky, facts);
  const items = near === 'unknown' ? [] : near.cells.map((cell) => `<li>${xmlText(cellText(cell, language))}</li>`);
  const zone = zoneOfCountry(place.country);
  const messages =
    near === 'unknown'
      ? [texts.unknown]
      : [
          ...(items.length === 0 ? [fill(texts.none, { km: kmText(PLACE_REACH_KM, language) })] : []),
          fill(texts.asOf, { time: placeTimeText(near.atMs, 'time', zone, language) }),
        ];
  const list = items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
  return livePart('cells', `<h2>${xmlText(texts.title)}</h2>${list}<p>${xmlText(messages.join(' '))}</p>`);
}

function cellText({ report, km, bearing }: NearCell, language: Language): string {
  const texts = placePageTexts[language].cells;
  const { eastKmH, northKmH, showArrow, trend, flashes } = report;
  const direction = (point: CompassPoint) => verdictTexts[language].directions[point];
  const heading = compassPoint((Math.atan2(eastKmH, northKmH) * 180) / Math.PI + 360);
  const speed = Math.round(Math.hypot(eastKmH, northKmH));
  return [
    fill(texts.cell, { km: kmText(km, language), direction: direction(compassPoint(bearing)), flashes }),
    showArrow ? fill(texts.moves, { direction: direction(heading), speed }) : texts.turns,
    ...(trend === 'steady' ? [] : [texts[trend]]),
  ].join('; ');
}

const AROUND_KM = 60;
const SIZE = { width: 480, height: 400 } as const;
const STEPS_A_DEGREE = 100;

/** The embeddable picture of the last hour around the place, with a marker and the place's name over it. */
export function pictureHtml({ place, language, sky }: PlacePage): string {
  const { west, south, east, north } = boxAround(place, AROUND_KM);
  const coarse = (degrees: number) => Math.round(degrees * STEPS_A_DEGREE) / STEPS_A_DEGREE;
  const box: BBox = { west: coarse(west), south: coarse(south), east: coarse(east), north: coarse(north) };
  const src = pictureAddress({ bbox: formatBBox(box), lang: language, theme: 'light', ...SIZE });
  const alt = fill(placePageTexts[language].picture, { of: nameAfterNear(place, language) });
  const image = `<img src="${xmlText(src)}" alt="${xmlText(alt)}" width="${SIZE.width}" height="${SIZE.height}" loading="lazy" decoding="async">`;
  if (!sky) return livePart('picture', image);
  // The picture reserves lines below the land for its own warnings.
  const isBeyond = !bboxWithin(frameOf({ bbox: box, size: SIZE, strips: 0 }).box, sky.home);
  const frame = frameOf({ bbox: box, size: SIZE, strips: Number(sky.simulated) + Number(isBeyond) });
  const [x, y] = frame.project(place.longitude, place.latitude).map(Math.round);
  const mark = `<circle cx="${x}" cy="${y}" r="5"/><text x="${x}" y="${(y ?? 0) - 10}" text-anchor="middle">${xmlText(place.names[language])}</text>`;
  return livePart(
    'picture',
    `${image}<svg viewBox="0 0 ${SIZE.width} ${SIZE.height}" aria-hidden="true">${mark}</svg>`,
  );
}

interface PlaceHead {
  readonly title: string;
  readonly description: string;
  /** Absolute URL. */
  readonly image: string;
  /** schema.org data: the page, its subject, and the breadcrumb list. */
  readonly jsonLd: string;
}

/** Contains no current data: a search result or a preview may be weeks old. */
export function placeHead(
  { place, language, sky }: Pick<PlacePage, 'place' | 'language' | 'sky'>,
  origin: string,
): PlaceHead {
  const { title: titleText, description: descriptionText, heading, places } = placeTexts({ language, sky });
  const of = nameAfterNear(place, language);
  const [title, description] = [fill(titleText, { of }), fill(descriptionText[place.kind], { of })];
  const url = origin + placePath(place.slug, language);
  const image = origin + placePicturePath(place);
  const { latitude, longitude, country, names } = place;
  const about = {
    '@type': place.kind === 'town' ? 'City' : 'Mountain',
    name: names[language],
    geo: { '@type': 'GeoCoordinates', latitude, longitude },
    // XK is not an ISO 3166 country.
    ...(country === 'XK' ? {} : { address: { '@type': 'PostalAddress', addressCountry: country } }),
  };
  const trail = [
    { '@type': 'ListItem', position: 1, name: places, item: `${origin}/${language}/places` },
    { '@type': 'ListItem', position: 2, name: fill(heading, { of }), item: url },
  ];
  const page = {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    '@id': url,
    url,
    name: title,
    description,
    inLanguage: language,
    primaryImageOfPage: image,
    about,
    breadcrumb: { '@type': 'BreadcrumbList', itemListElement: trail },
  };
  // A closing tag inside a text must not end the script element.
  return { title, description, image, jsonLd: JSON.stringify(page).replaceAll('<', '\\u003c') };
}

/** Farther than this from every named place, a strike has no title. */
const NEAR_PLACE_KM = 40;

/** Title of a shared strike, in the place's local time; undefined if no named place is near. */
export function strikeTitle(at: Position, atMs: number, language: Language): string | undefined {
  const [place] = placesNear(NAMED_PLACES, at, 1);
  if (!place || distanceKm(place, at) > NEAR_PLACE_KM) return undefined;
  const time = placeTimeText(atMs, 'dayAndTime', zoneOfCountry(place.country), language);
  return fill(placePageTexts[language].strike, { of: nameAfterNear(place, language), time });
}

/** The sentences of the verdict, in the place's local time. */
export function verdictSentences(verdict: Verdict, language: Language, zone: string, kind?: SourceKind) {
  return formatVerdict(verdict, {
    texts: verdictTextsFor(language, kind),
    language,
    isRead: 'later',
    timeOf: (atMs) => {
      const isToday = zonedDay(atMs, zone) === zonedDay(verdict.nowMs, zone);
      return placeTimeText(atMs, isToday ? 'time' : 'dayAndTime', zone, language);
    },
  });
}

/** The page's main part. The page's script refreshes the parts with `data-live`. */
export function placeHtml(page: PlacePage): string {
  const { place, language } = page;
  const texts = placePageTexts[language];
  const of = nameAfterNear(place, language);
  const country = new Intl.DisplayNames(language, { type: 'region' }).of(place.country) ?? place.country;
  return [
    `<p data-part="trail"><a href="/${language}/places">${xmlText(texts.places)}</a> › ${xmlText(country)}</p>`,
    `<h1>${xmlText(fill(texts.heading, { of }))}</h1>`,
    `<p data-part="stale" role="alert" hidden>${xmlText(texts.stale)}</p>`,
    verdictHtml(page),
    actionsHtml(page),
    pictureHtml(page),
    cellsHtml(page),
    plotsHtml(page),
    gapsHtml(page),
    neighboursHtml(page),
    `<p data-part="credit">${xmlText([page.sky?.primary?.attribution, texts.credit].filter(Boolean).join(' · '))}</p>`,
  ].join('\n');
}

function verdictHtml({ place, language, facts, nowMs, sky }: PlacePage): string {
  const unguarded = sky?.primary ? noAlertsText(sky.primary, verdictTexts[language]) : undefined;
  const verdict = verdictOf(facts);
  const sentences = verdictSentences(verdict, language, zoneOfCountry(place.country), sky?.primary?.kind);
  const texts = (isLead: boolean) =>
    sentences.flatMap(({ part, text }) => (LEADING.has(part) === isLead ? [xmlText(text)] : []));
  const rest = texts(false).join(' ');
  const labels = placePageTexts[language];
  const time = placeTimeText(nowMs, 'full', zoneOfCountry(place.country), language);
  const asOf = fill(labels.asOf, { time, utc: placeTimeText(nowMs, 'time', 'UTC', language) });
  return livePart(
    'verdict',
    [
      `<p data-part="verdict" data-tone="${toneOf(verdict)}">${texts(true).join(' ')}</p>`,
      ...(rest === '' ? [] : [`<p data-part="more">${rest}</p>`]),
      ...(unguarded === undefined ? [] : [`<p data-part="source"><strong>${xmlText(unguarded)}</strong></p>`]),
      `<p data-part="as-of"><time datetime="${isoMillis(nowMs)}">${xmlText(asOf)}</time></p>`,
    ].join(''),
  );
}

/** The level, the lightning's place and the advice come first. */
const LEADING: ReadonlySet<SentencePart> = new Set(['held', 'lead', 'action', 'motion']);

/** Style of the verdict's frame: a level's colour, danger, calm, or unknown. */
function toneOf({ lead, caveats, motion, arrival, held }: Verdict): HeldLevel | 'near' | 'calm' | 'unsure' {
  if (held && lead.kind !== 'blind') return held.level;
  const isComing = motion === 'closer' || arrival !== undefined;
  if (lead.kind === 'near') return isComing || (lead.strike.away?.km ?? 0) <= LAST_KM ? 'near' : 'unsure';
  return lead.kind === 'none' || (lead.kind === 'last' && caveats.length === 0) ? 'calm' : 'unsure';
}

function actionsHtml({ place, language, nowMs, sky }: PlacePage): string {
  const { actions } = placePageTexts[language];
  const at = `${place.latitude},${place.longitude}`;
  const name = encodeURIComponent(place.names[language]);
  const zone = zoneOfCountry(place.country);
  const day = zonedDay(nowMs, zone);
  const links = [
    ['tell', `map?watch=1&view=${at},11z`],
    ['map', `map?view=${at},9z&point=${at}`],
    ['report', `report#at=${at}&name=${name}&day=${day}&around=1&zone=${encodeURIComponent(zone)}&km=10`],
    ['analytics', `analytics?at=${at}&r=25&name=${name}`],
  ] as const;
  // Alerts are impossible with a source that does not support them.
  const possible = links.filter(([key]) => key !== 'tell' || sky?.supportsAlerts !== false);
  const items = possible.map(
    ([key, to]) =>
      `<li><a href="${xmlText(`/${language}/${to}`)}" data-action="${key}">${xmlText(actions[key])}</a></li>`,
  );
  return `<section data-part="actions"><h2>${xmlText(actions.title)}</h2><ul>${items.join('')}</ul></section>`;
}

const MOST_SPANS = 5;
const FORTNIGHT_MS = 14 * DAY_MS;

function gapsHtml({ place, language, sky, counts, nowMs }: PlacePage): string {
  const texts = placePageTexts[language].gaps;
  const zone = zoneOfCountry(place.country);
  const isLive = sky?.feed.state === 'live' && sky.gaps.length === 0;
  const text = (atMs: number) => placeTimeText(atMs, 'dayAndTime', zone, language);
  const gaps = counts && clippedSpans(counts.gaps, nowMs - FORTNIGHT_MS, nowMs);
  const spans = gaps?.slice(-MOST_SPANS).map(([fromMs, toMs]) => `${text(fromMs)} – ${text(toMs)}`);
  const more = (gaps?.length ?? 0) - MOST_SPANS;
  const message = !spans
    ? texts.unknown
    : spans.length > 0
      ? fill(texts.spans, {
          spans: [...spans.reverse(), ...(more > 0 ? [fill(texts.more, { n: more })] : [])].join('; '),
        })
      : isLive
        ? texts.all
        : texts.unknown;
  return livePart('gaps', `<h2>${xmlText(texts.title)}</h2><p>${xmlText(message)}</p>`);
}

function neighboursHtml({ place, language, neighbours }: PlacePage): string {
  const { title, place: text } = placePageTexts[language].near;
  return `<section data-part="near"><h2>${xmlText(title)}</h2>${placeList(neighbours, language, (near) =>
    fill(text, { name: near.names[language], km: kmText(Math.round(distanceKm(place, near)), language) }),
  )}</section>`;
}

function placeList(places: readonly NamedPlace[], language: Language, text: (place: NamedPlace) => string): string {
  const items = places.map(
    (place) => `<li><a href="${placePath(place.slug, language)}">${xmlText(text(place))}</a></li>`,
  );
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
}

/** For an unknown slug: suggests the places with the most similar names. */
export function missingHtml(language: Language, near: readonly NamedPlace[]): string {
  const { title, text, all } = placePageTexts[language].missing;
  const similar =
    near.length === 0 ? '' : `<p>${xmlText(text)}</p>${placeList(near, language, ({ names }) => names[language])}`;
  const list = `<p><a href="/${language}/places">${xmlText(all)}</a></p>`;
  return `<section data-part="missing"><h1>${xmlText(title)}</h1>${similar}${list}</section>`;
}
