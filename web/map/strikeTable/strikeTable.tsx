import { lazy } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { field, oneOf, useAddress } from '#web/kit/routing/address.ts';
import type { PanelPart, PanelProps } from '#web/map/parts/MapPart.ts';
import { Part } from '#web/map/parts/Part.tsx';
import styles from './strikeTable.module.css';

/** `table=newest` or `table=nearest`; nothing while it is closed. */
export const tableAddress = field('table', oneOf(['newest', 'nearest']), 'closed');

export const strikeTable: PanelPart = {
  name: 'strike-table',
  order: 10,
  parameters: tableAddress.names,
  place: 'now',
  onWall: false,
  Panel: StrikeTable,
};

const StrikeRows = lazy(() => withinChunkTimeout(import('./StrikeRows.tsx')));

/** The strikes in view as a table, for users who cannot see the map. The address holds its order. */
function StrikeTable(props: PanelProps) {
  const { LL } = useTexts();
  const [order, change] = useAddress(tableAddress, 'query');
  const open = order !== 'closed';
  return (
    <details
      className={styles.details}
      open={open}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== open) change(currentTarget.open ? 'newest' : 'closed', 'replace');
      }}
    >
      <summary>{LL.map.table.title()}</summary>
      {open && (
        <Part>
          <StrikeRows {...props} order={order} onOrder={(chosen) => change(chosen, 'replace')} />
        </Part>
      )}
    </details>
  );
}
