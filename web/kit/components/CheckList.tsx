import type { ReactNode } from 'react';
import styles from './components.module.css';
import { Icon } from './Icon.tsx';

interface CheckListProps {
  /** Elements must have a key. */
  readonly items: readonly (string | (ReactNode & { readonly key: string | null }))[];
}

export function CheckList({ items }: CheckListProps) {
  return (
    <ul className={styles.checkList}>
      {items.map((item) => (
        <li key={typeof item === 'string' ? item : item.key}>
          <Icon name="check" size={20} />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  );
}
