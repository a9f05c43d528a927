import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { beginRun, tableText } from '#tests/report/RunResult.ts';
import { readRecording } from '#worker/dev/simulator/simulatedSource.ts';
import { type Plot, playRecording, skillOf } from './skillOf.ts';

/**
 * `npm run tools -- nowcast-skill RECORDING`: how good the forecast of storm cells is on a recording that it is fed minute by
 * minute, compared with cells left in place and the distance alone. Ends with 1 where a goal is missed.
 */
const path = process.argv[2];
if (path === undefined) throw new Error('name a recording: npm run tools -- nowcast-skill day.csv.gz');
const name = basename(path).replace(/\.csv(\.gz)?$/, '');
const finish = beginRun(`nowcast-skill-${name}`, `npm run tools -- nowcast-skill ${basename(path)}`);
const { table, reliability, plot, pass } = skillOf(name, playRecording(await readRecording(path)));
const written = await finish({ pass, tables: [table, reliability] });
const plotPath = written.replace(/json$/, 'html');
await writeFile(plotPath, `<!doctype html><meta charset="utf-8"><title>${name}</title>${svgPlot(plot)}\n`);
process.stdout.write(`${tableText(table)}\n${tableText(reliability)}\nplot: ${plotPath}\nwritten to ${written}\n`);
process.exit(pass ? 0 : 1);

/** Shares of one by shares of one, as an inline SVG. */
function svgPlot({ title, xUnit, yUnit, lines }: Plot): string {
  const [side, colours] = [400, ['#4f1954', '#e81f42', '#b77a00']];
  const marks = [0, 0.5, 1].map((share) => {
    const [x, y] = [share * side, (1 - share) * side];
    return `<path d="M0 ${y}H${side}" stroke="#ddd"/><text x="-30" y="${y}">${share}</text><text x="${x}" y="420">${share}</text>`;
  });
  const curves = lines.map(({ name, points }, index) => {
    const path = points.map(([x, y]) => `${(x * side).toFixed(1)},${((1 - y) * side).toFixed(1)}`).join(' ');
    const colour = colours[index];
    return `<polyline fill="none" stroke="${colour}" points="${path}"/><text x="10" y="${20 + 18 * index}" fill="${colour}">${name}</text>`;
  });
  return `<figure><figcaption>${title}: across ${xUnit}, up ${yUnit}</figcaption>
<svg viewBox="-40 -20 480 460" width="720">${[...marks, ...curves].join('\n')}</svg></figure>`;
}
