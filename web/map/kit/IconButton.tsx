import type { ComponentProps } from 'react';
import card from './Card.module.css';
import styles from './IconButton.module.css';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className' | 'title' | 'children'> {
  readonly name: string;
  /** Drawn as a line in a square of 24. */
  readonly path: string;
}

/** A button over the map that shows an icon alone. */
export function IconButton({ name, path, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={`${card.card} ${styles.icon}`} aria-label={name} title={name} {...rest}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}
