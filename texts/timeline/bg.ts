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
  hatched: 'щриховано: няма данни',
  loading: 'Зарежда се…',
  failed: 'Броят на мълниите не е достъпен, но самите мълнии може да се разглеждат.',
  tooOld: 'Връзката е отпреди повече от 14 дни; показани са най-ранните данни.',
  outside: 'Мълниите се броят само в района, който наблюдаваме постоянно. Показаното място е извън него.',
  byHour: 'брой по часове и квадрати',
  alarm: 'НЕ Е НА ЖИВО',
  alarmAt: 'показано: {time}',
} satisfies NamespaceTimelineTranslation;

export default timeline;
