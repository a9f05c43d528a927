import { lazy } from 'react';
import { useTexts } from '#web/i18n/index.ts';
import type { PanelProps } from '../../parts/MapPart.ts';
import { Part } from '../../parts/Part.tsx';
import { useAddressPart } from '../../view/useAddressPart.ts';
import styles from './StrikeTable.module.css';
import { tableAddress } from './tableAddress.ts';

const StrikeRows = lazy(() => import('./StrikeRows.tsx'));

/** The strikes in view as a table, for those who cannot see the map. The address holds its state and order. */
export function StrikeTable(props: PanelProps) {
  const { LL } = useTexts();
  const [order, change] = useAddressPart(tableAddress);
  const open = order !== 'closed';
  return (
    <details
      className={styles.details}
      open={open}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== open) change(() => (currentTarget.open ? 'newest' : 'closed'), 'replace');
      }}
    >
      <summary>{LL.map.table.title()}</summary>
      {open && (
        <Part>
          <StrikeRows {...props} order={order} onOrder={(chosen) => change(() => chosen, 'replace')} />
        </Part>
      )}
    </details>
  );
}
