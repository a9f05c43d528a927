import type { ComponentProps } from 'react';
import styles from './LinkButton.module.css';

/** A button that looks like a link: it changes what is shown, but does not navigate. */
export function LinkButton({ className, ...rest }: Omit<ComponentProps<'button'>, 'type'>) {
  return <button type="button" className={className ? `${styles.link} ${className}` : styles.link} {...rest} />;
}
