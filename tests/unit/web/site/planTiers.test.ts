import { beforeAll, expect, test } from 'vitest';
import { PLANS } from '#shared/plans.ts';
import { loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { planTiers } from '#web/site/plans/planTiers.ts';

beforeAll(() => loadTexts('en', ['plans']));

test('the three tiers hold exactly what the specification lists, and Professional is the popular one', () => {
  expect(planTiers(textsFor('en').plans)).toEqual([
    {
      plan: 'basic',
      limits: PLANS.basic,
      name: 'Basic',
      contains: ['Real-time monitoring', 'Basic alerts', 'Standard reports', 'Email support'],
      popular: false,
    },
    {
      plan: 'professional',
      limits: PLANS.professional,
      name: 'Professional',
      builtOn: 'Basic',
      contains: ['Advanced analytics', 'Custom alerts', 'API access', 'Priority support'],
      popular: true,
    },
    {
      plan: 'enterprise',
      limits: PLANS.enterprise,
      name: 'Enterprise',
      builtOn: 'Professional',
      contains: ['Custom integrations', 'Dedicated account manager', 'SLA guarantees', 'On-site training'],
      popular: false,
    },
  ]);
});
