import { useEffect, useRef } from 'react';
import { Field } from '#web/kit/components/Field.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { EMPTY_ENTRY, type PlaceEntry } from './placeEntry.ts';
import { entryOfRead, readInWords } from './usePlaceEntry.ts';

interface OutlineFieldProps {
  readonly entry: PlaceEntry;
  readonly error: string | undefined;
  /** Outlines with more are thinned. */
  readonly maxCorners: number;
  readonly onChange: (entry: PlaceEntry) => void;
}

/** What is drawn stands in the field too, so that no pointer is needed. */
export default function OutlineField({ entry, error, maxCorners, onChange }: OutlineFieldProps) {
  const { LL, locale } = useTexts();
  const words = LL.outline;
  const typed = useRef(entry.text);
  useEffect(() => {
    typed.current = entry.text;
  }, [entry.text]);
  const write = async (text: string) => {
    const next: PlaceEntry = { ...EMPTY_ENTRY, by: 'outline', text };
    typed.current = text;
    onChange(next);
    if (text.trim() === '') return;
    const read = await readInWords(text, { corners: maxCorners, pointOnly: false }, locale).catch(() => undefined);
    // What is not finished yet is refused when the form is sent, not while somebody types.
    if (!read?.ok || typed.current !== text) return;
    const known = entryOfRead(read, { before: next, text, file: undefined, pointOnly: false, locale });
    if (!known.fault) onChange({ ...known, by: 'outline', text });
  };
  return (
    <Field label={words.corners()} hint={words.cornersHint()} error={error}>
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
