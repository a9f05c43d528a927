import type { ComponentProps } from 'react';
import styles from './mapInputs.module.css';

interface CardButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className'> {
  readonly primary?: boolean;
}

export function CardButton({ primary = false, ...rest }: CardButtonProps) {
  return <button type="button" className={primary ? styles.primary : styles.plain} {...rest} />;
}

interface CardHeadProps extends CloseButtonProps {
  readonly title: string;
}

export function CardHead({ title, ...closing }: CardHeadProps) {
  return (
    <header className={styles.cardHead}>
      <h2>{title}</h2>
      <CloseButton {...closing} />
    </header>
  );
}

interface CloseButtonProps {
  readonly name: string;
  readonly onClick: () => void;
}

export function CloseButton({ name, onClick }: CloseButtonProps) {
  return (
    <button type="button" className={styles.closeButton} aria-label={name} onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M6 6l12 12M18 6 6 18" />
      </svg>
    </button>
  );
}

interface ActionButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className' | 'title' | 'children'> {
  readonly name: string;
  /** Rendered as a line in a box of 24 × 24. */
  readonly path: string;
}

/** The most useful action: text on a desktop, an icon on a phone. */
export function ActionButton({ name, path, ...rest }: ActionButtonProps) {
  return (
    <button type="button" className={styles.actionButton} aria-label={name} title={name} {...rest}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
      <span>{name}</span>
    </button>
  );
}

/** A list item that acts at once. */
export function LineButton(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button type="button" className={styles.lineButton} {...props} />;
}

interface SwitchButtonProps
  extends Omit<ComponentProps<'button'>, 'type' | 'role' | 'className' | 'onClick' | 'onChange'> {
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly children: string;
}

/** A list item that switches an option. */
export function SwitchButton({ on, onChange, children, ...rest }: SwitchButtonProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      className={`${styles.lineButton} ${styles.switch}`}
      onClick={() => onChange(!on)}
      {...rest}
    >
      {children}
    </button>
  );
}

/** Looks like a link, but does not navigate. */
export function LinkButton({ className, ...rest }: Omit<ComponentProps<'button'>, 'type'>) {
  return (
    <button type="button" className={className ? `${styles.linkButton} ${className}` : styles.linkButton} {...rest} />
  );
}
