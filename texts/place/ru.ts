import type { NamespacePlaceTranslation } from '#texts/made/i18n-types.ts';

const place = {
  label: 'Место или координаты',
  hint: 'Город, вершина или 42.70, 23.32',
  found: 'Найденные места',
  count: 'Найдено мест: {n}',
  loading: 'Загружаются названия мест…',
  retry: 'Ещё раз',
  credit: 'Названия мест: GeoNames, CC BY 4.0, с изменениями',
  edit: 'Изменить',
  chosen: 'Выбрано: {place}',
  here: 'Моё местоположение',
  locating: 'Определяем местоположение…',
  notLocated: 'Не удалось определить местоположение.',
  onMap: 'Указать на карте',
  file: 'Из файла',
  fileHint: 'GeoJSON, KML, KMZ, GPX или список точек. Файл можно и перетащить сюда.',
  reading: 'Файл читается…',
  inFile: '{file}: {fault}',
  fault: {
    missing: 'Введите место, координаты или ссылку на карту.',
    none: 'Место не найдено. Проверьте название или введите координаты: 42.70, 23.32.',
    several: 'Подходит несколько мест. Выберите одно.',
    names: 'Названия мест не загрузились. Координаты по-прежнему работают.',
    link: 'В этой ссылке нет места. Откройте её и скопируйте адрес из браузера.',
    unreadable: 'Файл не удалось прочитать.',
  },
  landmark: {
    range: 'горы',
    plain: 'равнина',
    peak: 'вершина',
    pass: 'перевал',
    gorge: 'ущелье',
    park: 'парк',
    monastery: 'монастырь',
    hut: 'горный приют',
    height: '{metres}\u00a0м',
  },
} satisfies NamespacePlaceTranslation;

export default place;
