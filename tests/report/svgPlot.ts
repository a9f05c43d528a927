/** Lines over a common x axis. */
export interface Plot {
  readonly title: string;
  readonly xUnit: string;
  readonly yUnit: string;
  readonly lines: readonly { readonly name: string; readonly points: readonly (readonly [number, number])[] }[];
}

const WIDTH = 720;
const HEIGHT = 240;
const MARGIN = { left: 64, right: 16, top: 12, bottom: 32 };
const COLOURS = ['#4f1954', '#e81f42', '#b77a00', '#1b6ca8', '#2e7d4f'];

const escapeText = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

/** The plot as one inline SVG: lines over a common x axis that begins at the first point, y from zero. */
export function svgPlot({ title, xUnit, yUnit, lines }: Plot): string {
  const points = lines.flatMap((line) => line.points).filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
  const xs = points.map(([x]) => x);
  const [fromX, toX] = [Math.min(...xs), Math.max(...xs)];
  const topY = Math.max(...points.map(([, y]) => y), 1e-9) * 1.05;
  const across = WIDTH - MARGIN.left - MARGIN.right;
  const down = HEIGHT - MARGIN.top - MARGIN.bottom;
  const x = (value: number) => MARGIN.left + ((value - fromX) / (toX - fromX || 1)) * across;
  const y = (value: number) => MARGIN.top + (1 - value / topY) * down;
  const label = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 3 });
  const yMarks = [0, 0.5, 1].map((share) => {
    const value = topY * share;
    return `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y(value)}" y2="${y(value)}" stroke="#ddd"/>
<text x="${MARGIN.left - 6}" y="${y(value) + 4}" text-anchor="end">${label(value)}</text>`;
  });
  const xMarks = [fromX, (fromX + toX) / 2, toX].map(
    (value) =>
      `<text x="${x(value)}" y="${HEIGHT - 10}" text-anchor="middle">${label(value)} ${escapeText(xUnit)}</text>`,
  );
  const drawn = lines.map(({ points: own }, index) => {
    const path = own.map(([px, py]) => `${x(px).toFixed(1)},${y(py).toFixed(1)}`).join(' ');
    return `<polyline fill="none" stroke="${COLOURS[index % COLOURS.length]}" stroke-width="1.5" points="${path}"/>`;
  });
  const legend = lines.map(
    ({ name }, index) => `<span style="color:${COLOURS[index % COLOURS.length]}">■</span> ${escapeText(name)}`,
  );
  return `<figure><figcaption>${escapeText(title)}, ${escapeText(yUnit)} — ${legend.join(' ')}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeText(title)}">${[...yMarks, ...xMarks, ...drawn].join('\n')}</svg></figure>`;
}
