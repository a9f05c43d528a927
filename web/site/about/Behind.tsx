import { Section } from '#web/kit/components/Page.tsx';
import styles from '#web/kit/components/pages.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { NamedParties } from '#web/kit/settings/namedParties.ts';
import { PartyName } from './PartyName.tsx';

interface BehindProps {
  readonly operator: string;
  readonly parties: NamedParties;
}

export function Behind({ operator, parties }: BehindProps) {
  const texts = useTexts().LL.about.behind;
  const named = [
    [texts.operator(), { name: operator, url: '' }],
    [texts.source(), parties.source],
    [texts.hosting(), parties.hosting],
    [texts.fire(), parties.fire],
  ] as const;
  const visible = named.filter(([, party]) => party.name !== '');
  if (visible.length === 0) return null;
  return (
    <Section title={texts.title()} layout="beside" tone="tint">
      <dl className={styles.behindList}>
        {visible.map(([role, party]) => (
          <div key={role}>
            <dt>{role}</dt>
            <dd>
              <PartyName {...party} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

export function LimitsOfData() {
  const texts = useTexts().LL.about.limits;
  const can = [texts.canWhere(), texts.canMove(), texts.canLook()];
  const cannot = [texts.cannotAll(), texts.cannotExact(), texts.cannotNext(), texts.cannotCloud()];
  return (
    <>
      <div className={styles.limitsColumns}>
        <List title={texts.can()} items={can} />
        <List title={texts.cannot()} items={cannot} />
      </div>
      <p className={styles.safety}>{texts.safety()}</p>
    </>
  );
}

interface ListProps {
  readonly title: string;
  readonly items: readonly string[];
}

function List({ title, items }: ListProps) {
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
