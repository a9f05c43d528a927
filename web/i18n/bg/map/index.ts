import type { NamespaceMapTranslation } from '../../i18n-types.ts';

const map = {
  title: 'Карта на мълниите на живо',
  loading: 'Картата се зарежда…',
} satisfies NamespaceMapTranslation;

export default map;
