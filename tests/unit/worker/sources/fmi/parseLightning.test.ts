import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseLightning } from '#worker/sources/fmi/parseLightning.ts';

const VALUES = { multiplicity: '1', peak_current: '-12', cloud_indicator: '0', ellipse_major: '0.4' };
type Values = Readonly<Record<string, string>>;
interface Flash {
  readonly pos?: string;
  readonly time?: string;
  readonly values?: Values;
}

const element = (id: string, { pos = '60.5 25', time = '2026-07-01T12:00:00Z' }: Flash, name: string, value: string) =>
  `<w:member><f:BsWfsElement g:id="${id}"><f:Location><g:Point><g:pos>${pos}</g:pos></g:Point></f:Location>` +
  `<f:Time>${time}</f:Time><f:ParameterName>${name}</f:ParameterName>` +
  `<f:ParameterValue>${value}</f:ParameterValue></f:BsWfsElement></w:member>`;

const elementsOf = (flash: Flash, index: number, numbered = true) =>
  Object.entries({ ...VALUES, ...flash.values }).map(([name, value], at) =>
    element(numbered ? `BsWfsElement.${index + 1}.${at + 1}` : '', flash, name, value),
  );

const collection = (
  elements: readonly string[],
  counts = `numberReturned="${elements.length}" numberMatched="${elements.length}"`,
) =>
  `<w:FeatureCollection ${counts} xmlns:w="http://www.opengis.net/wfs/2.0" xmlns:g="http://www.opengis.net/gml/3.2" ` +
  `xmlns:f="http://xml.fmi.fi/schema/wfs/2.0">${elements.join('')}</w:FeatureCollection>\n`;

const parsed = (...flashes: readonly Flash[]) =>
  parseLightning(collection(flashes.flatMap((flash, at) => elementsOf(flash, at))));
const strikesOf = (answer: ReturnType<typeof parseLightning>) => (answer.kind === 'strikes' ? answer.strikes : []);

describe('an answer of FMI', () => {
  test('is read by namespaces, whatever prefixes it has', () => {
    const detail = {
      type: 'ground',
      currentKa: -12,
      multiplicity: 1,
      ellipse: { semiMajorKm: 0.4, semiMinorKm: 0.4, azimuth: 0 },
    };
    expect(strikesOf(parsed({}))).toMatchObject([
      { latitude: 60.5, longitude: 25, atMs: Date.UTC(2026, 6, 1, 12), detail },
    ]);
    const other = collection(elementsOf({}, 0)).replace('http://xml.fmi.fi/schema/wfs/2.0', 'http://example.org');
    expect(parseLightning(other)).toMatchObject({ kind: 'failed' });
  });

  test('that breaks off anywhere is no answer', () => {
    const xml = collection([...elementsOf({}, 0), ...elementsOf({ pos: '61 26' }, 1)]).trim();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: xml.length - 1 }), (length) => {
        expect(parseLightning(xml.slice(0, length)).kind).toBe('failed');
      }),
    );
  });

  test.each([
    ['numberReturned="4"', 'numberMatched is no number of elements'],
    ['numberMatched="4"', 'numberReturned is not the number of elements'],
    ['numberReturned="4" numberMatched="3"', 'numberMatched is no number of elements'],
    ['numberReturned="8" numberMatched="8"', 'numberReturned is not the number of elements'],
    ['numberReturned="4.0" numberMatched="4"', 'numberReturned is not the number of elements'],
  ])('with %s has failed: %s', (counts, reason) => {
    expect(parseLightning(collection(elementsOf({}, 0), counts))).toEqual({ kind: 'failed', reason });
  });

  test('may not know how many flashes there are, and says so if there are more', () => {
    const elements = elementsOf({}, 0);
    const answer = (matched: string) =>
      parseLightning(collection(elements, `numberReturned="4" numberMatched="${matched}"`));
    expect(answer('unknown')).toMatchObject({ kind: 'strikes', truncated: false });
    expect(answer('8')).toMatchObject({ kind: 'strikes', truncated: true });
  });

  test.each([true, false])(
    'with two flashes of one second and place has two strikes (elements numbered: %s)',
    (numbered) => {
      const elements = [elementsOf({}, 0, numbered), elementsOf({}, 1, numbered)].flat();
      const strikes = strikesOf(parseLightning(collection(elements)));
      expect(strikes).toHaveLength(2);
      expect(new Set(strikes.map(({ id }) => id)).size).toBe(2);
    },
  );

  test('with two flashes that lack different parameters does not make them one', () => {
    const [multiplicity = '', current = '', cloud = ''] = elementsOf({}, 0);
    const [, , otherCloud = ''] = elementsOf({}, 1);
    const answer = parseLightning(collection([multiplicity, current, otherCloud, cloud]));
    expect(answer).toMatchObject({ rows: 3, strikes: [] });
  });

  test('says nothing of what is not known, written NaN, nor of strokes of a flash told before', () => {
    const unknown = { multiplicity: '0', peak_current: 'NaN', cloud_indicator: 'NaN', ellipse_major: 'NaN' };
    const [strike] = strikesOf(parsed({ values: unknown }));
    expect(strike).not.toHaveProperty('detail');
  });

  test.each<[Flash, string]>([
    [{ pos: '60.5' }, 'bad position'],
    [{ pos: '60.5 25 0' }, 'bad position'],
    [{ pos: '91 25' }, 'bad position'],
    [{ pos: '60.5 181' }, 'bad position'],
    [{ pos: 'NaN NaN' }, 'bad position'],
    [{ time: 'yesterday' }, 'bad time'],
    [{ time: '2026-07-01T12:00:00' }, 'bad time'],
    [{ values: { peak_current: 'strong' } }, 'bad peak_current'],
    [{ values: { peak_current: '' } }, 'bad peak_current'],
    [{ values: { cloud_indicator: '2' } }, 'bad cloud_indicator'],
    [{ values: { multiplicity: '-1' } }, 'bad multiplicity'],
    [{ values: { ellipse_major: '1e9' } }, 'bad ellipse_major'],
  ])('leaves out the flash %j: %s', (flash, reason) => {
    expect(parsed({}, flash)).toMatchObject({ rows: 2, strikes: [{}], skipped: [reason] });
  });
});
