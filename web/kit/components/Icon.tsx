import { icons } from './iconPaths.ts';

export type IconName = keyof typeof icons;

interface IconProps {
  readonly name: IconName;
  readonly size?: number;
}

/** A line icon in the colour of the text around it. Hidden from screen readers: the words next to it say the same. */
export function Icon({ name, size = 24 }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={icons[name]} />
    </svg>
  );
}
