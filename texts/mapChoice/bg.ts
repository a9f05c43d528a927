import type { NamespaceMapChoiceTranslation } from '#texts/made/i18n-types.ts';

const mapChoice = {
  label: 'Избор на картата',
  hints: {
    point: 'Докоснете картата там, където е мястото, или го докарайте под кръстчето.',
    line: 'Отбелязвайте точките на линията. За край докоснете последната още веднъж.',
    polygon: 'Отбелязвайте ъглите на участъка. За край докоснете първия още веднъж.',
  },
  middle: 'Избери това място',
  corner: 'Точка {n} в кръстчето',
  done: 'Готово',
  back: 'Назад',
} satisfies NamespaceMapChoiceTranslation;

export default mapChoice;
