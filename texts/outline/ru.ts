import type { NamespaceOutlineTranslation } from '#texts/made/i18n-types.ts';

const outline = {
  begin: 'Нарисовать или вставить контур',
  byName: 'Указать место',
  corners: 'Точки, GeoJSON, KML или GPX',
  cornersHint: 'По одной точке в строке, например 42.70, 23.32. Две точки — линия, три и больше — участок.',
  draw: {
    line: 'Начертить линию на карте',
    polygon: 'Начертить участок на карте',
  },
  line: 'Линия из {corners} {{|точки||точек|точек|точки}} около {at}',
  area: 'Контур из {corners} {{|точки||точек|точек|точки}} около {at}',
} satisfies NamespaceOutlineTranslation;

export default outline;
