import type { Texts } from '#web/i18n/index.ts';

export interface PlanTier {
  readonly name: string;
  readonly contains: readonly string[];
  /** Name of the tier whose contents it includes. */
  readonly builtOn?: string;
  readonly popular: boolean;
}

export function planTiers(texts: Texts['plans']): readonly PlanTier[] {
  const { basic, professional, enterprise } = texts;
  return [
    {
      name: basic.name(),
      contains: [basic.monitoring(), basic.alerts(), basic.reports(), basic.support()],
      popular: false,
    },
    {
      name: professional.name(),
      contains: [professional.analytics(), professional.alerts(), professional.api(), professional.support()],
      builtOn: basic.name(),
      popular: true,
    },
    {
      name: enterprise.name(),
      contains: [enterprise.integrations(), enterprise.manager(), enterprise.sla(), enterprise.training()],
      builtOn: professional.name(),
      popular: false,
    },
  ];
}
