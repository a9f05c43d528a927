import {
  type ClipboardEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type BBox, bboxUnion, boxAround } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import { type Locale, type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { loadGazetteer, loadLandmarks } from './gazetteerStore.ts';
import type { Landmark } from './Landmark.ts';
import { positionIn } from './outlines/readPosition.ts';
import type { Place } from './Place.ts';
import styles from './PlacePicker.module.css';
import type { PlaceSearch } from './PlaceSearch.ts';

let placeSearch: PlaceSearch | undefined;

/** Rejects if names cannot be loaded. */
export async function makePlaceSearch(): Promise<PlaceSearch> {
  const [landmarks, places, module] = await Promise.all([loadLandmarks(), loadGazetteer(), import('./PlaceSearch.ts')]);
  placeSearch ??= new module.PlaceSearch([...landmarks, ...places]);
  return placeSearch;
}

/** Attributes of a place search field. */
export const PLACE_INPUT = {
  type: 'text',
  autoComplete: 'off',
  autoCorrect: 'off',
  spellCheck: false,
  enterKeyHint: 'search',
  /** Long enough for a map link; names are shorter. */
  maxLength: 500,
} as const;

/** Loads the search once it is requested (`isRequested`). `failed` until `retry` succeeds. */
export function usePlaceSearch(isRequested = true) {
  const [search, setSearch] = useState(placeSearch);
  const [failed, setFailed] = useState(false);
  const retry = useCallback(() => {
    setFailed(false);
    makePlaceSearch().then(setSearch, () => setFailed(true));
  }, []);
  useEffect(() => {
    if (isRequested && !placeSearch) retry();
  }, [isRequested, retry]);
  return { search, failed, retry };
}

export interface SearchResult {
  readonly key: string;
  readonly name: string;
  /** Its kind, unless it is a settlement, and its country; empty for coordinates. */
  readonly about: string;
  readonly position: Position;
  /** True if the query is exactly one of its names, or coordinates. */
  readonly isExact: boolean;
  /** For a range or plain: its whole extent. */
  readonly box?: BBox;
}

const MOST_RESPONSES = 8;
const AROUND_AXIS_KM = 8;

/** Returns the position in `query`, or places of that name, best first. Coordinates need no `search`. */
export function findResults(
  query: string,
  search: PlaceSearch | undefined,
  { LL, locale }: { readonly LL: Texts; readonly locale: Locale },
  near?: Position,
): SearchResult[] {
  const position = positionIn(query);
  if (position) {
    const name = `${position.latitude.toFixed(4)}, ${position.longitude.toFixed(4)}`;
    return [{ key: name, name, about: '', position, isExact: true }];
  }
  const countries = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
  const kindOf = (place: Place | Landmark) => {
    if (!('kind' in place)) return [];
    const kind = LL.mapTools.place.landmark[place.kind]();
    return place.heightM > 0 ? [kind, LL.mapTools.place.landmark.height({ metres: String(place.heightM) })] : [kind];
  };
  return (search?.find(query, MOST_RESPONSES, near) ?? []).map((place) => ({
    key: `${place.en}/${place.latitude}/${place.longitude}`,
    name: place[locale],
    about: [...kindOf(place), countries.of(place.country) ?? ''].join(' · '),
    position: { latitude: place.latitude, longitude: place.longitude },
    isExact: search?.isNamed(place, query) ?? false,
    ...('kind' in place && place.axis.length > 0
      ? { box: place.axis.map((at) => boxAround(at, AROUND_AXIS_KM)).reduce(bboxUnion) }
      : {}),
  }));
}

interface PlaceComboboxProps {
  /** The default label mentions only a place. */
  readonly label?: string;
  readonly text: string;
  readonly error: string | undefined;
  /** The place that the text stands for, so there is nothing to choose. Empty if unknown. */
  readonly chosen: string;
  readonly onType: (text: string) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
  readonly onChoose: (searchResult: SearchResult) => void;
}

const NONE = -1;

/**
 * A combobox with a listbox as in the ARIA practices: arrows move through the results, Enter chooses, Escape closes.
 * Enter without a choice submits the form.
 */
export function PlaceCombobox({ label, text, error, chosen, onType, onPaste, onChoose }: PlaceComboboxProps) {
  const { LL, locale } = useTexts();
  const texts = LL.mapTools.place;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(NONE);
  const requested = chosen === '' && text.trim() !== '';
  const { search, failed, retry } = usePlaceSearch(requested);
  const searchResults = useMemo(
    () => (requested ? findResults(text, search, { LL, locale }) : []),
    [requested, text, search, LL, locale],
  );
  const isVisible = isOpen && searchResults.length > 0;
  const optionId = (index: number) => `${id}-${index}`;
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  useEffect(() => {
    if (error !== undefined) setIsOpen(true);
  }, [error]);
  const close = () => {
    setIsOpen(false);
    setActive(NONE);
  };
  const choose = (searchResult: SearchResult) => {
    close();
    onChoose(searchResult);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = isVisible ? searchResults[active] : undefined;
    if (step !== undefined && searchResults.length > 0) {
      setIsOpen(true);
      // The field itself lies before the first result and after the last.
      setActive(((active + 1 + step + searchResults.length + 1) % (searchResults.length + 1)) - 1);
    } else if (event.key === 'Enter' && chosen) choose(chosen);
    else if (event.key === 'Escape' && isVisible) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.box}>
      <Field label={label ?? texts.label()} error={error}>
        {(ties) => (
          <input
            {...ties}
            {...PLACE_INPUT}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isVisible}
            aria-controls={`${id}-list`}
            aria-activedescendant={isVisible && active !== NONE ? optionId(active) : undefined}
            placeholder={texts.hint()}
            value={text}
            onChange={({ target }) => {
              setIsOpen(true);
              setActive(NONE);
              onType(target.value);
            }}
            onPaste={onPaste}
            onKeyDown={onKeyDown}
            onBlur={close}
          />
        )}
      </Field>
      {/* A press must not take the focus from the field, which would close the list before the click. */}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={texts.found()}
        className={styles.list}
        hidden={!isVisible}
        onMouseDown={(event) => event.preventDefault()}
      >
        {searchResults.map((searchResult, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          <div
            key={searchResult.key}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            onClick={() => choose(searchResult)}
          >
            <span>{searchResult.name}</span>
            <span>{searchResult.about}</span>
          </div>
        ))}
      </div>
      {/* Always one line: a change here must not move the button that is being pressed. */}
      <p role="status" className={styles.state} data-chosen={chosen === '' ? undefined : ''}>
        {chosen}
        {requested && !search && !failed && texts.loading()}
        {requested && search && searchResults.length === 0 && error === undefined && texts.fault.none()}
        {isVisible && <span className="visually-hidden">{texts.count({ n: searchResults.length })}</span>}
        {requested && failed && texts.fault.names()}
      </p>
      {requested && failed && <Button onClick={retry}>{texts.retry()}</Button>}
    </div>
  );
}
