import { useMemo } from 'react';
import styles from './QrCode.module.css';
import { qrPath } from './qrPath.ts';

interface QrCodeProps {
  readonly text: string;
  /** What it is, for whoever does not see it. */
  readonly name: string;
}

/** A text to be scanned by a phone. Dark on light in every theme: many readers know no other. */
export default function QrCode({ text, name }: QrCodeProps) {
  const { size, path } = useMemo(() => qrPath(text), [text]);
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={name}
      shapeRendering="crispEdges"
    >
      <path className={styles.ground} d={`M0 0h${size}v${size}h-${size}z`} />
      <path d={path} />
    </svg>
  );
}
