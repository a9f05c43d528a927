import { Field } from '#web/kit/components/Field.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { PlaceEntry } from './placeEntry.ts';
import { readOutline } from './readOutline.ts';

interface OutlineFieldProps {
  readonly entry: PlaceEntry;
  readonly error: string | undefined;
  readonly onChange: (entry: PlaceEntry) => void;
}

/** What is drawn stands in the field too, so that no pointer is needed. */
export default function OutlineField({ entry, error, onChange }: OutlineFieldProps) {
  const words = useTexts().LL.outline;
  const write = (text: string) => {
    const read = readOutline(text);
    onChange({ by: 'outline', text, taken: read.ok ? { shape: read.shape, name: '' } : undefined, fault: undefined });
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
          onChange={({ target }) => write(target.value)}
        />
      )}
    </Field>
  );
}
