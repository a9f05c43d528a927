interface FactRowsProps {
  /** Each a name and a text. */
  readonly facts: readonly (readonly string[])[];
}

/** Rows of a list of facts, for within its `dl`. */
export function FactRows({ facts }: FactRowsProps) {
  return facts.map(([name, text]) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  ));
}
