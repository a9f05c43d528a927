import { useState } from 'react';
import { middleOfCell, parseHoldoverCell } from '#shared/holdover/holdoverCells.ts';
import type { MarkView } from '#shared/holdover/MarkBody.ts';
import form from '#web/kit/components/Form.module.css';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { callBook } from '#web/tools/watch/book/callBook.ts';
import type { DeviceBook } from '#web/tools/watch/book/deviceBooks.ts';
import { Sure } from '#web/tools/watch/book/Sure.tsx';
import styles from './Holdover.module.css';
import { markText } from './holdoverWords.ts';

interface KnownMarksProps {
  /** The newest first. */
  readonly marks: readonly MarkView[];
  readonly book: DeviceBook;
  readonly nowMs: number;
  readonly onRemoved: () => void;
}

const SHOWN = 50;

/** What was told of the place, those that change nothing too. The owner may take one back. Not printed: it holds names. */
export function KnownMarks({ marks, book: { id: bookId, keys }, nowMs, onRemoved }: KnownMarksProps) {
  const { LL, locale } = useTexts();
  const words = LL.holdover.marks;
  const [failed, setFailed] = useState(false);
  if (marks.length === 0) return null;
  const remove = async (id: string) => {
    const called = await callBook(`/${bookId}/marks/${id}`, { method: 'DELETE', key: keys.owner });
    setFailed(!called.ok);
    if (called.ok) onRemoved();
  };
  return (
    <details className={`${styles.folded} ${styles.marks}`}>
      <summary>{words.title({ count: marks.length })}</summary>
      <ul>
        {marks.slice(0, SHOWN).map((mark) => {
          const what = markText(mark, nowMs, LL, locale);
          const { name, note } = mark;
          return (
            <li key={mark.id}>
              <p>{[what, placeText(mark, LL), name, note].filter(Boolean).join(' · ')}</p>
              {keys.owner && (
                <Sure
                  label={words.remove()}
                  name={words.removeOf({ what })}
                  question={words.removeSure()}
                  yes={words.removeYes()}
                  no={words.removeNo()}
                  onYes={() => void remove(mark.id)}
                />
              )}
            </li>
          );
        })}
      </ul>
      <p role="alert" className={form.error}>
        {failed && words.removeFailed()}
      </p>
    </details>
  );
}

function placeText({ place }: MarkView, LL: Texts): string {
  const words = LL.holdover.marks;
  if (place.type !== 'cell') return words[place.type]();
  const cell = parseHoldoverCell(place.cell);
  if (!cell) return '';
  const { latitude, longitude } = middleOfCell(cell);
  return words.cell({ at: `${latitude.toFixed(4)}, ${longitude.toFixed(4)}` });
}
