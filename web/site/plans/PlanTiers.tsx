import { type ApiLimits, FREE, PLANS, type PlanName } from '#shared/plans.ts';
import { CheckList } from '#web/kit/components/CheckList.tsx';
import buttons from '#web/kit/components/components.module.css';
import styles from '#web/kit/components/pages.module.css';
import { RevealList } from '#web/kit/components/RevealList.tsx';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';

interface PlanTier {
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

/** Shows no prices: each tier links to the contact page. */
export function PlanTiers() {
  const texts = useTexts().LL.plans;
  return (
    <>
      <RevealList stagger={150} sideways className={styles.tiers}>
        {planTiers(texts).map(({ plan, api, name, contains, builtOn, popular }) => (
          <li key={name} className={popular ? styles.popular : undefined}>
            <div className={styles.planHead}>
              <h3>{name}</h3>
              {popular && <p className={styles.badge}>{texts.popular()}</p>}
            </div>
            <p className={styles.price}>
              {texts.byRequest()}
              {api && `. ${texts.limits(api)}`}
            </p>
            {builtOn && <p className={styles.plus}>{texts.everythingIn({ plan: builtOn })}</p>}
            <CheckList items={contains} />
            <PageLink
              page="contact"
              detail={`?plan=${plan}#write`}
              className={popular ? buttons.primary : buttons.secondary}
              aria-label={texts.talkFor({ plan: name })}
            >
              {texts.talk()}
            </PageLink>
          </li>
        ))}
      </RevealList>
      <p className={styles.free}>{texts.free({ days: FREE.historyDays })}</p>
    </>
  );
}
