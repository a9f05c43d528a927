import styles from './CodeSample.module.css';

/** Lines of code, none of which is broken: what is too wide or too long scrolls inside. */
export function ScrolledCode({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard
    <section className={styles.code} aria-label={label} tabIndex={0}>
      <pre>
        <code>{text}</code>
      </pre>
    </section>
  );
}
