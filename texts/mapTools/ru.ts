import type { NamespaceMapToolsTranslation } from '#texts/made/i18n-types.ts';

const mapTools: NamespaceMapToolsTranslation = {
  label: 'Инструменты карты',
  open: 'Ещё',
  back: 'Ко всем инструментам',
  close: 'Закрыть',
  thisScreen: 'Этот экран',
  groups: { past: 'Прошлое', fires: 'Пожары', more: 'Другое' },
  table: 'Молнии в таблице',
  names: {
    now: 'Сейчас',
    watch: 'Наблюдение',
    history: 'История',
    fires: 'Пожары',
    fire: 'До пожара',
    report: 'Справка',
    statistics: 'Статистика',
  },
  more: 'Раскрыть панель',
  less: 'Свернуть панель',
  showMap: 'Показать карту',
};

export default mapTools;
