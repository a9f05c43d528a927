import { useEffect, useRef, useState } from 'react';
import { useTexts } from '#web/kit/i18n/index.ts';
import kit from '#web/map/kit/Card.module.css';
import { CardButton } from '#web/map/kit/CardButton.tsx';
import styles from './FilterDialog.module.css';
import { TimeFilterList, type TimeFilterProps } from './TimeFilter.tsx';

interface FilterDialogProps extends TimeFilterProps {
  readonly onClose: () => void;
}

/** The windows on offer as a dialog: nothing changes until Apply, so a stray touch does not change a wall display. */
export function FilterDialog({ windowMs, onChoose, onClose }: FilterDialogProps) {
  const { LL } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const [chosenMs, setChosenMs] = useState(windowMs);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={`${kit.card} ${styles.dialog}`}
      aria-labelledby="filter-dialog-title"
      onClose={onClose}
    >
      <h2 id="filter-dialog-title">{LL.map.filter.title()}</h2>
      <TimeFilterList windowMs={chosenMs} onChoose={setChosenMs} />
      <div className={styles.actions}>
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
