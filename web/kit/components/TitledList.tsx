import { RevealList } from './RevealList.tsx';

interface TitledListProps
  extends Pick<Parameters<typeof RevealList>[0], 'className' | 'stagger' | 'ordered' | 'sideways'> {
  readonly items: readonly (readonly [title: string, text: string])[];
}

export function TitledList({ items, ...list }: TitledListProps) {
  return (
    <RevealList {...list}>
      {items.map(([title, text]) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </RevealList>
  );
}
