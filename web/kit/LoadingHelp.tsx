import styles from './LoadingHelp.module.css';

interface LoadingHelpProps {
  readonly text: string;
  readonly reload: string;
}

/** Help that shows by itself after 15 s of loading, also where no script has arrived. Its room is kept from the start. */
export function LoadingHelp({ text, reload }: LoadingHelpProps) {
  return (
    <span className={styles.help} data-loading-help>
      {text} {/* biome-ignore lint/a11y/useValidAnchor: this address again, with no script to ask for it */}
      <a href="">{reload}</a>
    </span>
  );
}
