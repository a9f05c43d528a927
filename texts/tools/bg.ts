import type { NamespaceToolsTranslation } from '#texts/made/i18n-types.ts';

const tools: NamespaceToolsTranslation = {
  label: 'Инструменти на картата',
  names: {
    now: 'Сега',
    watch: 'Наблюдение',
    history: 'История',
    fire: 'Пожар',
    report: 'Справка',
    statistics: 'Статистика',
  },
  more: 'Разгъни панела',
  less: 'Свий панела',
  showMap: 'Покажи картата',
};

export default tools;
