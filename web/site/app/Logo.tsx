import styles from './Header.module.css';

export function Logo() {
  return (
    <span className={styles.logo}>
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
          <path d="M6.6 25.4a13.3 13.3 0 0 1 0-18.8" opacity=".45" />
          <path d="M25.4 6.6a13.3 13.3 0 0 1 0 18.8" opacity=".45" />
          <path d="M10.2 21.8a8.2 8.2 0 0 1 0-11.6M21.8 10.2a8.2 8.2 0 0 1 0 11.6" />
        </g>
        <path d="M17.8 5 11 17.4h4.4L13.6 27 21 14h-4.6z" fill="currentColor" />
      </svg>
      <span className={styles.logoName}>
        Balkan <b>Lightning</b>
      </span>
    </span>
  );
}
