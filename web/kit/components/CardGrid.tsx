import styles from './components.module.css';
import { Icon, type IconName } from './Icon.tsx';
import { RevealList } from './RevealList.tsx';

export type Card = readonly [icon: IconName, title: string, text: string];

interface CardGridProps {
  readonly cards: readonly Card[];
  readonly columns: 2 | 3 | 5;
  readonly stagger?: 150 | 200;
}

export function CardGrid({ cards, columns, stagger = 150 }: CardGridProps) {
  return (
    <RevealList stagger={stagger} className={`${styles.cardGrid} ${styles[`columns${columns}`]}`}>
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
