interface ProofTexts {
  /** A share without decimals: `23 %`. */
  readonly share: (value: number) => string;
  /** A share with its sign: `+14 %`, `−3 %`. */
  readonly signed: (value: number) => string;
  /** Rounded down: 0.99996 is 99.99 %. */
  readonly part: (value: number) => string;
  readonly tenths: (value: number) => string;
  readonly whole: (value: number) => string;
  readonly hundredths: (value: number) => string;
}

export function proofTexts(locale: string): ProofTexts {
  const format = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options).format;
  const part = format({ style: 'percent', maximumFractionDigits: 2 });
  return {
    share: format({ style: 'percent', maximumFractionDigits: 0 }),
    signed: format({ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }),
    part: (value) => part(Math.floor(value * 10_000 + 1e-9) / 10_000),
    tenths: format({ minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    whole: format({ maximumFractionDigits: 0 }),
    hundredths: format({ minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  };
}

/** Keys of the texts in `verdict.errorKind`. Queries here are never too wide, and the address always exists. */
export const TOLD_AS = {
  offline: 'offline',
  limited: 'limited',
  busy: 'busy',
  'too-wide': 'busy',
  missing: 'busy',
  broken: 'busy',
  unreadable: 'unreadable',
} as const;
