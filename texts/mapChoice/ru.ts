import type { NamespaceMapChoiceTranslation } from '#texts/made/i18n-types.ts';

const mapChoice = {
  label: 'Выбор на карте',
  hints: {
    point: 'Нажмите на карту там, где это место, или подведите его под перекрестие.',
    line: 'Отмечайте точки линии. Чтобы закончить, нажмите последнюю ещё раз.',
    polygon: 'Отмечайте углы участка. Чтобы закончить, нажмите первый ещё раз.',
  },
  middle: 'Выбрать это место',
  corner: 'Точка {n} в перекрестии',
  done: 'Готово',
  back: 'Назад',
} satisfies NamespaceMapChoiceTranslation;

export default mapChoice;
