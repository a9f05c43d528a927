import type { ComponentProps } from 'react';
import styles from './components.module.css';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly kind?: 'primary' | 'secondary';
}

export function Button({ kind = 'secondary', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={styles[kind]} {...rest} />;
}
