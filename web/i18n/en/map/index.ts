import type { BaseTranslation } from '../../i18n-types.ts';

const map = {
  title: 'Live lightning map',
  loading: 'Loading Map...',
} satisfies BaseTranslation;

export default map;
