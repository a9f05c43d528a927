import styles from './PageIntro.module.css';

interface PageIntroProps {
  readonly eyebrow?: string;
  readonly title: string;
  readonly lead: string;
}

export function PageIntro({ eyebrow, title, lead }: PageIntroProps) {
  return (
    <div className={styles.intro}>
      <div className={styles.sheet}>
        {eyebrow && <p className={styles.eyebrow}>{eyebrow}</p>}
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
      </div>
    </div>
  );
}
