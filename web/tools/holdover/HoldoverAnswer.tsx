import { useMemo, useState } from 'react';
import { type BBox, formatBBox } from '#shared/geo/BBox.ts';
import type { HoldoverBody } from '#shared/holdover/HoldoverBody.ts';
import type { PictureOfAreas } from '#web/ground/picture/Picture.ts';
import { useOnMap } from '#web/ground/picture/shownPicture.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { saveFile } from '#web/kit/browser/saveFile.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { clockText } from '#web/sky/words/timeText.ts';
import answered from '#web/tools/ask/AskAnswer.module.css';
import { usePrintedFoot } from '#web/tools/ask/printedFoot.ts';
import { TakeAway } from '#web/tools/ask/TakeAway.tsx';
import candidates from '#web/tools/lookUp/FireAnswer.module.css';
import type { DeviceBook } from '#web/tools/watch/book/deviceBooks.ts';
import type { ToldHoldover as Answer } from './askHoldover.ts';
import { CellRows } from './CellRows.tsx';
import { gapTexts, squaresLegend, squaresOf, startsParts } from './holdoverWords.ts';
import { KnownMarks } from './KnownMarks.tsx';
import { isWide, type Marking } from './useMarking.tsx';

interface HoldoverAnswerProps {
  readonly answer: Answer;
  /** Whose marks count. */
  readonly book: DeviceBook | undefined;
  readonly marking: Marking | undefined;
  readonly onChanged: () => void;
}

export function HoldoverAnswer({
  answer: { list, marks, bbox, clipped },
  book,
  marking,
  onChanged,
}: HoldoverAnswerProps) {
  const { LL, locale } = useTexts();
  const words = LL.holdover;
  const nowMs = Date.parse(list.at);
  useSquares(list, bbox);
  usePrintedFoot(`${siteConfig.name} · ${words.notFor()}`, list.attribution ?? '');
  return (
    <>
      {list.simulated && <p className={answered.simulated}>{words.simulated()}</p>}
      <Head list={list} />
      {clipped && <p>{book ? words.ask.clippedBook() : words.ask.clipped()}</p>}
      {list.cells.length === 0 && list.completeTo !== null && <p className={candidates.none}>{words.none()}</p>}
      {marking &&
        (isWide(marking) ? marking.form : <Button onClick={() => marking.begin()}>{words.mark.wide()}</Button>)}
      <CellRows list={list} marks={marks} marking={marking} />
      {book && <KnownMarks marks={marks} book={book} nowMs={nowMs} onRemoved={onChanged} />}
      <p className={answered.small}>
        {words.blur({ km: LL.map.kilometres({ number: new Intl.NumberFormat(locale).format(list.radius50Km) }) })}
        {list.attribution && ` ${list.attribution}`}
      </p>
      <Files list={list} />
    </>
  );
}

function Head({ list }: { readonly list: HoldoverBody }) {
  const { LL, locale } = useTexts();
  const words = LL.holdover;
  const nowMs = Date.parse(list.at);
  const parts = startsParts(list.unseenStarts, locale);
  const time = clockText(nowMs, nowMs, locale);
  return (
    <>
      {list.completeTo !== null && (
        <p data-expected={list.unseenStarts.expected}>
          <strong>{list.atLeast ? words.atLeast(parts) : words.expected(parts)}</strong>
          <br />
          {words.meaning()}
        </p>
      )}
      {gapTexts(list, nowMs, LL, locale).map((said) => (
        <p key={said} className={answered.bad}>
          {said}
        </p>
      ))}
      <p className={answered.small}>
        {words.counted({ flashes: list.flashes, days: list.days, time })} <strong>{words.notFor()}</strong>
      </p>
    </>
  );
}

/** Puts the cells on the map. The map moves if the box is another one, not for each new list. */
function useSquares(list: HoldoverBody, box: BBox): void {
  const { LL, locale } = useTexts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal box is the same one
  const around = useMemo(() => box, [formatBBox(box)]);
  const picture = useMemo<PictureOfAreas>(() => {
    const labels = new Map(
      list.cells.map((cell, index) => [
        cell.id,
        `${index + 1}. ${LL.holdover.cell.expected(startsParts(cell, locale))}`,
      ]),
    );
    const areas = squaresOf(list.cells, ({ id }) => labels.get(id) ?? '');
    return { kind: 'cells', areas, around, legend: squaresLegend(LL, locale) };
  }, [list, around, LL, locale]);
  useOnMap(picture);
}

const FORMATS = { csv: 'CSV', geojson: 'GeoJSON', kml: 'KML', gpx: 'GPX' } as const;

/** Made here of the list that is shown, so that marks count in it. */
function Files({ list }: { readonly list: HoldoverBody }) {
  const words = useTexts().LL.holdover.files;
  const [said, setSaid] = useState('');
  const save = async (format: keyof typeof FORMATS) => {
    setSaid('');
    try {
      const { formatHoldover } = await withinChunkTimeout(import('#shared/holdover/formatHoldover.ts'));
      const { contentType, body } = formatHoldover(format, list);
      saveFile(new Blob([body], { type: contentType }), `holdover-${list.at.slice(0, 10)}.${format}`);
    } catch {
      setSaid(words.failed());
    }
  };
  return (
    <>
      <TakeAway words={words} link={window.location.href} said={said}>
        {(Object.keys(FORMATS) as (keyof typeof FORMATS)[]).map((format) => (
          <Button key={format} onClick={() => save(format)}>
            {FORMATS[format]}
          </Button>
        ))}
      </TakeAway>
      <p className={answered.small}>{words.rule()}</p>
    </>
  );
}
