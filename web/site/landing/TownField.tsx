import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useHydrated } from '#web/kit/browser/useHydrated.tsx';
import type { useVisitorPosition } from '#web/kit/browser/useVisitorPosition.ts';
import buttons from '#web/kit/components/components.module.css';
import { ErrorBoundary } from '#web/kit/components/ErrorBoundary.tsx';
import { Icon } from '#web/kit/components/Icon.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PlaceCombobox } from '#web/kit/places/PlaceCombobox.tsx';
import {
  EMPTY_ENTRY,
  type PlaceError,
  placeOfResult,
  pointOf,
  type SelectedPlace,
  usePlaceEntry,
} from '#web/kit/places/usePlaceEntry.ts';
import styles from './Hero.module.css';
import type { RequestedPlace } from './TownResult.tsx';

const TownResult = lazy(() => withinChunkTimeout(import('./TownResult.tsx')));

/**
 * A place field that is replaced by the answer. The field is prerendered, so text typed before hydration is preserved.
 */
export default function TownField({ visitor, locate }: ReturnType<typeof useVisitorPosition>) {
  const { LL } = useTexts();
  const texts = LL.landing.hero;
  const { entry, setEntry, accept } = usePlaceEntry(undefined);
  const [requestedPlace, setRequested] = useState<RequestedPlace>();
  const [wantsOwn, setWantsOwn] = useState(false);
  useEffect(() => {
    if (!wantsOwn || visitor.state !== 'known') return;
    setWantsOwn(false);
    setRequested({ position: visitor.position, name: '', isOwn: true });
  }, [wantsOwn, visitor]);
  // Before hydration, submitting the form would reload the page.
  const isAlive = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, of the page as it came
  useEffect(() => {
    const typed = form.current?.querySelector('input')?.value ?? '';
    if (typed !== entry.text) setEntry({ ...EMPTY_ENTRY, text: typed });
  }, []);
  const requestFor = (place: SelectedPlace | undefined) => {
    const point = pointOf(place);
    if (point) setRequested({ ...point, isOwn: false });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    requestFor(await accept());
  };
  if (requestedPlace)
    return (
      <div className={styles.answer} role="status">
        <p className={styles.townPlace}>
          <b>{requestedPlace.isOwn ? texts.you() : requestedPlace.name || entry.text}</b>
          <button type="button" onClick={() => setRequested(undefined)}>
            {texts.another()}
          </button>
        </p>
        <ErrorBoundary fallback={() => LL.error.chunk()}>
          <Suspense fallback={<p>{texts.looking()}</p>}>
            <TownResult place={requestedPlace} />
          </Suspense>
        </ErrorBoundary>
      </div>
    );
  const located =
    (wantsOwn && visitor.state === 'asking' && texts.locating()) ||
    (wantsOwn && visitor.state === 'failed' && texts.notLocated());
  return (
    <form ref={form} className={styles.townForm} onSubmit={submit} noValidate>
      <PlaceCombobox
        label={texts.question()}
        text={entry.text}
        error={entry.error && errorText(entry.error, LL.mapTools.place.fault)}
        chosen=""
        onType={(text) => setEntry({ ...EMPTY_ENTRY, text })}
        onPaste={() => undefined}
        onChoose={(searchResult) => {
          const selectedPlace = placeOfResult(searchResult);
          setEntry({ ...EMPTY_ENTRY, text: searchResult.name, selected: selectedPlace });
          requestFor(selectedPlace);
        }}
      />
      <button
        type="button"
        className={styles.own}
        title={texts.here()}
        aria-label={texts.here()}
        disabled={!isAlive}
        onClick={() => {
          setWantsOwn(true);
          locate();
        }}
      >
        <Icon name="locate" size={22} />
      </button>
      <button type="submit" className={buttons.primary} disabled={!isAlive}>
        {texts.ask()}
      </button>
      <p className={styles.private} role="status">
        {located || texts.private()}
      </p>
    </form>
  );
}

/** Uses only the texts of known rules; others have no text here. */
function errorText({ rule }: PlaceError, texts: Readonly<Record<string, unknown>>): string | undefined {
  const text = texts[rule];
  return typeof text === 'function' ? text() : undefined;
}
