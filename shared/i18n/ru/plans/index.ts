import type { NamespacePlansTranslation } from '../../i18n-types.ts';

const plans = {
  popular: 'Самый популярный',
  talk: 'Обсудить тариф',
  talkFor: 'Обсудить тариф {plan} с отделом продаж',
  byRequest: 'Цена по запросу',
  everythingIn: 'Всё из тарифа {plan}, а также:',
  limits:
    'API: единиц в минуту — {unitsAMinute|number}, потоков — {streams|number}, дней истории — {historyDays|number}',
  free: 'Бесплатно для всех: карта в реальном времени, оповещения для ваших мест, последние {days} дней.',
  basic: {
    name: 'Basic',
    monitoring: 'Мониторинг в реальном времени',
    alerts: 'Базовые оповещения',
    reports: 'Стандартные отчёты',
    support: 'Поддержка по электронной почте',
  },
  professional: {
    name: 'Professional',
    analytics: 'Расширенная аналитика',
    alerts: 'Настраиваемые оповещения',
    api: 'Доступ к API',
    support: 'Приоритетная поддержка',
  },
  enterprise: {
    name: 'Enterprise',
    integrations: 'Индивидуальные интеграции',
    manager: 'Персональный менеджер',
    sla: 'Гарантии SLA',
    training: 'Обучение на месте',
  },
} satisfies NamespacePlansTranslation;

export default plans;
