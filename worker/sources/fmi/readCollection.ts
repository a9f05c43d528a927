import { Parser } from 'saxen';

/** One value of one observation, as the document has it. */
export interface SimpleElement {
  readonly id: string;
  /** Latitude and longitude, with a space between. */
  readonly pos: string;
  readonly time: string;
  readonly parameter: string;
  readonly value: string;
}

export interface Collection {
  readonly elements: readonly SimpleElement[];
  /** More than there are elements if the answer holds only some of them; NaN if the service does not know. */
  readonly matched: number;
}

const PREFIXES = {
  'http://www.opengis.net/wfs/2.0': 'wfs',
  'http://www.opengis.net/gml/3.2': 'gml',
  'http://xml.fmi.fi/schema/wfs/2.0': 'fmi',
  'http://www.opengis.net/ows/1.1': 'ows',
};

const ELEMENT = 'fmi:BsWfsElement';
const FIELDS: Readonly<Record<string, Exclude<keyof SimpleElement, 'id'>>> = {
  'gml:pos': 'pos',
  'fmi:Time': 'time',
  'fmi:ParameterName': 'parameter',
  'fmi:ParameterValue': 'value',
};

/**
 * The elements of a WFS 2.0 feature collection of FMI's simple features; a text says why it cannot be believed. An
 * exception report, a page in HTML and a document that breaks off are no collection, whatever status they came with.
 */
export function readCollection(xml: string): Collection | string {
  const elements: SimpleElement[] = [];
  let root: { readonly name: string; readonly attributes: Readonly<Record<string, string>> } | undefined;
  let roots = 0;
  let depth = 0;
  let open: Partial<Record<keyof SimpleElement, string>> | undefined;
  let text = '';
  let fault: string | undefined;
  const flaw = (reason: string) => {
    fault ??= reason;
  };

  const parser = new Parser().ns(PREFIXES);
  parser.on('openTag', (name, attributes) => {
    if (depth === 0) {
      roots += 1;
      root = { name, attributes: attributes() };
    }
    depth += 1;
    text = '';
    if (name === ELEMENT) open = { id: attributes()['gml:id'] ?? '' };
    if (name === 'ows:Exception' || name === 'wfs:truncatedResponse') flaw('an exception report');
  });
  parser.on('text', (piece, decode) => {
    text += decode(piece);
  });
  parser.on('cdata', (piece) => {
    text += piece;
  });
  parser.on('closeTag', (name) => {
    depth -= 1;
    const field = FIELDS[name];
    if (field && open) open[field] = text.trim();
    if (name !== ELEMENT || !open) return;
    const { id = '', pos, time, parameter, value } = open;
    if (pos === undefined || time === undefined || parameter === undefined || value === undefined) {
      flaw('an element without position, time, parameter or value');
    } else elements.push({ id, pos, time, parameter, value });
    open = undefined;
  });
  // What the parser says may repeat the document.
  parser.on('error', () => flaw('not XML, or not all of it'));
  parser.on('warn', () => flaw('not XML, or not all of it'));
  parser.parse(xml);

  if (fault !== undefined) return fault;
  if (roots !== 1 || root?.name !== 'wfs:FeatureCollection') return 'no feature collection';
  const returned = countOf(root.attributes.numberReturned);
  if (returned !== elements.length) return 'numberReturned is not the number of elements';
  const { numberMatched } = root.attributes;
  const matched = numberMatched === 'unknown' ? Number.NaN : countOf(numberMatched);
  if (matched === undefined || matched < returned) return 'numberMatched is no number of elements';
  return { elements, matched };
}

function countOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
