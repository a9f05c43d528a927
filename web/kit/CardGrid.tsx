import styles from './CardGrid.module.css';
import { Icon, type IconName } from './Icon.tsx';
import { RevealList } from './RevealList.tsx';

export type Card = readonly [icon: IconName, title: string, text: string];

/** Short statements, each under its sign, set apart by hairlines. */
export function CardGrid({ cards, stagger = 150 }: { cards: readonly Card[]; stagger?: 150 | 200 }) {
  return (
    <RevealList stagger={stagger} className={styles.grid}>
      {cards.map(([icon, title, text]) => (
        <li key={title}>
          <Icon name={icon} size={30} />
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </RevealList>
  );
}
