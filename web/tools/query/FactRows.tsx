interface FactRowsProps {
  /** Pairs of a name and a text. */
  readonly facts: readonly (readonly string[])[];
}

/** Rows for a `dl` of facts. */
export function FactRows({ facts }: FactRowsProps) {
  return facts.map(([name, text]) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  ));
}
