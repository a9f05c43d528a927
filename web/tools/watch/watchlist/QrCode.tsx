import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './Watchlist.module.css';

interface QrCodeProps {
  readonly text: string;
  /** Alternative text. */
  readonly name: string;
}

/** Dark on light in every theme, because many readers support nothing else. */
export default function QrCode({ text, name }: QrCodeProps) {
  const { size, path } = useMemo(() => qrPath(text), [text]);
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={name} shapeRendering="crispEdges">
      <path className={styles.qrGround} d={`M0 0h${size}v${size}h-${size}z`} />
      <path d={path} />
    </svg>
  );
}

/** Light modules around the code, which readers need to find it. */
const BORDER = 4;

/** The path of the dark modules, each one unit wide, in a square that is `size` wide. */
interface QrPath {
  readonly size: number;
  readonly path: string;
}

const LONG = 2_300;

/** Encodes a text with error correction of 15 %, a long one of 7 %. */
export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: text.length > LONG ? 'L' : 'M', border: BORDER });
  const runs = data.flatMap((row, y) => darkRuns(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`));
  return { size, path: runs.join('') };
}

function darkRuns(row: readonly boolean[]): [x: number, length: number][] {
  const runs: [number, number][] = [];
  row.forEach((isDark, x) => {
    const last = runs.at(-1);
    if (!isDark) return;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}
