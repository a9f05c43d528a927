import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Position } from '#shared/geo/geodesy.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { findResults, PLACE_INPUT, type SearchResult, usePlaceSearch } from '#web/kit/places/PlaceCombobox.tsx';
import { CloseButton, LinkButton } from '#web/map/kit/buttons.tsx';
import kit from '#web/map/kit/cards.module.css';
import inputs from '#web/map/kit/mapInputs.module.css';
import styles from './SearchBox.module.css';

export interface SearchBoxProps {
  readonly near: () => Position;
  readonly onChoose: (searchResult: SearchResult) => void;
  readonly onClose: () => void;
}

const NARROW_PX = 768;

/** A combobox as in the ARIA practices: arrows move, Enter chooses, Escape clears, then closes. */
export default function SearchBox({ near, onChoose, onClose }: SearchBoxProps) {
  const { LL, locale } = useTexts();
  const texts = LL.map.search;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const { search, failed, retry } = usePlaceSearch();
  const searchResults = useMemo(
    () => findResults(query, search, { LL, locale }, near()),
    [query, search, LL, locale, near],
  );
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    // A phone's keyboard takes the lower half of the screen.
    if (window.innerWidth < NARROW_PX) input.current?.scrollIntoView({ block: 'start' });
  }, []);
  const type = (text: string) => {
    setQuery(text);
    setActive(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && searchResults.length > 0)
      setActive((active + step + searchResults.length) % searchResults.length);
    else if (event.key === 'Enter' && searchResults[active]) onChoose(searchResults[active]);
    else if (event.key === 'Escape' && query !== '') type('');
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  const optionId = (index: number) => `${id}-${index}`;
  const open = searchResults.length > 0;
  const requested = query.trim() !== '';
  return (
    <div className={`${kit.card} ${styles.box}`}>
      <div className={`${styles.head} ${inputs.inputs}`}>
        <input
          ref={input}
          {...PLACE_INPUT}
          role="combobox"
          aria-label={texts.open()}
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={`${id}-list`}
          {...(open ? { 'aria-activedescendant': optionId(active) } : {})}
          placeholder={texts.hint()}
          value={query}
          onChange={({ target }) => type(target.value)}
          onKeyDown={onKeyDown}
        />
        <CloseButton name={texts.close()} onClick={onClose} />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={texts.results()} className={styles.list} hidden={!open}>
        {searchResults.map((searchResult, index) => (
          <Option
            key={searchResult.key}
            id={optionId(index)}
            result={searchResult}
            active={index === active}
            onChoose={() => onChoose(searchResult)}
          />
        ))}
      </div>
      <p className={styles.state} role="status">
        {failed && texts.failed()}
        {!failed && !search && requested && texts.loading()}
        {search &&
          requested &&
          (open ? <span className="visually-hidden">{texts.found({ n: searchResults.length })}</span> : texts.none())}
      </p>
      {failed && <LinkButton onClick={retry}>{LL.map.tryAgain()}</LinkButton>}
      {search && <p className={styles.credit}>{texts.credit()}</p>}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly result: SearchResult;
  readonly active: boolean;
  readonly onChoose: () => void;
}

function Option({ id, result: searchResult, active, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
    <div id={id} role="option" aria-selected={active} onClick={onChoose}>
      <span>{searchResult.name}</span>
      <span className={styles.about}>{searchResult.about}</span>
    </div>
  );
}
