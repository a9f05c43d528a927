import type { NamespaceOutlineTranslation } from '#texts/made/i18n-types.ts';

const outline = {
  begin: 'Начертай или постави очертание',
  byName: 'Посочете място',
  corners: 'Точки, GeoJSON, KML или GPX',
  cornersHint: 'По една точка на ред, например 42.70, 23.32. Две точки са линия, три и повече – площ.',
  draw: {
    line: 'Начертай линия на картата',
    polygon: 'Начертай участък на картата',
  },
  line: 'Линия с {corners} {{точка|точки}} около {at}',
  area: 'Очертание с {corners} {{точка|точки}} около {at}',
} satisfies NamespaceOutlineTranslation;

export default outline;
