import { useEffect, useRef, useState } from 'react';

const PERIOD_MS = 30_000;

interface LiveSummaryProps {
  readonly text: string;
}

/** Has screen readers announce the summary, at most every 30 s and only if it changed. */
export function LiveSummary({ text }: LiveSummaryProps) {
  const latest = useRef(text);
  const [said, setSaid] = useState('');
  useEffect(() => {
    latest.current = text;
  }, [text]);
  useEffect(() => {
    const handle = setInterval(() => setSaid(latest.current), PERIOD_MS);
    return () => clearInterval(handle);
  }, []);
  return (
    <p className="visually-hidden" aria-live="polite" data-live-summary>
      {said}
    </p>
  );
}
