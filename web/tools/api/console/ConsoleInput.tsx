import styles from '#web/tools/api/Api.module.css';

interface ConsoleInputProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** What is wrong with it; empty if nothing is. */
  readonly fault: string;
  readonly onChange: (value: string) => void;
}

export function ConsoleInput({ name, label, value, fault, onChange }: ConsoleInputProps) {
  const id = `console-${name}`;
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={value}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={fault !== ''}
        aria-describedby={fault === '' ? undefined : `${id}-fault`}
        onChange={({ target }) => onChange(target.value)}
      />
      {fault !== '' && (
        <p id={`${id}-fault`} role="alert" className={styles.error}>
          {fault}
        </p>
      )}
    </div>
  );
}
