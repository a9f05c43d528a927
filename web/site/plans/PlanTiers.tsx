import { FREE } from '#shared/plans.ts';
import buttons from '#web/kit/components/Button.module.css';
import { CheckList } from '#web/kit/components/CheckList.tsx';
import { RevealList } from '#web/kit/components/RevealList.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import styles from './PlanTiers.module.css';
import { planTiers } from './planTiers.ts';

/** Shows no prices: each tier links to the contact page. */
export function PlanTiers() {
  const texts = useTexts().LL.plans;
  return (
    <>
      <RevealList stagger={150} sideways className={styles.tiers}>
        {planTiers(texts).map(({ plan, api, name, contains, builtOn, popular }) => (
          <li key={name} className={popular ? styles.popular : undefined}>
            <div className={styles.head}>
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
