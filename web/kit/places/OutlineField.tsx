import { type ReactNode, useState } from 'react';
import type { Position } from '#shared/geo/geodesy.ts';
import type { Shape } from '#shared/geo/shape/Shape.ts';
import { Field } from '#web/kit/components/Field.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { PlaceEntry } from './placeEntry.ts';
import { readOutline, withCorner } from './readOutline.ts';

/** A picture of where drawing began, in which corners can be set. */
export type Drawing = (start: Shape, drawn: Shape, onCorner: (at: Position) => void) => ReactNode;

interface OutlineFieldProps {
  readonly entry: PlaceEntry;
  readonly error: string | undefined;
  readonly onChange: (entry: PlaceEntry) => void;
  readonly drawing: Drawing | undefined;
  /** Taken before the outline. */
  readonly around: Shape | undefined;
}

/** What is asked stands in the field, so that no pointer is needed. */
export default function OutlineField({ entry, error, onChange, drawing, around }: OutlineFieldProps) {
  const words = useTexts().LL.outline;
  const drawn = entry.taken?.shape;
  // The picture stays where drawing began.
  const [start, setStart] = useState(around ?? drawn);
  if (!start && drawn) setStart(drawn);
  const write = (text: string) => {
    const read = readOutline(text);
    onChange({ by: 'outline', text, taken: read.ok ? { shape: read.shape, name: '' } : undefined, fault: undefined });
  };
  return (
    <>
      <Field
        label={words.corners()}
        hint={[words.cornersHint(), drawing && (start ? words.draw() : words.drawFirst())].filter(Boolean).join(' ')}
        error={error}
      >
        {(ties) => (
          <textarea
            {...ties}
            rows={5}
            data-code
            spellCheck={false}
            value={entry.text}
            onChange={({ target }) => write(target.value)}
          />
        )}
      </Field>
      {start && drawing?.(start, drawn ?? start, (at) => write(withCorner(entry.text, at)))}
    </>
  );
}
