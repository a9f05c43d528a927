import { tableMarkdown } from './printTable.ts';
import type { RunResult } from './RunResult.ts';

/** The tables of all runs with command, date and machine, as docs/performance.md holds them. */
export function reportMarkdown(runs: readonly RunResult[]): string {
  const sections = runs.map((run) => {
    const heading = `### \`${run.command}\``;
    const circumstances = `${run.startedAt.slice(0, 16).replace('T', ' ')} UTC, ${run.seconds} s; ${run.machine}.`;
    return [heading, circumstances, ...run.tables.map(tableMarkdown)].join('\n\n');
  });
  return `${sections.join('\n\n')}\n`;
}
