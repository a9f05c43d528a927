import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const mapTools = {
  label: 'Tools of the map',
  open: 'Tools',
  back: 'Back to all tools',
  close: 'Close',
  thisScreen: 'This screen',
  groups: { past: 'Past', fires: 'Fires', more: 'More' },
  table: 'Strikes as a table',
  names: {
    now: 'Now',
    watch: 'Watch',
    history: 'History',
    fires: 'Fires',
    fire: 'Before a fire',
    report: 'Report',
    statistics: 'Statistics',
  },
  more: 'Show more of this panel',
  less: 'Show less of this panel',
  showMap: 'Show the map',
} satisfies BaseTranslation;

export default mapTools;
