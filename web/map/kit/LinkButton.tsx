import type { ComponentProps } from 'react';
import styles from './LinkButton.module.css';

/** A button that reads like a link: it changes what is shown, and leads nowhere else. */
export function LinkButton({ className, ...rest }: Omit<ComponentProps<'button'>, 'type'>) {
  return <button type="button" className={className ? `${styles.link} ${className}` : styles.link} {...rest} />;
}
