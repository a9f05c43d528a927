import type { NamespacePlaceTranslation } from '#texts/made/i18n-types.ts';

const place = {
  label: 'Място или координати',
  hint: 'Град, връх или 42.70, 23.32',
  found: 'Намерени места',
  count: 'Намерени места: {n}',
  loading: 'Имената на местата се зареждат…',
  retry: 'Опитай пак',
  credit: 'Имена на места: GeoNames, CC BY 4.0, с промени',
  edit: 'Промяна',
  chosen: 'Избрано: {place}',
  here: 'Моето местоположение',
  locating: 'Определя се местоположението…',
  notLocated: 'Местоположението ви не можа да се определи.',
  onMap: 'Избери на картата',
  file: 'От файл',
  fileHint: 'GeoJSON, KML, KMZ, GPX или списък от точки. Файлът може и да се пусне тук.',
  reading: 'Файлът се чете…',
  inFile: '{file}: {fault}',
  fault: {
    missing: 'Въведете място, координати или връзка от карта.',
    none: 'Мястото не е намерено. Проверете името или въведете координати като 42.70, 23.32.',
    several: 'Има няколко съвпадения. Изберете едно.',
    names: 'Имената на местата не се заредиха. С координати търсенето работи.',
    link: 'В тази връзка няма място. Отворете я и копирайте адреса от браузъра.',
    unreadable: 'Файлът не можа да се прочете.',
  },
  landmark: {
    range: 'планина',
    plain: 'равнина',
    peak: 'връх',
    pass: 'проход',
    gorge: 'дефиле',
    park: 'парк',
    monastery: 'манастир',
    hut: 'хижа',
    height: '{metres}\u00a0м',
  },
} satisfies NamespacePlaceTranslation;

export default place;
