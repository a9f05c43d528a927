import styles from './CardHead.module.css';
import { CloseButton, type CloseButtonProps } from './CloseButton.tsx';

export interface CardHeadProps extends CloseButtonProps {
  readonly title: string;
}

/** The title of a card that can be closed, and the cross that closes it; `name` is the cross's. */
export function CardHead({ title, ...closing }: CardHeadProps) {
  return (
    <header className={styles.head}>
      <h2>{title}</h2>
      <CloseButton {...closing} />
    </header>
  );
}
