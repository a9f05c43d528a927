import type { NamespacePlansTranslation } from '../../i18n-types.ts';

const plans = {
  popular: 'Най-популярен',
  talk: 'Обсъдете плана',
  talkFor: 'Обсъдете плана {plan} с отдел „Продажби“',
  byRequest: 'Цена при запитване',
  everythingIn: 'Всичко от {plan} и още:',
  limits: 'API: {unitsAMinute|number} единици в минута, {streams|number} потока, {historyDays|number} дни назад',
  free: 'Безплатно за всички: картата на живо, известия за вашите места, последните {days} дни.',
  basic: {
    name: 'Basic',
    monitoring: 'Наблюдение в реално време',
    alerts: 'Основни известия',
    reports: 'Стандартни отчети',
    support: 'Поддръжка по имейл',
  },
  professional: {
    name: 'Professional',
    analytics: 'Разширени анализи',
    alerts: 'Персонализирани известия',
    api: 'Достъп до API',
    support: 'Приоритетна поддръжка',
  },
  enterprise: {
    name: 'Enterprise',
    integrations: 'Индивидуални интеграции',
    manager: 'Личен мениджър на клиента',
    sla: 'Гаранции по SLA',
    training: 'Обучение на място',
  },
} satisfies NamespacePlansTranslation;

export default plans;
