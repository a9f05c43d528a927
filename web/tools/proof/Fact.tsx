import styles from './Fact.module.css';

interface FactProps {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  /** Whether there are too few cases for a value: then it says so, and stands back. */
  readonly few?: boolean;
}

/** One figure: what it is, how much, of how many. To stand in a `dl`. */
export function Fact({ name, value, note, few }: FactProps) {
  return (
    <div className={styles.fact} data-few={few || undefined}>
      <dt>{name}</dt>
      <dd className={styles.value}>{value}</dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  );
}
