import type { BaseTranslation } from '../../i18n-types.ts';

const plans = {
  popular: 'Most popular',
  talk: 'Contact sales',
  talkFor: 'Contact sales about the {plan:string} plan',
  byRequest: 'Price on request',
  everythingIn: 'Everything in {plan:string}, plus:',
  limits: 'API: {unitsAMinute|number} units a minute, {streams|number} streams, {historyDays|number} days of history',
  free: 'Free for everyone: the live map, alerts for your own places, the last {days:number} days.',
  basic: {
    name: 'Basic',
    monitoring: 'Real-time monitoring',
    alerts: 'Basic alerts',
    reports: 'Standard reports',
    support: 'Email support',
  },
  professional: {
    name: 'Professional',
    analytics: 'Advanced analytics',
    alerts: 'Custom alerts',
    api: 'API access',
    support: 'Priority support',
  },
  enterprise: {
    name: 'Enterprise',
    integrations: 'Custom integrations',
    manager: 'Dedicated account manager',
    sla: 'SLA guarantees',
    training: 'On-site training',
  },
} satisfies BaseTranslation;

export default plans;
