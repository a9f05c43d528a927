import { lazy, Suspense, useMemo } from 'react';
import type { Position } from '#shared/geo/geodesy.ts';
import { cornersOf, type Shape } from '#shared/geo/shape/Shape.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { Choices } from '#web/kit/components/Choices.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PlaceChoice } from '#web/kit/places/PlaceChoice.tsx';
import type { LookUpDraft } from './lookUpDraft.ts';
import { firePlaceText } from './lookUpText.ts';
import { readOutline, withCorner } from './readOutline.ts';

const OutlinePicture = lazy(() => withinChunkTimeout(import('./OutlinePicture.tsx')));

interface FirePlaceProps {
  readonly draft: LookUpDraft;
  readonly error: string | undefined;
  readonly onChange: (changes: Partial<LookUpDraft>) => void;
}

const pointAt = ({ latitude, longitude }: Position): Shape => ({ type: 'Point', coordinates: [longitude, latitude] });

export function FirePlace({ draft, error, onChange }: FirePlaceProps) {
  const { LL } = useTexts();
  const words = LL.lookUp.ask;
  return (
    <>
      <Choices
        legend={words.by()}
        options={[
          ['place', words.byPlace()],
          ['outline', words.byOutline()],
        ]}
        value={draft.by}
        onChoose={(by) => onChange({ by })}
      />
      {draft.by === 'place' ? (
        <Searched draft={draft} error={error} onChange={onChange} />
      ) : (
        <Outline draft={draft} error={error} onChange={onChange} />
      )}
    </>
  );
}

function Searched({ draft: { chosen }, error, onChange }: FirePlaceProps) {
  const { LL, locale } = useTexts();
  const words = LL.lookUp.ask;
  return (
    <PlaceChoice
      words={words}
      error={error}
      chosen={chosen && words.chosen({ place: firePlaceText(chosen, LL, locale) })}
      onChoose={(position, name = '') => onChange({ chosen: { shape: pointAt(position), name } })}
    />
  );
}

function Outline({ draft, error, onChange }: FirePlaceProps) {
  const words = useTexts().LL.lookUp.ask;
  const read = useMemo(() => readOutline(draft.outline), [draft.outline]);
  const drawn = read.ok ? read.shape : undefined;
  const [longitude, latitude] = (drawn && cornersOf(drawn)[0]) ?? [];
  // The picture stays where drawing began.
  const start = useMemo(() => {
    if (draft.chosen) return draft.chosen.shape;
    return longitude === undefined || latitude === undefined ? undefined : pointAt({ latitude, longitude });
  }, [draft.chosen, longitude, latitude]);
  return (
    <div>
      <Field
        label={words.outline()}
        hint={`${words.outlineHint()} ${start ? words.draw() : words.drawFirst()}`}
        error={error}
      >
        {(ties) => (
          <textarea
            {...ties}
            rows={5}
            data-code
            spellCheck={false}
            value={draft.outline}
            onChange={({ target }) => onChange({ outline: target.value })}
          />
        )}
      </Field>
      {start && (
        <Suspense>
          <OutlinePicture
            start={start}
            drawn={drawn ?? start}
            onCorner={(at) => onChange({ outline: withCorner(draft.outline, at) })}
          />
        </Suspense>
      )}
    </div>
  );
}
