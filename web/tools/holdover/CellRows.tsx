import { useEffect, useMemo, useRef, useState } from 'react';
import type { HoldoverBody, HoldoverCellBody } from '#shared/holdover/HoldoverBody.ts';
import type { MarkView } from '#shared/holdover/MarkBody.ts';
import { usePointedLine } from '#web/ground/picture/pointedLine.tsx';
import { usePointed } from '#web/ground/picture/shownPicture.ts';
import { copyText } from '#web/kit/browser/copyText.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { loadNearestPlaces, useNearestPlaces } from '#web/kit/places/useNearestPlaces.ts';
import { nearPlaceText } from '#web/sky/words/placeText.ts';
import { spanText } from '#web/sky/words/spanText.ts';
import answered from '#web/tools/ask/AskAnswer.module.css';
import candidates from '#web/tools/lookUp/FireAnswer.module.css';
import styles from './Holdover.module.css';
import { cellMarks, openAndClosed, startsParts } from './holdoverWords.ts';
import type { Marking } from './useMarking.tsx';

/** More lines would be slow, and nobody walks so far. */
const SHOWN = 50;

interface CellRowsProps {
  readonly list: HoldoverBody;
  readonly marks: readonly MarkView[];
  readonly marking: Marking | undefined;
}

/** The cells, the most expected first; those where a fire was found come last, folded. */
export function CellRows({ list, marks, marking }: CellRowsProps) {
  const { LL, locale } = useTexts();
  const words = LL.holdover;
  const nowMs = Date.parse(list.at);
  const [most, setMost] = useState(SHOWN);
  const { open, closed } = useMemo(() => openAndClosed(list.cells), [list]);
  const marksOf = useMemo(() => cellMarks(marks, nowMs, LL, locale), [marks, nowMs, LL, locale]);
  const { pointed, sought } = usePointed();
  const at = sought ? open.findIndex(({ id }) => id === pointed) : -1;
  // What is pressed on the map has a line to come into view.
  if (at >= most) setMost(SHOWN * Math.ceil((at + 1) / SHOWN));
  useEffect(() => {
    void loadNearestPlaces();
  }, []);
  const lineOf = (cell: HoldoverCellBody, index: number) => (
    <CellLine key={cell.id} cell={cell} rank={index + 1} known={marksOf(cell)} nowMs={nowMs} marking={marking} />
  );
  const saved = useRef<HTMLParagraphElement>(null);
  const isSaved = marking?.saved === true;
  useEffect(() => {
    // The form that had the focus is gone, and its line may lie elsewhere now.
    if (isSaved) saved.current?.focus();
  }, [isSaved]);
  return (
    <>
      <p ref={saved} role="status" tabIndex={-1} className={styles.saved}>
        {isSaved && words.mark.saved()}
      </p>
      <ol className={candidates.candidates}>{open.slice(0, most).map(lineOf)}</ol>
      {open.length > most && (
        <Button onClick={() => setMost(most + SHOWN)}>
          {words.more({ count: Math.min(SHOWN, open.length - most) })}
        </Button>
      )}
      {closed.length > 0 && (
        <details className={styles.folded}>
          <summary>{words.closed({ count: closed.length })}</summary>
          <ol className={candidates.candidates}>
            {closed.slice(0, SHOWN).map((cell, index) => lineOf(cell, open.length + index))}
          </ol>
        </details>
      )}
      {list.found > list.cells.length && (
        <p className={answered.small}>{words.most({ shown: list.cells.length, found: list.found })}</p>
      )}
    </>
  );
}

interface CellLineProps {
  readonly cell: HoldoverCellBody;
  readonly rank: number;
  readonly known: readonly string[];
  readonly nowMs: number;
  readonly marking: Marking | undefined;
}

/** Lights with its square on the map, and is brought into view by it. */
function CellLine({ cell, rank, known, nowMs, marking }: CellLineProps) {
  const { LL, locale } = useTexts();
  const words = LL.holdover.cell;
  const near = useNearestPlaces()?.near(cell);
  const age = spanText(nowMs - Date.parse(cell.newest), locale);
  return (
    <li data-cell={cell.id} data-expected={cell.expected} value={rank} {...usePointedLine<HTMLLIElement>(cell.id)}>
      <p>
        {near && <strong>{nearPlaceText(near, LL, locale)}, </strong>}
        {words.expected(startsParts(cell, locale))}
      </p>
      <p className={candidates.when}>{words.flashes({ count: cell.flashes, age })}</p>
      {known.map((said) => (
        <p key={said} className={styles.known}>
          {said}
        </p>
      ))}
      <div className={styles.row}>
        <Coordinates cell={cell} />
        {marking && marking.open !== cell.id && (
          <button type="button" aria-label={words.markOf({ rank })} onClick={() => marking.begin(cell.id)}>
            {words.mark()}
          </button>
        )}
      </div>
      {marking?.open === cell.id && marking.form}
    </li>
  );
}

/** Of the middle, as every other program takes them. */
function Coordinates({ cell: { latitude, longitude } }: { readonly cell: HoldoverCellBody }) {
  const words = useTexts().LL.holdover.cell;
  const [copied, setCopied] = useState<boolean>();
  const at = `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
  return (
    <span>
      <button type="button" aria-label={words.copy({ at })} onClick={async () => setCopied(await copyText(at))}>
        {at}
      </button>{' '}
      <span role="status">{copied === undefined ? '' : copied ? words.copied() : words.copyFailed()}</span>
    </span>
  );
}
