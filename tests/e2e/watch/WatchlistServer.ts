import type { Page, Request } from '@playwright/test';

const OWNER = 'a'.repeat(32);
const VIEW = 'b'.repeat(32);
const ID = '0123456789abcdef0123456789abcdef';
const AREA = '5d2c3a52-6a57-4f4e-9a8f-0a9c2f0d7a11';

/** A test's server for a watchlist with one area, and its requests. */
export class WatchlistServer {
  static readonly path = `/watch/${ID}/${AREA}`;
  static readonly ownerPath = `${WatchlistServer.path}#owner=${OWNER}`;
  static readonly viewPath = `${WatchlistServer.path}#view=${VIEW}`;

  /** Of the area, over what is calm. */
  area: Readonly<Record<string, unknown>> = {};
  recipientSummary = { working: 1, total: 1 };
  recipients: readonly Readonly<Record<string, unknown>>[] = [];
  lines: unknown[] = [];
  /** Of the watchlist's one area. */
  deliveries: readonly Readonly<Record<string, unknown>>[] = [];
  /** Whether it answers at all. */
  up = true;
  readonly calls: { readonly method: string; readonly path: string; readonly body: unknown }[] = [];
  /** Answers to calls that change something, by method and the end of the path. */
  private readonly responses: { method: string; end: RegExp; respond: (body: never) => unknown }[] = [];

  async start(page: Page): Promise<void> {
    await page.route('**/api/v1/watch/**', async (route) => {
      const request = route.request();
      if (!this.up) return route.abort();
      const key = (await request.headerValue('authorization'))?.replace('Bearer ', '');
      const path = new URL(request.url()).pathname.replace(`/api/v1/watch/${ID}`, '');
      if (key !== OWNER && key !== VIEW) return route.fulfill({ status: 401, json: { code: 'unauthorized' } });
      if (request.method() === 'GET') return route.fulfill(this.read(request, path, key === OWNER));
      const body = request.postData() === null ? null : (request.postDataJSON() as unknown);
      this.calls.push({ method: request.method(), path, body });
      const known = this.responses.find(({ method, end }) => method === request.method() && end.test(path));
      const result = known?.respond(body as never);
      return result === undefined ? route.fulfill({ status: 204 }) : route.fulfill({ status: 201, json: result });
    });
  }

  on<Body>(method: string, end: RegExp, result: (body: Body) => unknown): void {
    this.responses.push({ method, end, respond: result });
  }

  /** Adds a person's note, as the server does. */
  writeNotes(): void {
    this.on('POST', /\/log$/, ({ name, text }: { name: string; text: string }) => {
      const line = { line: this.lines.length + 1, atMs: Date.now(), entry: { type: 'note', name, text } };
      this.lines.push(line);
      return line;
    });
  }

  private read(request: Request, path: string, isOwner: boolean) {
    if (path.endsWith('/log')) {
      const { searchParams: query } = new URL(request.url());
      if (query.get('format') === 'csv') return csvPage(path, query.get('cursor'));
      return { json: { lines: this.lines } };
    }
    if (path.endsWith('/deliveries')) {
      return { json: { deliveries: this.deliveries.map((delivery) => ({ area: AREA, ...delivery })) } };
    }
    const nowMs = Date.now();
    const area = {
      id: AREA,
      name: 'Camp Sofia',
      kind: 'site',
      shape: { type: 'Point', coordinates: [23.3219, 42.6977] },
      ringsKm: [30, 16, 10],
      dwellMin: 30,
      least: 1,
      revision: 1,
      level: 'clear',
      unknown: false,
      delayed: false,
      completeTo: nowMs - 5_000,
      change: this.lines.length,
      ...this.area,
    };
    const feed = { receivedAt: nowMs, serverTime: nowMs };
    const owner = isOwner ? { recipients: this.recipients } : {};
    return {
      json: {
        id: ID,
        language: 'en',
        timeZone: 'Europe/Sofia',
        areas: [area],
        feed,
        recipientSummary: this.recipientSummary,
        ...owner,
      },
    };
  }
}

/** The first of two pages, or the second. */
function csvPage(path: string, cursor: string | null) {
  const next = { link: `</api/v1/watch/${ID}${path}?cursor=2&format=csv>; rel="next"` };
  const line = cursor === null ? 1 : cursor;
  return { contentType: 'text/csv', headers: cursor === null ? next : {}, body: `line,time\r\n${line},now\r\n` };
}
