import styles from './components.module.css';

interface PageIntroProps {
  readonly eyebrow?: string;
  readonly title: string;
  readonly lead: string;
}

export function PageIntro({ eyebrow, title, lead }: PageIntroProps) {
  return (
    <div className={styles.intro}>
      <div className={styles.introSheet}>
        {eyebrow && <p className={styles.introEyebrow}>{eyebrow}</p>}
        <h1>{title}</h1>
        <p className={styles.introLead}>{lead}</p>
      </div>
    </div>
  );
}
