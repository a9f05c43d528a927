import { bboxContains, parseBBox } from '#shared/geo/BBox.ts';
import { isoSeconds, parseIsoInstant } from '#shared/time/isoTime.ts';
import { type KnownStrike, type SourceAnswer, type SourceStandIn, startSource } from './startSource.ts';

const QUERY = 'fmi::observations::lightning::simple';
const BLOCK_MS = 300_000;
const MAX_MS = 168 * 3_600_000;
const TYPE = 'text/xml; charset=UTF-8';

type FmiTwist = keyof typeof TWISTS;
export type FmiStandIn = SourceStandIn<FmiTwist> & { add(...strikes: readonly KnownStrike[]): void };

/** The lightning of FMI's WFS, as its server answers: whole blocks of five minutes, no window that begins after them. */
export async function startFmi(now: () => number, port = 0): Promise<FmiStandIn> {
  const sky: KnownStrike[] = [];
  const source = await startSource({
    port,
    twists: TWISTS,
    answer: ({ searchParams }) => answer(sky, searchParams, now()),
  });
  return { ...source, add: (...strikes) => void sky.push(...strikes) };
}

function answer(sky: readonly KnownStrike[], query: URLSearchParams, nowMs: number): SourceAnswer {
  const box = parseBBox(query.get('bbox') ?? '');
  const [fromMs, toMs] = ['starttime', 'endtime'].map((name) => parseIsoInstant(query.get(name) ?? ''));
  if (query.get('request') !== 'getFeature' || query.get('storedquery_id') !== QUERY) return refused('No such query');
  if (!box.ok) return refused('Invalid bounding box format, expecting xmin,ymin,xmax,ymax[,crs]');
  if (fromMs === undefined || toMs === undefined) return refused('Invalid time format');
  const firstMs = Math.floor(fromMs / BLOCK_MS) * BLOCK_MS;
  const lastMs = Math.ceil((Math.min(toMs, nowMs - BLOCK_MS) - 999) / BLOCK_MS) * BLOCK_MS;
  if (firstMs > lastMs) return refused('Invalid time interval!');
  if (lastMs - firstMs > MAX_MS) return refused('Too long time interval requested!');
  const seen = sky.filter(
    ({ atMs, longitude, latitude, publishedAtMs = atMs }) =>
      atMs >= firstMs && atMs <= lastMs && publishedAtMs <= nowMs && bboxContains(box.bbox, longitude, latitude),
  );
  return { status: 200, type: TYPE, body: collection(seen.sort((a, b) => a.atMs - b.atMs).map(elements)) };
}

const number = (value: number | undefined) => (value === undefined ? 'NaN' : String(value));

function elements({ atMs, latitude, longitude, detail }: KnownStrike, index: number): string {
  const values = {
    multiplicity: String(detail?.multiplicity ?? 0),
    peak_current: number(detail?.currentKa),
    cloud_indicator: detail?.type === undefined ? 'NaN' : detail.type === 'cloud' ? '1' : '0',
    ellipse_major: number(detail?.ellipse?.semiMajorKm),
  };
  return Object.entries(values)
    .map(([name, value], parameter) => {
      const id = `${index + 1}.${parameter + 1}`;
      return `
<wfs:member>
 <BsWfs:BsWfsElement gml:id="BsWfsElement.${id}">
  <BsWfs:Location>
   <gml:Point gml:id="BsWfsElementP.${id}" srsDimension="2" srsName="http://www.opengis.net/def/crs/EPSG/0/4258">
    <gml:pos>${latitude.toFixed(5)} ${longitude.toFixed(5)}</gml:pos>
   </gml:Point>
  </BsWfs:Location>
  <BsWfs:Time>${isoSeconds(atMs)}</BsWfs:Time>
  <BsWfs:ParameterName>${name}</BsWfs:ParameterName>
  <BsWfs:ParameterValue>${value}</BsWfs:ParameterValue>
 </BsWfs:BsWfsElement>
</wfs:member>`;
    })
    .join('');
}

function collection(flashes: readonly string[]): string {
  const count = 4 * flashes.length;
  return `<?xml version="1.0" encoding="UTF-8"?>
<wfs:FeatureCollection
  timeStamp="2026-10-08T04:04:23Z"
  numberReturned="${count}"
  numberMatched="${count}"
  xmlns:wfs="http://www.opengis.net/wfs/2.0"
  xmlns:gml="http://www.opengis.net/gml/3.2"
  xmlns:BsWfs="http://xml.fmi.fi/schema/wfs/2.0"
>
${flashes.join('')}
</wfs:FeatureCollection>
`;
}

function refused(text: string): SourceAnswer {
  return {
    status: 400,
    type: TYPE,
    body: `<?xml version="1.0" encoding="UTF-8"?>
<ExceptionReport xmlns="http://www.opengis.net/ows/1.1" version="2.0.0">
  <Exception exceptionCode="OperationParsingFailed"><ExceptionText>${text}</ExceptionText></Exception>
</ExceptionReport>
`,
  };
}

const MEMBER = /<wfs:member>[\s\S]*?<\/wfs:member>\s*/g;
const edited = (change: (body: string) => string) => (right: SourceAnswer) => ({ ...right, body: change(right.body) });
const without = (body: string, isLeftOut: (flash: number) => boolean) => {
  let member = -1;
  return body.replace(MEMBER, (text) => {
    member += 1;
    return isLeftOut(Math.floor(member / 4)) ? '' : text;
  });
};

/** What this service may say wrongly. */
const TWISTS = {
  /** An exception report with status 200. */
  exception: () => ({ ...refused('Operation failed!'), status: 200 }),
  /** The server gives up in the middle, and says so inside of the collection. */
  truncatedResponse: edited((body) =>
    body.replace('</wfs:FeatureCollection>', '<wfs:truncatedResponse/></wfs:FeatureCollection>'),
  ),
  /** Every other flash is left out, and the attributes do not know of it. */
  lessThanSaid: edited((body) => without(body, (flash) => flash % 2 === 1)),
  /** Every other flash is left out, and `numberMatched` says so. */
  cutAndTold: edited((body) => {
    const count = Math.ceil((body.match(MEMBER)?.length ?? 0) / 8) * 4;
    return without(body, (flash) => flash % 2 === 1).replace(/numberReturned="\d+"/, `numberReturned="${count}"`);
  }),
  /** Longitude first. */
  swapped: edited((body) => body.replace(/<gml:pos>(\S+) (\S+)</g, '<gml:pos>$2 $1<')),
  noPositions: edited((body) => body.replace(/<gml:pos>[^<]*<\/gml:pos>/g, '')),
  /** All values of one parameter, then all of the next. */
  byParameter: edited((body) => {
    const members = body.match(MEMBER) ?? [];
    const sorted = members.map(
      (_, at) => members[(at % (members.length / 4)) * 4 + Math.floor(at / (members.length / 4))],
    );
    let at = -1;
    return body.replace(MEMBER, () => {
      at += 1;
      return sorted[at] ?? '';
    });
  }),
} satisfies Record<string, (right: SourceAnswer) => SourceAnswer>;
