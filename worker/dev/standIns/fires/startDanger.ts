import { crc32, deflateSync } from 'node:zlib';
import { type LoopbackServer, listenOnLoopback } from '#worker/dev/loopback.ts';

/** What the WMS may do instead of drawing; `exception` as MapServer tells a mistake, with status 200. */
type DangerFault = 'blank' | 'exception' | 'cut' | 'huge' | '500';

export interface DangerStandIn extends Pick<LoopbackServer, 'close'> {
  readonly url: string;
  /** The queries of all requests, in their order. */
  readonly asked: readonly URLSearchParams[];
  /** The next requests end so, one each. */
  fail(...faults: readonly DangerFault[]): void;
}

/** A WMS on the loopback interface: colours by rows from green to dark red, as a picture of fire danger has. */
export async function startDanger(): Promise<DangerStandIn> {
  const asked: URLSearchParams[] = [];
  const coming: DangerFault[] = [];
  const { url, close } = await listenOnLoopback(0, (request, response) => {
    const query = new URL(request.url ?? '/', 'http://wms').searchParams;
    asked.push(query);
    const fault = coming.shift();
    const [width, height] = ['width', 'height'].map((name) => Number(query.get(name)));
    const png = pngOf(width ?? 1, height ?? 1, (row) => (fault === 'blank' ? 0 : 1 + (Math.floor(row / 64) % 5)));
    if (fault === '500') return response.writeHead(500).end();
    if (fault === 'exception') {
      return response.writeHead(200, { 'content-type': 'text/xml' }).end('<ServiceExceptionReport/>');
    }
    const length = fault === 'cut' ? { 'content-length': png.length } : {};
    response.writeHead(200, { 'content-type': 'image/png', ...length });
    if (fault === 'cut') return response.write(png.subarray(0, 40), () => response.destroy());
    return response.end(fault === 'huge' ? Buffer.concat([png, Buffer.alloc(3 * 1024 * 1024)]) : png);
  });
  return {
    url: `${url}/gwis?layers=ecmwf.fwi&styles=`,
    asked,
    fail: (...faults) => void coming.push(...faults),
    close,
  };
}

/** Red, green, blue of each colour; the first is transparent. */
const COLOURS = [
  [0, 0, 0],
  [60, 160, 60],
  [240, 220, 80],
  [240, 140, 40],
  [200, 40, 40],
  [90, 20, 30],
];

/** A PNG with a colour for each row. */
function pngOf(width: number, height: number, colourOf: (row: number) => number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const rows = Array.from({ length: height }, (_, row) => Buffer.alloc(width + 1, colourOf(row)).fill(0, 0, 1));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    piece('IHDR', header),
    piece('PLTE', Buffer.from(COLOURS.flat())),
    piece('tRNS', Buffer.from([0])),
    piece('IDAT', deflateSync(Buffer.concat(rows))),
    piece('IEND', Buffer.alloc(0)),
  ]);
}

function piece(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
