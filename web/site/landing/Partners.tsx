import { Icon } from '#web/kit/components/Icon.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { NamedParties } from '#web/kit/settings/namedParties.ts';
import { PartyName } from '#web/site/about/PartyName.tsx';
import styles from './Partners.module.css';

interface PartnersProps {
  readonly parties: NamedParties;
}

/** The partners that the operator has named; nothing if there are none. */
export function Partners({ parties }: PartnersProps) {
  const texts = useTexts().LL.landing.partners;
  const { hosting, fire } = parties;
  if (hosting.name === '' && fire.name === '') return null;
  return (
    <section className={styles.strip} aria-labelledby="partners">
      <div className={styles.row}>
        <h2 id="partners">{texts.title()}</h2>
        {hosting.name !== '' && (
          <p>
            <Icon name="server" size={28} />
            <span>
              <b>
                <PartyName {...hosting} />
              </b>{' '}
              {texts.hostingText()}
            </span>
          </p>
        )}
        {fire.name !== '' && (
          <p>
            <Icon name="flame" size={28} />
            <span>
              <b>
                <PartyName {...fire} />
              </b>{' '}
              {texts.fireText()}
            </span>
          </p>
        )}
      </div>
    </section>
  );
}
