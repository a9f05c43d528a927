import { PLANS, type PlanLimits, type PlanName } from '#shared/plans.ts';
import type { Texts } from '#web/kit/i18n/index.ts';

export interface PlanTier {
  readonly plan: PlanName;
  readonly limits: PlanLimits;
  readonly name: string;
  readonly contains: readonly string[];
  /** Name of the tier that it includes. */
  readonly builtOn?: string;
  readonly popular: boolean;
}

export function planTiers(texts: Texts['plans']): readonly PlanTier[] {
  const { basic, professional, enterprise } = texts;
  return [
    {
      plan: 'basic',
      limits: PLANS.basic,
      name: basic.name(),
      contains: [basic.monitoring(), basic.alerts(), basic.reports(), basic.support()],
      popular: false,
    },
    {
      plan: 'professional',
      limits: PLANS.professional,
      name: professional.name(),
      contains: [professional.analytics(), professional.alerts(), professional.api(), professional.support()],
      builtOn: basic.name(),
      popular: true,
    },
    {
      plan: 'enterprise',
      limits: PLANS.enterprise,
      name: enterprise.name(),
      contains: [enterprise.integrations(), enterprise.manager(), enterprise.sla(), enterprise.training()],
      builtOn: professional.name(),
      popular: false,
    },
  ];
}
