import { useEffect, useId, useRef } from 'react';
import { Field } from '#web/kit/components/Field.tsx';
import form from '#web/kit/components/Form.module.css';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import type { Outline, OutlineNote } from './outlines/readOutlines.ts';
import {
  coordinatesText,
  EMPTY_ENTRY,
  entryOfRead,
  type FoundOutlines,
  OUTLINE_TEXTS,
  type PlaceEntry,
  readTyped,
} from './usePlaceEntry.ts';

interface OutlineFieldProps {
  readonly entry: PlaceEntry;
  readonly error: string | undefined;
  /** Outlines with more corners are simplified. */
  readonly maxCorners: number;
  readonly onChange: (entry: PlaceEntry) => void;
}

/** The drawn shape is in the field as text too, so that no pointer is needed. */
export function OutlineField({ entry, error, maxCorners, onChange }: OutlineFieldProps) {
  const { LL, locale } = useTexts();
  const texts = LL.mapTools.outline;
  const typed = useRef(entry.text);
  useEffect(() => {
    typed.current = entry.text;
  }, [entry.text]);
  const write = async (text: string) => {
    const next: PlaceEntry = { ...EMPTY_ENTRY, by: 'outline', text };
    typed.current = text;
    onChange(next);
    if (text.trim() === '') return;
    const read = await readTyped(text, { corners: maxCorners, pointOnly: false }, locale).catch(() => undefined);
    // Unfinished text is refused on submit, not while typing.
    if (!read?.ok || typed.current !== text) return;
    const known = entryOfRead(read, { before: next, text, file: undefined, pointOnly: false, locale });
    if (!known.error) onChange({ ...known, by: 'outline', text });
  };
  return (
    <Field label={texts.corners()} hint={texts.cornersHint()} error={error}>
      {(ties) => (
        <textarea
          {...ties}
          // biome-ignore lint/a11y/noAutofocus: what was refused before it was there has the focus now
          autoFocus={error !== undefined}
          rows={5}
          data-code
          spellCheck={false}
          value={entry.text}
          onChange={({ target }) => void write(target.value)}
        />
      )}
    </Field>
  );
}

interface OutlineReportProps {
  readonly found: FoundOutlines;
  /** The error of the choice. */
  readonly error: string | undefined;
  readonly onChoose: (chosen: number | undefined) => void;
}

/** The outlines in a file or a text, if there are several, and the changes made to the selected one. */
export function OutlineReport({ found, error, onChoose }: OutlineReportProps) {
  const { LL, locale } = useTexts();
  const texts = LL.outlineFile;
  const id = useId();
  const isReady = useTextAreas(OUTLINE_TEXTS);
  if (!isReady) return null;
  const { outlines, more, chosen } = found;
  const notes = chosen === undefined ? [] : (outlines[chosen]?.notes ?? []);
  return (
    <>
      {outlines.length > 1 && (
        <Field
          label={found.file === undefined ? texts.choose() : texts.chooseIn({ file: found.file })}
          hint={[texts.several({ n: outlines.length }), ...(more > 0 ? [texts.more({ n: more })] : [])].join(' ')}
          error={error}
        >
          {(ties) => (
            <select
              {...ties}
              // biome-ignore lint/a11y/noAutofocus: what was refused before it was there has the focus now
              autoFocus={error !== undefined}
              value={chosen ?? ''}
              onChange={({ target }) => onChoose(target.value === '' ? undefined : target.selectedIndex - 1)}
            >
              <option value="">{texts.none()}</option>
              {outlines.map((outline, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list of a file never changes
                <option key={`${id}-${index}`} value={index}>
                  {optionText(outline, index, LL, locale)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <p className={form.hint} role="status" data-notes>
        {notes.map((note) => noteText(note, LL, locale)).join(' ')}
      </p>
    </>
  );
}

function optionText({ name, shape, km2, km, notes }: Outline, index: number, LL: Texts, locale: string): string {
  const texts = LL.outlineFile;
  const size = (value: number) => new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 }).format(value);
  const measure =
    shape.type === 'Point'
      ? coordinatesText({ longitude: shape.coordinates[0], latitude: shape.coordinates[1] }, locale)
      : km2 === undefined
        ? texts.km({ size: size(km ?? 0) })
        : texts.km2({ size: size(km2) });
  const isSwapped = notes.some(({ kind }) => kind === 'swapped');
  const parts = [name || texts.kind[shape.type](), measure, ...(isSwapped ? [texts.swapped()] : [])];
  return `${index + 1}. ${parts.join(' · ')}`;
}

function noteText(note: OutlineNote, LL: Texts, locale: string): string {
  const texts = LL.outlineFile.note;
  if (note.kind === 'thinned') return texts.thinned({ from: note.from, to: note.to, metres: note.offM });
  if (note.kind === 'zeros') return texts.zeros({ n: note.count });
  if (note.kind === 'gap') {
    return texts.gap({ km: new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 }).format(note.km) });
  }
  if (note.kind === 'joined') return texts.joined({ n: note.parts });
  return note.kind === 'points' ? texts.points({ n: note.count }) : texts.swapped();
}
