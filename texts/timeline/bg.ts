import type { NamespaceTimelineTranslation } from '#texts/made/i18n-types.ts';

const timeline = {
  past: 'Минало',
  nowDown: 'в момента няма данни',
  toLive: 'Обратно на живо',
  close: 'Затвори историята и се върни на живо',
  title: 'Последните 14 дни',
  moment: 'Показан момент',
  now: 'сега',
  window: 'Интервал',
  play: 'Пусни',
  pause: 'Пауза',
  rate: 'Скорост',
  perSecond: '{span} в секунда',
  step: 'Стрелките местят с 10 минути, Page Up и Page Down – с едно денонощие.',
  hatched: 'щриховано: няма данни, не е нула',
  loading: 'Броят на мълниите се зарежда…',
  failed: 'Броят на мълниите не се зареди. Самите мълнии все пак могат да се разглеждат.',
  tooOld: 'Връзката сочи към момент отпреди повече от 14 дни. Показан е най-ранният наличен.',
  outside: 'Мълниите се броят само в района, който наблюдаваме постоянно. Този изглед е извън него.',
  byHour: 'брой по часове и квадрати',
  alarm: 'НЕ Е НА ЖИВО',
  alarmAt: 'показано: {time}',
} satisfies NamespaceTimelineTranslation;

export default timeline;
