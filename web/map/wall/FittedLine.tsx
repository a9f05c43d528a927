import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './WallThird.module.css';

interface FittedLineProps {
  /** The same text in shorter and shorter versions; the longest that fits is shown. */
  readonly texts: readonly string[];
  /** Below this share of its size the line wraps, so that nothing is ever cut. */
  readonly leastScale: number;
  readonly className?: string | undefined;
  /** Before the text, at its own width. */
  readonly children?: ReactNode;
}

/** Below this scale a shorter text is better than smaller letters. */
const FINE_SCALE = 0.8;
/** Text as large as its line allows. */
export function FittedLine({ texts, leastScale, className, children }: FittedLineProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const [fit, setFit] = useState({ at: 0, scale: 1 });
  const key = JSON.stringify(texts);
  useLayoutEffect(() => {
    const line = frame.current;
    if (!line) return;
    const requested: readonly string[] = JSON.parse(key);
    const measure = () => {
      const scales = requested.map((text) => Math.min(1, line.clientWidth / (widthIn(line, text) + 1)));
      const whole = scales.findIndex((scale) => scale >= 1);
      const fine = scales.findIndex((scale) => scale >= FINE_SCALE);
      const at = whole >= 0 ? whole : fine >= 0 ? fine : Math.max(0, scales.length - 1);
      const scale = Math.max(leastScale, scales[at] ?? 1);
      setFit((before) => (before.at === at && before.scale === scale ? before : { at, scale }));
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(line);
    // It changes with the font, which loads later than the text.
    if (line.firstElementChild) sizes.observe(line.firstElementChild);
    return () => sizes.disconnect();
  }, [key, leastScale]);
  return (
    <span className={`${styles.fittedLine} ${className ?? ''}`}>
      {children}
      <span ref={frame} className={styles.fittedLineFrame}>
        <span style={{ fontSize: `${fit.scale}em` }}>{texts[fit.at] ?? texts[0]}</span>
      </span>
    </span>
  );
}

/** Measured in the page, because a canvas may not know the letterforms of a language. */
function widthIn(line: HTMLElement, text: string): number {
  const probe = document.createElement('span');
  probe.className = styles.probe ?? '';
  probe.textContent = text;
  line.append(probe);
  const { width } = probe.getBoundingClientRect();
  probe.remove();
  return width;
}

const ROTATION_MS = 10_000;
/** Share of the line below the sentence, which is 44 wall units high: no letter is smaller than 30. */
const LEAST_SCALE = 0.69;

interface TurningLineProps {
  readonly lines: readonly string[];
  /** Server time. */
  readonly nowMs: number;
}

/** Rotates several lines in one place, ten seconds each. */
export function TurningLine({ lines, nowMs }: TurningLineProps) {
  const texts = lines.filter((line) => line);
  return <FittedLine texts={[texts[Math.floor(nowMs / ROTATION_MS) % texts.length] ?? '']} leastScale={LEAST_SCALE} />;
}
