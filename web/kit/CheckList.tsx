import styles from './CheckList.module.css';
import { Icon } from './Icon.tsx';

interface CheckListProps {
  readonly items: readonly string[];
}

export function CheckList({ items }: CheckListProps) {
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item}>
          <Icon name="check" size={20} />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  );
}
