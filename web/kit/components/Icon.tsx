export type IconName = keyof typeof icons;

interface IconProps {
  readonly name: IconName;
  readonly size?: number;
}

/** Hidden from screen readers, because the text next to it has the same meaning. */
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

/** On a 24 × 24 grid. */
const icons = {
  alert: 'M12 3.5 22 20.5H2zM12 10v4.5M12 17.4v.1',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  back: 'M19 12H5M11 18l-6-6 6-6',
  bell: 'M12 3a6 6 0 0 1 6 6c0 6 2 7 2 7H4s2-1 2-7a6 6 0 0 1 6-6zM10 20h4',
  bolt: 'M13 3 5 13.5h6L10 21l9-11h-6.5z',
  brain:
    'M12 6v13M12 8a3.2 3.2 0 0 0-6.3-.8A3.4 3.4 0 0 0 4.6 13a3.6 3.6 0 0 0 3 5.6A3 3 0 0 0 12 19M12 8a3.2 3.2 0 0 1 6.3-.8 3.4 3.4 0 0 1 1.1 5.8 3.6 3.6 0 0 1-3 5.6A3 3 0 0 1 12 19',
  campfire:
    'M12 15.5a4.5 4.5 0 0 1-4.5-4.5c0-3 3-4 3.5-8 3 1.5 5.5 4.5 5.5 8a4.5 4.5 0 0 1-4.5 4.5zM4 21l16-4M4 17l16 4',
  chart: 'M4 4v16h16M8 16v-4M12 16V8M16 16v-6M20 16V6',
  check: 'm4.5 12.5 5 5 10-11',
  close: 'M6 6l12 12M18 6 6 18',
  database:
    'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5M9 13h7M9 17h7',
  flame:
    'M12 21a6.5 6.5 0 0 1-6.5-6.5c0-3 2-4.5 3-6.5.7 1.6 1.4 2 2 2.4C10.3 7.5 11.5 5 14 3c0 4 4.5 6 4.5 11.5A6.5 6.5 0 0 1 12 21z',
  gauge: 'M4.5 18a9 9 0 1 1 15 0M12 14l4-5M12 14.2v0',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3.5 9h17M3.5 15h17M12 3c-5 5.5-5 12.5 0 18M12 3c5 5.5 5 12.5 0 18',
  grid: 'M4 4h6.5v6.5H4zM13.5 4H20v6.500h-6.500zM4 13.500h6.500V20H4zM13.500 13.500H20V20h-6.500z',
  handshake: 'm3 8 4-2 5 2 5-2 4 2v7l-3 1-4.5 4-3.5-1L6 16l-3-1zM12 8l-3.5 3.5c1 1.5 3 1.5 4 0l1-1L18 16',
  layers: 'm12 3 9 5-9 5-9-5zM3 12.5l9 5 9-5M3 17l9 5 9-5',
  leaf: 'M5 19c0-9 5-14 15-14 0 10-5 15-12 14-1.5-.2-2.5-1-3-2M5 21c1-5 4-8.5 8-10.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  locate: 'M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM12 2v4M12 18v4M2 12h4M18 12h4M12 11.9v.2',
  mountain: 'm2 20 7-13 4 7 2.5-4L22 20z',
  phone: 'M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 8 3zM11 18h2',
  pin: 'M12 21.5C8 17 5.5 13.5 5.5 10a6.5 6.5 0 0 1 13 0c0 3.5-2.5 7-6.5 11.5zM12 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  plane: 'M10.5 3.5c.8-1 2.2-1 3 0V10l7.5 4.5V17l-7.5-2.5V19l2.5 1.5V22l-4-1-4 1v-1.5l2.5-1.5v-4.5L3 17v-2.5L10.5 10z',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4',
  pylon: 'M12 2v3M6 21 10.5 5h3L18 21M8.2 13h7.6M7 17.5h10M4 9h16M4 9v2M20 9v2',
  ruler: 'M3 15 15 3l6 6L9 21zM7 11l2 2M10 8l2 2M13 5l2 2',
  server: 'M4 4h16v7H4zM4 13h16v7H4zM8 7.5v0M8 16.5v0',
  tools: 'M14.5 6.5a4 4 0 0 1 5-5l-2.5 2.5 1 2 2 1 2.5-2.5a4 4 0 0 1-5.2 5L8 19a2.1 2.1 0 0 1-3-3z',
  unlock: 'M6 11h12v10H6zM8.5 11V7a3.5 3.5 0 0 1 6.8-1.2M12 15v2.5',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2',
  wind: 'M3 9h11a3 3 0 1 0-3-3M3 13h15.5a2.5 2.5 0 1 1-2.5 2.5M3 17h7a2.2 2.2 0 1 1-2.2 2.2',
} as const;
