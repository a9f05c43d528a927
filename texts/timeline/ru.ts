import type { NamespaceTimelineTranslation } from '#texts/made/i18n-types.ts';

const timeline = {
  past: 'Прошлое',
  nowDown: 'сейчас данных нет',
  toLive: 'К текущим данным',
  close: 'Закрыть историю и вернуться к текущим данным',
  title: 'Последние 14 дней',
  moment: 'Показанный момент',
  now: 'сейчас',
  window: 'Промежуток',
  play: 'Воспроизвести',
  pause: 'Пауза',
  rate: 'Скорость',
  perSecond: '{span} в секунду',
  step: 'Стрелки — шаг 10 минут, Page Up и Page Down — сутки.',
  hatched: 'штриховка: нет данных',
  loading: 'Загрузка…',
  failed: 'Число молний недоступно, но сами молнии можно смотреть.',
  tooOld: 'Ссылке больше 14 дней; показаны самые ранние данные.',
  outside: 'Молнии считаются только в зоне постоянного наблюдения. Сейчас показано место вне её.',
  byHour: 'подсчёт по часам и квадратам',
  alarm: 'ЭТО ПРОШЛОЕ',
  alarmAt: 'показано: {time}',
} satisfies NamespaceTimelineTranslation;

export default timeline;
