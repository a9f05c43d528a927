import lighthouse from 'lighthouse';

export const DEBUGGING_PORT = 8_839;

export interface Figures {
  performance: number;
  accessibility: number;
  'best-practices': number;
  seo: number;
  lcpMs: number;
  cls: number;
  tbtMs: number;
  failed: readonly string[];
}

/** Measures `url` as Lighthouse's mobile preset sees it, in the Chromium that listens on `DEBUGGING_PORT`. */
export async function measure(url: string): Promise<Figures> {
  const run = await lighthouse(url, { port: DEBUGGING_PORT, output: 'json', logLevel: 'error' });
  if (!run) throw new Error(`Lighthouse has no result for ${url}`);
  const { categories, audits } = run.lhr;
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const judged = ['accessibility', 'best-practices', 'seo'].flatMap((name) => categories[name]?.auditRefs ?? []);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    lcpMs: Math.round(figure('largest-contentful-paint')),
    cls: Math.round(figure('cumulative-layout-shift') * 1_000) / 1_000,
    tbtMs: Math.round(figure('total-blocking-time')),
    failed: judged.map(({ id }) => id).filter((id) => audits[id]?.score === 0),
  };
}
