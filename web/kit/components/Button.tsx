import type { ComponentProps } from 'react';
import styles from './Button.module.css';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly kind?: 'primary' | 'secondary';
}

/** A button of the site; unless it is told otherwise it submits nothing and stands back. */
export function Button({ kind = 'secondary', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={styles[kind]} {...rest} />;
}
