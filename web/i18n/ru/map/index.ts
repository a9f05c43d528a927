import type { NamespaceMapTranslation } from '../../i18n-types.ts';

const map = {
  title: 'Карта молний в реальном времени',
  loading: 'Карта загружается…',
} satisfies NamespaceMapTranslation;

export default map;
