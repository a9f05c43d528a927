import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './LimitsOfData.module.css';

export function LimitsOfData() {
  const texts = useTexts().LL.about.limits;
  const can = [texts.canWhere(), texts.canMove(), texts.canLook()];
  const cannot = [texts.cannotAll(), texts.cannotExact(), texts.cannotNext(), texts.cannotCloud()];
  return (
    <>
      <div className={styles.columns}>
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
