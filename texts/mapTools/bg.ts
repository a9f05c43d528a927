import type { NamespaceMapToolsTranslation } from '#texts/made/i18n-types.ts';

const mapTools: NamespaceMapToolsTranslation = {
  label: 'Инструменти на картата',
  open: 'Още',
  back: 'Към всички инструменти',
  close: 'Затваряне',
  thisScreen: 'Този екран',
  groups: { past: 'Минало', fires: 'Пожари', more: 'Други' },
  table: 'Мълниите в таблица',
  names: {
    now: 'Сега',
    watch: 'Наблюдение',
    history: 'История',
    fires: 'Пожари',
    fire: 'Преди пожар',
    report: 'Справка',
    statistics: 'Статистика',
  },
  more: 'Разгъни панела',
  less: 'Свий панела',
  showMap: 'Покажи картата',
};

export default mapTools;
