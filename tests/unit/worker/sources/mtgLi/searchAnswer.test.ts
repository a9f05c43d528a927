import { describe, expect, test } from 'vitest';
import { fileAddress, parseSearchAnswer } from '#worker/sources/mtgLi/searchAnswer.ts';

const BASE = 'https://store.net';
const COLLECTION = 'EO:EUM:DAT:0691';
const DATE = '2026-04-06T11:00:02.000Z/2026-04-06T11:10:02.000Z';
const TIMES = '_L2PF_OPE_20260406110002_20260406111002_N__';
const name = (part: string, made: string, letter: string, end: string) =>
  `W_XX-EUMETSAT-Darmstadt,IMG+SAT,MTI1+LI-2-LFL--FD--${part}_C_EUMT_${made}${TIMES}${letter}_0067_${end}`;
const productId = (made = '20260406111019', letter = 'O') => name('x-x--ARC-x', made, letter, '0000');
const ID = productId();
const BODY = name('CHK-BODY--ARC-NC4E', '20260406111019', 'O', '0001.nc');
const TRAIL = name('CHK-TRAIL--ARC-NC4E', '20260406111019', 'O', '0002.nc');
const PRODUCT = `${BASE}/data/download/1.0.0/collections/EO%3AEUM%3ADAT%3A0691/products/${encodeURIComponent(ID)}`;
const entry = (title: string, root = PRODUCT) => ({ title, href: `${root}/entry?name=${encodeURIComponent(title)}` });

const feature = (id: unknown = ID, entries: unknown = undefined, date: unknown = DATE) => ({
  id,
  properties: {
    date,
    links: { data: [{ href: PRODUCT }], ...(entries === undefined ? {} : { 'sip-entries': entries }) },
  },
});

const parse = (...features: unknown[]) => parseSearchAnswer({ features }, BASE, COLLECTION);
const addressOf = (...features: unknown[]) => {
  const list = parse(...features);
  return list.kind === 'listed' ? list.files.map(({ id }) => fileAddress(id, BASE).url) : list;
};

describe('the answer of the store’s search', () => {
  test('tells a product with its slot, its times and its name', () => {
    const list = parse(feature());
    expect(list).toMatchObject({
      kind: 'listed',
      files: [
        {
          slotMs: Date.UTC(2026, 3, 6, 11),
          fromMs: Date.UTC(2026, 3, 6, 11, 0, 2),
          toMs: Date.UTC(2026, 3, 6, 11, 10, 2),
        },
      ],
    });
    const [file] = list.kind === 'listed' ? list.files : [];
    expect(fileAddress(file?.id ?? '', BASE)).toEqual({ url: PRODUCT, productName: ID });
  });

  test('leads to the BODY entry where it is listed, though TRAIL comes first and ends alike', () => {
    expect(addressOf(feature(ID, [entry(TRAIL), { title: 'manifest.xml' }, entry(BODY)]))).toEqual([entry(BODY).href]);
  });

  test.each([
    ['none', []],
    ['TRAIL alone', [entry(TRAIL)]],
    ['one at another host', [entry(BODY, 'https://elsewhere.net/x')]],
    ['one at another port', [entry(BODY, 'https://store.net:8443/x')]],
    ['one in clear', [entry(BODY, 'http://store.net/x')]],
    ['one with a user', [entry(BODY, 'https://me@store.net/x')]],
    ['one that is no address', [{ title: BODY, href: 'https://' }]],
  ])('leads to the zip where the entries are: %s', (_, entries) => {
    expect(addressOf(feature(ID, entries))).toEqual([PRODUCT]);
  });

  test('never leads the token to another host, whatever the path of an entry is like', () => {
    expect(addressOf(feature(ID, [{ title: BODY, href: 'https://store.net//elsewhere.net/x' }]))).toEqual([
      'https://store.net//elsewhere.net/x',
    ]);
  });

  test('counts T, C and O as versions of one slot, of which the one made last is taken', () => {
    const versions = [
      feature(productId('20260406111019', 'T')),
      feature(productId('20260406111500', 'O')),
      feature(productId('20260406111201', 'C')),
    ];
    const list = parse(...versions);
    expect(list.kind === 'listed' && list.files.map(({ id }) => fileAddress(id, BASE).productName)).toEqual([
      productId('20260406111500', 'O'),
    ]);
  });

  test('tells both parts of a slot that broke off and began again, the later one first', () => {
    const part = (made: string, from: string, to: string) =>
      feature(productId(made), [], `2026-04-06T${from}.000Z/2026-04-06T${to}.000Z`);
    const [early, late] = [
      part('20260406110400', '11:00:02', '11:03:40'),
      part('20260406111019', '11:05:43', '11:10:02'),
    ];
    const list = parse(early, late);
    expect(list.kind === 'listed' && list.files.map(({ fromMs, slotMs }) => [fromMs, slotMs])).toEqual([
      [Date.UTC(2026, 3, 6, 11, 5, 43), Date.UTC(2026, 3, 6, 11)],
      [Date.UTC(2026, 3, 6, 11, 0, 2), Date.UTC(2026, 3, 6, 11)],
    ]);
  });

  test('has no product that is the TRAIL of one', () => {
    expect(parse(feature(TRAIL), feature())).toMatchObject({
      kind: 'listed',
      files: [{ slotMs: Date.UTC(2026, 3, 6, 11) }],
    });
    expect(parse(feature(TRAIL))).toMatchObject({ kind: 'failed' });
  });

  test('may be empty', () => {
    expect(parse()).toEqual({ kind: 'listed', files: [] });
  });

  test.each([
    ['bad product', 'text'],
    ['bad properties', { id: ID }],
    ['bad properties.date', { id: ID, properties: {} }],
    ['bad properties.date', feature(ID, [], '2026-04-06')],
    ['bad properties.date', feature(ID, [], DATE.split('/').reverse().join('/'))],
    ['bad id', feature('a b')],
    ['unknown id', feature('MSG4-SEVIRI')],
    ['bad properties.links', { id: ID, properties: { date: DATE, links: 'none' } }],
  ])('has failed, not fallen silent, if none of its products can be understood: %s', (why, product) => {
    expect(parse(product)).toEqual({ kind: 'failed', reason: `no product of the list: ${why}` });
  });

  test('has failed if it is cut: a slot that it leaves out would look like a hole', () => {
    expect(parseSearchAnswer({ totalResults: 2, features: [feature()] }, BASE, COLLECTION)).toMatchObject({
      kind: 'failed',
    });
  });

  test.each([undefined, null, [], {}, { features: null }, { error: 'invalid' }])(
    'has failed if it is no list: %j',
    (body) => {
      expect(parseSearchAnswer(body, BASE, COLLECTION)).toEqual({
        kind: 'failed',
        reason: 'the search did not answer with a list of products',
      });
    },
  );
});
