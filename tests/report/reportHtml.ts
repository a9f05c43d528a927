import { type RunResult, type Table, tableMarkdown } from './RunResult.ts';
import { escapeText, svgPlot } from './svgPlot.ts';

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}
table{border-collapse:collapse;margin:1rem 0;font-size:13px}td,th{border-bottom:1px solid #ddd;padding:.2rem .6rem;text-align:left}
td.number{text-align:right;font-variant-numeric:tabular-nums}.short{color:#b3261e;font-weight:600}.pass{color:#2e7d4f}
figure{margin:1.5rem 0}figcaption{font-size:13px}svg{width:100%;height:auto;font:11px system-ui,sans-serif}code{font-size:13px}`;

function cellHtml(cell: string | number): string {
  const text = String(cell);
  const kind = /^[-\d.,]+$/.test(text)
    ? 'number'
    : /falls short|FAIL/.test(text)
      ? 'short'
      : text === 'pass'
        ? 'pass'
        : '';
  return `<td class="${kind}">${escapeText(text)}</td>`;
}

function tableHtml({ title, columns, rows }: Table): string {
  const head = columns.map((column) => `<th scope="col">${escapeText(column)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map(cellHtml).join('')}</tr>`).join('\n');
  return `<h3>${escapeText(title)}</h3><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

function runHtml(run: RunResult): string {
  const verdict = run.pass ? '<span class="pass">pass</span>' : '<span class="short">falls short</span>';
  return `<section><h2>${escapeText(run.name)}: ${verdict}</h2>
<p><code>${escapeText(run.command)}</code>, ${escapeText(run.startedAt)}, ${run.seconds} s; ${escapeText(run.machine)}</p>
${run.tables.map(tableHtml).join('\n')}
${run.plots
  .filter(({ lines }) => lines.some(({ points }) => points.length > 1))
  .map(svgPlot)
  .join('\n')}</section>`;
}

/** One page of all runs that needs nothing but itself: it opens from the file system. */
export function reportHtml(runs: readonly RunResult[]): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Figures</title><style>${STYLE}</style></head><body><h1>Figures</h1>
${runs.map(runHtml).join('\n') || '<p>No run has left results yet.</p>'}
</body></html>
`;
}

/** The tables of all runs with command, date and machine, as docs/performance.md holds them. */
export function reportMarkdown(runs: readonly RunResult[]): string {
  const sections = runs.map((run) => {
    const heading = `### \`${run.command}\``;
    const circumstances = `${run.startedAt.slice(0, 16).replace('T', ' ')} UTC, ${run.seconds} s; ${run.machine}.`;
    return [heading, circumstances, ...run.tables.map(tableMarkdown)].join('\n\n');
  });
  return `${sections.join('\n\n')}\n`;
}
