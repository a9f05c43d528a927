import { distanceKm } from '#shared/geo/geodesy.ts';
import { xmlText } from '#shared/http/xmlText.ts';
import type { Language } from '#shared/languages.ts';
import type { NamedPlace } from '#shared/places/NamedPlaces.ts';
import { placePath } from '#shared/places/placePath.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { clippedSpans } from '#shared/time/spans.ts';
import { zonedDay } from '#shared/time/zonedTime.ts';
import { guardText } from '#shared/verdict/guardText.ts';
import { fill, type SentencePart, sayVerdict } from '#shared/verdict/sayVerdict.ts';
import { LAST_KM } from '#shared/verdict/toldStrikes.ts';
import { type HeldLevel, type Verdict, verdictOf } from '#shared/verdict/verdictOf.ts';
import type { SourceKind } from '#shared/wire/PrimarySource.ts';
import { placePageTexts } from '#texts/placePageTexts.ts';
import { verdictTexts, verdictWordsFor } from '#texts/verdictTexts.ts';
import { cellsHtml } from './cellsHtml.ts';
import { kmText, livePart, nameAfterNear, type PlacePage } from './PlacePage.ts';
import { pictureHtml } from './pictureHtml.ts';
import { placeTimeText, zoneOfCountry } from './placeClock.ts';
import { plotsHtml } from './plotsHtml.ts';

/** The sentences of the verdict, on the place's clock. */
export function verdictSentences(verdict: Verdict, language: Language, zone: string, kind?: SourceKind) {
  return sayVerdict(verdict, {
    words: verdictWordsFor(language, kind),
    language,
    isRead: 'later',
    timeOf: (atMs) => {
      const isToday = zonedDay(atMs, zone) === zonedDay(verdict.nowMs, zone);
      return placeTimeText(atMs, isToday ? 'time' : 'dayAndTime', zone, language);
    },
  });
}

/** What stands in the page's main part. Parts with `data-live` are what its program renews. */
export function placeHtml(page: PlacePage): string {
  const { place, language } = page;
  const words = placePageTexts[language];
  const of = nameAfterNear(place, language);
  const country = new Intl.DisplayNames(language, { type: 'region' }).of(place.country) ?? place.country;
  return [
    `<p data-part="trail"><a href="/${language}/places">${xmlText(words.places)}</a> › ${xmlText(country)}</p>`,
    `<h1>${xmlText(fill(words.heading, { of }))}</h1>`,
    `<p data-part="stale" role="alert" hidden>${xmlText(words.stale)}</p>`,
    verdictHtml(page),
    actionsHtml(page),
    pictureHtml(page),
    cellsHtml(page),
    plotsHtml(page),
    unreadHtml(page),
    neighboursHtml(page),
    `<p data-part="credit">${xmlText([page.sky?.primary?.attribution, words.credit].filter(Boolean).join(' · '))}</p>`,
  ].join('\n');
}

function verdictHtml({ place, language, facts, nowMs, sky }: PlacePage): string {
  const unguarded = sky?.primary ? guardText(sky.primary, verdictTexts[language]) : undefined;
  const verdict = verdictOf(facts);
  const sentences = verdictSentences(verdict, language, zoneOfCountry(place.country), sky?.primary?.kind);
  const said = (isLead: boolean) =>
    sentences.flatMap(({ part, text }) => (LEADING.has(part) === isLead ? [xmlText(text)] : []));
  const rest = said(false).join(' ');
  const words = placePageTexts[language];
  const time = placeTimeText(nowMs, 'full', zoneOfCountry(place.country), language);
  const asOf = fill(words.asOf, { time, utc: placeTimeText(nowMs, 'time', 'UTC', language) });
  return livePart(
    'verdict',
    [
      `<p data-part="verdict" data-tone="${toneOf(verdict)}">${said(true).join(' ')}</p>`,
      ...(rest === '' ? [] : [`<p data-part="more">${rest}</p>`]),
      ...(unguarded === undefined ? [] : [`<p data-part="source"><strong>${xmlText(unguarded)}</strong></p>`]),
      `<p data-part="as-of"><time datetime="${isoMillis(nowMs)}">${xmlText(asOf)}</time></p>`,
    ].join(''),
  );
}

/** The level, where it strikes and what to do stand first. */
const LEADING: ReadonlySet<SentencePart> = new Set(['held', 'lead', 'action', 'motion']);

/** How the verdict's frame looks: a level's colour, danger, calm, or what nobody can say. */
function toneOf({ lead, lacks, motion, arrival, held }: Verdict): HeldLevel | 'near' | 'calm' | 'unsure' {
  if (held && lead.kind !== 'blind') return held.level;
  const isComing = motion === 'closer' || arrival !== undefined;
  if (lead.kind === 'near') return isComing || (lead.strike.away?.km ?? 0) <= LAST_KM ? 'near' : 'unsure';
  return lead.kind === 'none' || (lead.kind === 'last' && lacks.length === 0) ? 'calm' : 'unsure';
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
  // Nobody can be told by a source that guards nothing.
  const possible = links.filter(([key]) => key !== 'tell' || sky?.guards !== false);
  const items = possible.map(
    ([key, to]) =>
      `<li><a href="${xmlText(`/${language}/${to}`)}" data-action="${key}">${xmlText(actions[key])}</a></li>`,
  );
  return `<section data-part="actions"><h2>${xmlText(actions.title)}</h2><ul>${items.join('')}</ul></section>`;
}

const MOST_SPANS = 5;
const FORTNIGHT_MS = 14 * DAY_MS;

function unreadHtml({ place, language, sky, counts, nowMs }: PlacePage): string {
  const words = placePageTexts[language].unread;
  const zone = zoneOfCountry(place.country);
  const isLive = sky?.feed.state === 'live' && sky.unread.length === 0;
  const text = (atMs: number) => placeTimeText(atMs, 'dayAndTime', zone, language);
  const unread = counts && clippedSpans(counts.unread, nowMs - FORTNIGHT_MS, nowMs);
  const spans = unread?.slice(-MOST_SPANS).map(([fromMs, toMs]) => `${text(fromMs)} – ${text(toMs)}`);
  const more = (unread?.length ?? 0) - MOST_SPANS;
  const said = !spans
    ? words.unknown
    : spans.length > 0
      ? fill(words.spans, {
          spans: [...spans.reverse(), ...(more > 0 ? [fill(words.more, { n: more })] : [])].join('; '),
        })
      : isLive
        ? words.all
        : words.unknown;
  return livePart('unread', `<h2>${xmlText(words.title)}</h2><p>${xmlText(said)}</p>`);
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

/** For a slug that no place has: those whose names are nearest to it. */
export function missingHtml(language: Language, near: readonly NamedPlace[]): string {
  const { title, text, all } = placePageTexts[language].missing;
  const similar =
    near.length === 0 ? '' : `<p>${xmlText(text)}</p>${placeList(near, language, ({ names }) => names[language])}`;
  const list = `<p><a href="/${language}/places">${xmlText(all)}</a></p>`;
  return `<section data-part="missing"><h1>${xmlText(title)}</h1>${similar}${list}</section>`;
}
