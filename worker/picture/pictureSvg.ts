import type { AgeClass } from '#shared/ageClass.ts';
import { xmlElement } from '#shared/http/xmlText.ts';
import { FRESH_WITHIN_MS, RECENT_WITHIN_MS } from '#shared/limits.ts';
import { type MapTheme, sparkColours, strikeLook } from '#shared/picture/colours.ts';
import { pictureWords } from '#texts/pictureWords.ts';
import { landPath } from './landPath.ts';
import type { PictureFacts, PictureLook } from './PictureFacts.ts';
import { around, hatchData, stampData } from './pathData.ts';
import { type PictureColours, pictureColours, stateColours } from './pictureColours.ts';
import { type PictureFrame, pictureFrame } from './pictureFrame.ts';
import { isBlind, type PictureTexts, pictureTexts } from './pictureTexts.ts';
import { AGES, dotPlaces, squarePlaces } from './strikeMarks.ts';

/** Narrower pictures spread two lines of text over three. */
const WIDE_PX = 480;
const LINE_PX = 18;
const FOOT_PX = 20;
const EDGE_PX = 8;
/** Width of a letter as a share of the font size; enough for Cyrillic. */
const LETTER_WIDTH = 0.6;
const LEAST_LETTER_PX = 8.5;
const LEGEND_SHARE = 0.6;
/** The pictured hour is no longer than this. */
const AGE_MINUTES = { fresh: FRESH_WITHIN_MS / 60_000, recent: RECENT_WITHIN_MS / 60_000, old: 60 } as const;
const DOT_PX = { fresh: 5.5, recent: 4.5, old: 3.5 } as const;

/** Without script, style sheet or outside resource, so that messages and strict security policies allow it. */
export function pictureSvg(facts: PictureFacts, look: PictureLook): string {
  const { theme, language, host } = look;
  const { width, height } = look.size;
  const frame = frameOf(look);
  const wide = width >= WIDE_PX;
  const colours = pictureColours[theme];
  const texts = pictureTexts(facts, frame.box, language);
  const words = pictureWords[language];
  const warnings = texts.warnings.flatMap((text) => legibleLines(text, width - 2 * EDGE_PX));
  return xmlElement(
    'svg',
    [
      xmlElement('title', `${texts.title}: ${texts.state}`),
      xmlElement('desc', [texts.count, texts.when, ...texts.warnings].join('. ')),
      path(`M0 0h${width}v${height}h${-width}z`, { fill: colours.water }),
      path(landPath(frame), {
        fill: colours.land,
        'fill-rule': 'evenodd',
        // Hides hairlines of water where parts of the land meet.
        stroke: colours.land,
        'stroke-width': '0.5',
      }),
      ...hatching(facts, frame, colours),
      ...marks(facts, frame, theme),
      ...warnings.map((text, index) => {
        const y = height - FOOT_PX - (warnings.length - index) * LINE_PX;
        return [
          path(`M0 ${y}h${width}v${LINE_PX}h${-width}z`, { fill: colours.caution }),
          line(text, width / 2, y + 13, width - 2 * EDGE_PX, {
            fill: colours.cautionText,
            'text-anchor': 'middle',
            'font-weight': 'bold',
          }),
        ].join('');
      }),
      ...head(texts, facts.state, frame, wide, colours),
      path(`M0 ${height - FOOT_PX}h${width}v${FOOT_PX}h${-width}z`, { fill: colours.ground }),
      ...legend(words.ages, frame, height - 7, theme),
      line(
        wide ? `${host} · ${words.land}` : host,
        width - EDGE_PX,
        height - 6,
        width * (1 - LEGEND_SHARE) - EDGE_PX,
        { fill: colours.soft, 'text-anchor': 'end' },
        10,
      ),
    ],
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: `${width}`,
      height: `${height}`,
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      lang: language,
      'font-family': 'Arial, Helvetica, sans-serif',
    },
  );
}

export function frameOf({ bbox, size, strips }: Pick<PictureLook, 'bbox' | 'size' | 'strips'>): PictureFrame {
  const { width, height } = size;
  const top = (width >= WIDE_PX ? 2 : 3) * LINE_PX + EDGE_PX;
  return pictureFrame(bbox, { width, height: height - top - strips * LINE_PX - FOOT_PX }, top);
}

type Attributes = Readonly<Record<string, string>>;

