import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const satellite = {
  show: 'Show what the satellite sees',
  mark: 'Satellite, 5–15 min old, ±8\u00a0km',
  note: 'Ground and cloud flashes. Not used for warnings.',
  failed: 'Satellite flashes could not be loaded.',
  old: 'The newest satellite file is more than 35 minutes old.',
} satisfies BaseTranslation;

export default satellite;
