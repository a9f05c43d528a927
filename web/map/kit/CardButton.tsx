import type { ComponentProps } from 'react';
import styles from './CardButton.module.css';

export interface CardButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className'> {
  /** Whether it is the choice that most people want. */
  readonly primary?: boolean;
}

/** A button on a card over the map. */
export function CardButton({ primary = false, ...rest }: CardButtonProps) {
  return <button type="button" className={primary ? styles.primary : styles.plain} {...rest} />;
}
