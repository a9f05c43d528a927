import { type ApiLimits, PLANS, type PlanName } from '#shared/plans.ts';
import type { Texts } from '#web/kit/i18n/index.ts';

export interface PlanTier {
  readonly plan: PlanName;
  /** Null: the plan has no API access. */
  readonly api: ApiLimits | null;
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
      api: PLANS.basic.api,
      name: basic.name(),
      contains: [basic.monitoring(), basic.alerts(), basic.reports(), basic.support()],
      popular: false,
    },
    {
      plan: 'professional',
      api: PLANS.professional.api,
      name: professional.name(),
      contains: [professional.analytics(), professional.alerts(), professional.api(), professional.support()],
      builtOn: basic.name(),
      popular: true,
    },
    {
      plan: 'enterprise',
      api: PLANS.enterprise.api,
      name: enterprise.name(),
      contains: [enterprise.integrations(), enterprise.manager(), enterprise.sla(), enterprise.training()],
      builtOn: professional.name(),
      popular: false,
    },
  ];
}
