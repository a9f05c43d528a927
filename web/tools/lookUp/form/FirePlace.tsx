import { lazy, Suspense, useEffect, useId, useMemo, useState } from 'react';
import type { Position } from '#shared/geo/geodesy.ts';
import { cornersOf, type Shape } from '#shared/geo/shape/Shape.ts';
import { useVisitorPosition } from '#web/kit/browser/useVisitorPosition.ts';
import { withinChunkTimeout } from '#web/kit/browser/withinChunkTimeout.ts';
import buttons from '#web/kit/components/Button.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PlaceField } from '#web/kit/places/search/PlaceField.tsx';
import styles from '#web/tools/ask/AskForm.module.css';
import { Choices } from '#web/tools/ask/Choices.tsx';
import { placeText } from '#web/tools/lookUp/words/placeText.ts';
import type { LookUpDraft } from './lookUpDraft.ts';
import { readOutline, withCorner } from './readOutline.ts';

const OutlinePicture = lazy(() => withinChunkTimeout(import('./OutlinePicture.tsx')));

interface FirePlaceProps {
  readonly draft: LookUpDraft;
  readonly error: string | undefined;
  readonly onChange: (changes: Partial<LookUpDraft>) => void;
}

const pointAt = ({ latitude, longitude }: Position): Shape => ({ type: 'Point', coordinates: [longitude, latitude] });

/** Where the fire is: searched for, here, or pasted as an outline. */
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
  const { visitor, locate } = useVisitorPosition();
  const [wantsOwn, setWantsOwn] = useState(false);
  useEffect(() => {
    if (!wantsOwn || visitor.state !== 'known') return;
    setWantsOwn(false);
    onChange({ chosen: { shape: pointAt(visitor.position), name: '' } });
  }, [wantsOwn, visitor, onChange]);
  return (
    <>
      <PlaceField
        words={words}
        error={error}
        onChoose={({ name, position }) =>
          onChange({ chosen: { shape: pointAt(position), name: /\d/.test(name) ? '' : name } })
        }
      />
      <p className={styles.hint} role="status" data-chosen>
        {chosen && words.chosen({ place: placeText(chosen, LL, locale) })}
        {!chosen && visitor.state === 'asking' && wantsOwn && words.locating()}
        {visitor.state === 'failed' && wantsOwn && words.notLocated()}
      </p>
      <button
        type="button"
        className={buttons.secondary}
        onClick={() => {
          setWantsOwn(true);
          locate();
        }}
      >
        {words.here()}
      </button>
    </>
  );
}

function Outline({ draft, error, onChange }: FirePlaceProps) {
  const words = useTexts().LL.lookUp.ask;
  const id = useId();
  const read = useMemo(() => readOutline(draft.outline), [draft.outline]);
  const drawn = read.ok ? read.shape : undefined;
  const [longitude, latitude] = (drawn && cornersOf(drawn)[0]) ?? [];
  // The picture stays where drawing began.
  const start = useMemo(() => {
    if (draft.chosen) return draft.chosen.shape;
    return longitude === undefined || latitude === undefined ? undefined : pointAt({ latitude, longitude });
  }, [draft.chosen, longitude, latitude]);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{words.outline()}</label>
      <textarea
        id={id}
        rows={5}
        data-code
        spellCheck={false}
        value={draft.outline}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        onChange={({ target }) => onChange({ outline: target.value })}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        {words.outlineHint()} {start ? words.draw() : words.drawFirst()}
      </p>
      <p id={`${id}-error`} className={styles.error}>
        {error}
      </p>
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