/** `data` is of our own making and needs no escaping. */
function path(data: string, attributes: Attributes): string | undefined {
  return data === '' ? undefined : xmlElement('path', '', { d: data, ...attributes });
}

/** A text that would be squeezed too small to read has a line for each of its sentences. */
function legibleLines(text: string, room: number): string[] {
  return text.length * LETTER_WIDTH * LEAST_LETTER_PX <= room ? [text] : text.split(/(?<=\.) /);
}

function line(text: string, x: number, y: number, room: number, attributes: Attributes, letterPx = 12): string {
  const fitting = Math.min(letterPx, room / (text.length * LETTER_WIDTH));
  return xmlElement('text', text, { x: `${x}`, y: `${y}`, 'font-size': fitting.toFixed(1), ...attributes });
}

/** Hatches all unread area and time, so that it does not look quiet. */
function hatching(facts: PictureFacts, frame: PictureFrame, { hatch }: PictureColours) {
  const all = { left: 0, top: frame.top, right: frame.width, bottom: frame.top + frame.height };
  const [left, top] = frame.project(facts.home.west, facts.home.north);
  const [right, bottom] = frame.project(facts.home.east, facts.home.south);
  const parts = isBlind(facts) ? [all] : around({ left, top, right, bottom }, all);
  const data = parts.map(hatchData).join('');
  return [path(data, { stroke: hatch, 'stroke-width': '1.5', 'stroke-opacity': isBlind(facts) ? '0.6' : '0.3' })];
}

function marks({ seen, nowMs }: PictureFacts, frame: PictureFrame, theme: MapTheme) {
  const places = seen.kind === 'each' ? dotPlaces(seen.strikes, frame, nowMs) : squarePlaces(seen.squares, frame);
  return AGES.map((age) => dots(places[age], age, theme));
}

/** Sparks as on the map: those of the first five minutes have a casing. */
function dots(places: readonly (readonly [number, number])[], age: AgeClass, theme: MapTheme) {
  const data = stampData(places, 'h0');
  const drawn = (colour: string, px: number, alpha: number) =>
    path(data, {
      stroke: colour,
      'stroke-width': `${px}`,
      'stroke-linecap': 'round',
      ...(alpha < 1 && { 'stroke-opacity': alpha.toFixed(2) }),
    });
  const { colour, alpha } = strikeLook(theme, (AGE_MINUTES[age] * 60_000) / 2);
  return [
    age === 'fresh' ? drawn(sparkColours[theme].casing, DOT_PX.fresh + 2, 1) : undefined,
    drawn(colour, DOT_PX[age], alpha),
  ].join('');
}

function head(
  { state, count, when }: PictureTexts,
  kind: PictureFacts['state'],
  { width, top }: PictureFrame,
  wide: boolean,
  colours: PictureColours,
) {
  const { ground, text } = stateColours[kind];
  const room = wide ? width / 2 - EDGE_PX : width - 2 * EDGE_PX;
  const pill = Math.min(room, Math.ceil(state.length * 12 * LETTER_WIDTH) + 2 * EDGE_PX);
  const [first, second, third] = [17, 17 + LINE_PX, 17 + 2 * LINE_PX];
  const bold = { fill: colours.text, 'font-weight': 'bold' };
  return [
    path(`M0 0h${width}v${top}h${-width}z`, { fill: colours.ground }),
    path(`M${EDGE_PX} 4h${pill}v${LINE_PX}h${-pill}z`, { fill: ground }),
    line(state, EDGE_PX + pill / 2, first, pill - EDGE_PX, {
      fill: text,
      'text-anchor': 'middle',
      'font-weight': 'bold',
    }),
    wide
      ? line(count, width - EDGE_PX, first, room, { ...bold, 'text-anchor': 'end' })
      : line(count, EDGE_PX, second + 1, room, bold),
    line(when, EDGE_PX, wide ? second + 1 : third + 1, width - 2 * EDGE_PX, { fill: colours.soft }),
  ];
}

function legend(ages: (minutes: number) => string, { width }: PictureFrame, y: number, theme: MapTheme) {
  const step = (width * LEGEND_SHARE) / AGES.length;
  return AGES.toReversed().flatMap((age, index) => {
    const x = Math.round(EDGE_PX + 4 + index * step);
    return [
      dots([[x, y - 3]], age, theme),
      line(ages(AGE_MINUTES[age]), x + 7, y + 1, step - 14, { fill: pictureColours[theme].soft }, 10),
    ];
  });
}
