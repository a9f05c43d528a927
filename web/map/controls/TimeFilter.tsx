import { useEffect, useId, useRef, useState } from 'react';
import { NO_TIME_FILTER_MS, TIME_FILTERS_MS } from '#shared/limits.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { CardButton } from '#web/map/kit/buttons.tsx';
import kit from '#web/map/kit/cards.module.css';
import inputs from '#web/map/kit/mapInputs.module.css';
import { timeFilterText } from '#web/sky/timeText.ts';
import styles from './controls.module.css';

const OFFERED_MS = [...TIME_FILTERS_MS, NO_TIME_FILTER_MS];

interface TimeFilterProps {
  readonly windowMs: number;
  readonly onChoose: (windowMs: number) => void;
}

/** A card on a large map, a button on a small one: its style sheet decides. */
export function TimeFilter(props: TimeFilterProps) {
  return (
    <>
      <FilterCard {...props} />
      <FilterButton {...props} />
    </>
  );
}

function FilterCard({ windowMs, onChoose }: TimeFilterProps) {
  const { LL, locale } = useTexts();
  const name = useId();
  return (
    <fieldset className={`${kit.card} ${styles.timeFilterCard}`} data-time-range>
      <legend className="visually-hidden">{LL.map.filter.title()}</legend>
      <span aria-hidden="true">{LL.map.filter.last()}</span>
      {OFFERED_MS.map((offeredMs) => (
        <label key={offeredMs} className={`${inputs.segment} ${styles.segment}`}>
          <input type="radio" name={name} checked={offeredMs === windowMs} onChange={() => onChoose(offeredMs)} />
          <span aria-hidden="true">{shortHours(offeredMs, locale)}</span>
          <span className="visually-hidden">{timeFilterText(offeredMs, LL)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** `10 min`, `24 h`: in hours also beyond a day. */
function shortHours(ms: number, locale: string): string {
  const [amount, unit] = ms < HOUR_MS ? [ms / MINUTE_MS, 'minute'] : [ms / HOUR_MS, 'hour'];
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'hour' ? 'narrow' : 'short',
  }).format(amount);
}

function FilterButton({ windowMs, onChoose }: TimeFilterProps) {
  const { LL } = useTexts();
  const listId = useId();
  const list = useRef<HTMLFieldSetElement>(null);
  return (
    <>
      <button type="button" className={styles.timeFilterButton} popoverTarget={listId}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 7v5l3.5 2M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z" />
        </svg>
        <span className="visually-hidden">{LL.map.filter.title()}: </span>
        {timeFilterText(windowMs, LL)}
      </button>
      <fieldset id={listId} ref={list} popover="auto" className={`${kit.card} ${styles.timeFilterList}`}>
        <legend>{LL.map.filter.title()}</legend>
        <TimeFilterList
          windowMs={windowMs}
          onChoose={(chosenMs) => {
            onChoose(chosenMs);
            list.current?.hidePopover();
          }}
        />
      </fieldset>
    </>
  );
}

function TimeFilterList({ windowMs, onChoose }: TimeFilterProps) {
  const { LL } = useTexts();
  const name = useId();
  return OFFERED_MS.map((offeredMs) => (
    <label key={offeredMs} className={`${styles.timeFilterChoice} ${inputs.inputs}`}>
      <input type="radio" name={name} checked={offeredMs === windowMs} onChange={() => onChoose(offeredMs)} />
      {timeFilterText(offeredMs, LL)}
    </label>
  ));
}

interface FilterDialogProps extends TimeFilterProps {
  readonly onClose: () => void;
}

/** Nothing changes until Apply, so that a stray touch does not change a wall display. */
export function FilterDialog({ windowMs, onChoose, onClose }: FilterDialogProps) {
  const { LL } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const [chosenMs, setChosenMs] = useState(windowMs);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={`${kit.card} ${styles.timeFilterDialog}`}
      aria-labelledby="filter-dialog-title"
      onClose={onClose}
    >
      <h2 id="filter-dialog-title">{LL.map.filter.title()}</h2>
      <TimeFilterList windowMs={chosenMs} onChoose={setChosenMs} />
      <div className={styles.timeFilterActions}>
        <CardButton onClick={() => dialog.current?.close()}>{LL.map.dialog.cancel()}</CardButton>
        <CardButton
          primary
          onClick={() => {
            onChoose(chosenMs);
            dialog.current?.close();
          }}
        >
          {LL.map.dialog.apply()}
        </CardButton>
      </div>
    </dialog>
  );
}
