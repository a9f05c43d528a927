import type { NamespacePlansTranslation } from '#texts/made/i18n-types.ts';

const plans = {
  popular: 'Самый популярный',
  talk: 'Обсудить тариф',
  talkFor: 'Обсудить тариф {plan} с отделом продаж',
  byRequest: 'Цена по запросу',
  everythingIn: 'Всё из тарифа {plan}, а также:',
  limits: 'API: {unitsAMinute|number}/мин, потоки: {streams|number}',
  today:
    'Сегодня API открыт для всех и без ключа — в пределах лимита, общего для каждой сети. Лимиты, указанные выше, ключ тарифа ни с кем не делит.',
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
