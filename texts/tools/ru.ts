import type { NamespaceToolsTranslation } from '#texts/made/i18n-types.ts';

const tools: NamespaceToolsTranslation = {
  label: 'Инструменты карты',
  names: {
    now: 'Сейчас',
    watch: 'Наблюдение',
    history: 'История',
    fire: 'Пожар',
    report: 'Справка',
    statistics: 'Статистика',
  },
  more: 'Раскрыть панель',
  less: 'Свернуть панель',
  showMap: 'Показать карту',
};

export default tools;
