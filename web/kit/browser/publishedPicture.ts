import { escapeHtml } from './escapeHtml.ts';

export interface PublishedTexts {
  readonly title: string;
  /** Place and time, and necessary notes. */
  readonly lines: readonly string[];
  readonly credit: string;
}

export interface RenderedPlot {
  readonly width: number;
  readonly height: number;
  /** SVG elements that need no style sheet. */
  readonly elements: string;
}

const MARGIN = 28;
const LINE = 22;
const LETTER = 15;
/** Room for the text above and below a small plot. */
const LEAST_WIDTH = 420;
/** A letter's mean width, as a share of its height; text is not measured. */
const WIDE = 0.52;

/** A self-contained picture: title, place and period above the plot, credit below. */
export function publishedSvg(
  { title, lines, credit }: PublishedTexts,
  { width, height, elements }: RenderedPlot,
): string {
  const most = Math.floor((width - 1) / (LETTER * WIDE));
  const head = lines.flatMap((line) => wrapped(line, most));
  const foot = wrapped(credit, most);
  const plotTop = MARGIN + 34 + head.length * LINE + 12;
  const footTop = plotTop + height + 30;
  const all = { width: width + 2 * MARGIN, height: footTop + foot.length * LINE };
  const text = (line: string, y: number, more = `font-size="${LETTER}"`) =>
    `<text x="${MARGIN}" y="${y}" ${more}>${escapeHtml(line)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${all.width} ${all.height}" width="${all.width}" height="${all.height}" font-family="'Source Sans 3', sans-serif" fill="#13233a">`,
    `<title>${escapeHtml(title)}</title>`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    text(title, MARGIN + 20, 'font-size="22" font-weight="700"'),
    ...head.map((line, index) => text(line, MARGIN + 34 + (index + 0.7) * LINE)),
    `<g transform="translate(${MARGIN} ${plotTop})">${elements}</g>`,
    ...foot.map((line, index) => text(line, footTop + index * LINE, `font-size="${LETTER - 2}" fill="#45566d"`)),
    '</svg>',
  ].join('\n');
}

function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const STYLES = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'vector-effect'],
  ...['font-size', 'font-weight', 'text-anchor', 'display'],
];

/** The element's drawings and text, in place, without its style sheets. */
export function renderedPlot(plot: Element): RenderedPlot {
  const frame = plot.getBoundingClientRect();
  const rgb = rgbReader();
  let width = LEAST_WIDTH;
  const drawings = [...plot.querySelectorAll('svg:not(svg svg)')].map((svg) => {
    const rect = svg.getBoundingClientRect();
    const copy = svg.cloneNode(true) as SVGElement;
    inline(svg, copy, rgb);
    const place = { x: rect.x - frame.x, y: rect.y - frame.y, width: rect.width, height: rect.height };
    width = Math.max(width, place.x + place.width);
    for (const [name, value] of Object.entries(place)) copy.setAttribute(name, String(value));
    copy.setAttribute('overflow', 'visible');
    return new XMLSerializer().serializeToString(copy);
  });
  const texts = writtenIn(plot).map(({ element, first, last }) => {
    const range = document.createRange();
    range.setStartBefore(first);
    range.setEndAfter(last);
    const { x, bottom, height } = range.getBoundingClientRect();
    const { fontSize, color } = getComputedStyle(element);
    const place = `x="${x - frame.x}" y="${bottom - frame.y - height * 0.25}"`;
    return `<text ${place} font-size="${fontSize}" fill="${rgb(color)}">${escapeHtml(range.toString().trim())}</text>`;
  });
  return { width, height: frame.height, elements: [...drawings, ...texts].join('\n') };
}

function inline(from: Element, to: Element, rgb: (colour: string) => string): void {
  const computed = getComputedStyle(from);
  for (const name of STYLES) {
    const value = computed.getPropertyValue(name);
    to.setAttribute(name, name === 'fill' || name === 'stroke' ? rgb(value) : value);
  }
  to.removeAttribute('class');
  for (const [index, child] of [...from.children].entries()) {
    const copy = to.children[index];
    if (copy) inline(child, copy, rgb);
  }
}

/** Elements with their own text, in addition to the drawings. */
function writtenIn(plot: Element): { readonly element: Element; readonly first: Text; readonly last: Text }[] {
  return [...plot.querySelectorAll(':not(svg, svg *)')].flatMap((element) => {
    const texts = [...element.childNodes].filter((node) => node instanceof Text && node.data.trim() !== '') as Text[];
    const [first, last] = [texts[0], texts.at(-1)];
    return first && last ? [{ element, first, last }] : [];
  });
}

/** Style sheets mix colours in oklab, which other programs do not read. */
function rgbReader(): (colour: string) => string {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  return (colour) => {
    if (!context || !/^(?:color|oklab)\(/.test(colour)) return colour;
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
    return `rgb(${red} ${green} ${blue})`;
  };
}

const PIXELS_A_UNIT = 2;

/** Rejects if the browser cannot render it. */
export async function pngOf(svg: string): Promise<Blob> {
  const href = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = href;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * PIXELS_A_UNIT;
    canvas.height = image.naturalHeight * PIXELS_A_UNIT;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture was drawn'))));
    });
  } finally {
    URL.revokeObjectURL(href);
  }
}
