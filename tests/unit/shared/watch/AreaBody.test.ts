import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { AreaBody, areaOfBody, placeFault } from '#shared/watch/AreaBody.ts';
import { pairs } from '#tests/support/pairs.ts';

const POINT = { name: 'Camp', kind: 'site', shape: { type: 'Point', coordinates: [23.32, 42.7] } };
type Corner = [number, number];

const polygon = (ring: Corner[]) => ({ ...POINT, shape: { type: 'Polygon', coordinates: [ring] } });
const parse = (body: unknown) => v.safeParse(AreaBody, body);
const rulesBroken = (body: unknown) => parse(body).issues?.map((issue) => [v.getDotPath(issue), issue.message]);
const faultOf = (body: unknown) => placeFault(v.parse(AreaBody, body), HOME);

test('a point and a name are enough; the rules are 30, 16 and 10 km, 30 min, one strike', () => {
  const body = v.parse(AreaBody, POINT);
  expect(areaOfBody(body, 60_000)).toEqual({
    shape: POINT.shape,
    ringsKm: [30, 16, 10],
    dwellMs: 1_800_000,
    settleMs: 60_000,
    least: 1,
    approachOnly: false,
  });
});

test('corners that fall together there are one, before they are judged', () => {
  const near = polygon(pairs('23.3,42.6 23.45,42.6 23.45003,42.60002 23.45,42.72 23.3,42.72 23.3,42.6'));
  expect(v.parse(AreaBody, near).shape.coordinates).toEqual([
    pairs('23.3,42.6 23.45,42.6 23.45,42.72 23.3,42.72 23.3,42.6'),
  ]);
  expect(faultOf(near)).toBeNull();
});

test('positions are kept to some ten metres', () => {
  const body = v.parse(AreaBody, { ...POINT, shape: { type: 'Point', coordinates: [23.321_987, 42.697_712] } });
  expect(body.shape.coordinates).toEqual([23.322, 42.697_7]);
});

describe('a bad field is named with its rule', () => {
  test.each([
    [{ name: ' ' }, 'name', 'nameRequired'],
    [{ kind: 'other' }, 'kind', 'personal or site'],
    [{ ringsKm: [10, 16, 30] }, 'ringsKm', 'order'],
    [{ ringsKm: [61, 16, 10] }, 'ringsKm.0', 'range'],
    [{ ringsKm: [30, 16] }, 'ringsKm.2', 'numberExpected'],
    [{ dwellMin: 61 }, 'dwellMin', 'range'],
    [{ dwellMin: 9.9 }, 'dwellMin', 'range'],
    [{ least: 1.5 }, 'least', 'wholeExpected'],
    [{ shape: { type: 'Point', coordinates: [23, 91] } }, 'shape.coordinates.1', 'range'],
    [{ shape: { type: 'Circle' } }, 'shape.type', 'type'],
  ])('%j', (change, field, rule) => {
    expect(rulesBroken({ ...POINT, ...change })?.[0]).toEqual([field, rule]);
  });
});

describe('a place that cannot be watched is told why', () => {
  const star: Corner[] = pairs('23,42 24,43 24,42 23,43 23,42');
  const touching: Corner[] = pairs('23,42 24,42 24,43 23.5,42 23,43 23,42');
  const circle = (corners: number): Corner[] =>
    Array.from({ length: corners + 1 }, (_, at) => {
      const angle = ((at % corners) / corners) * 2 * Math.PI;
      return [23 + Math.cos(angle) / 10, 42.5 + Math.sin(angle) / 10];
    });
  test.each([
    ['its edges cross', polygon(star), 'crossing'],
    ['a corner lies on an edge', polygon(touching), 'crossing'],
    ['it folds back on itself', polygon(pairs('23,42 24,42 23.5,42 23.5,43 23,42')), 'crossing'],
    ['it is not closed', polygon(pairs('23,42 24,42 24,43 23,43')), 'open'],
    ['it has two corners', polygon(pairs('23,42 24,42 23,42')), 'corners'],
    ['it is over 300 km across', polygon(pairs('20,42 24,42 24,43 20,43 20,42')), 'across'],
    ['it lies at the pole', { ...POINT, shape: { type: 'Point', coordinates: [23, 89] } }, 'poles'],
    ['a ring leaves home', { ...POINT, shape: { type: 'Point', coordinates: [23, 47.9] } }, 'outside-coverage'],
    ['a line of one corner', { ...POINT, shape: { type: 'LineString', coordinates: [[23, 42]] } }, 'corners'],
  ])('%s', (_, body, fault) => {
    expect(faultOf(body)).toBe(fault);
  });

  test('200 corners can be watched, 201 cannot', () => {
    expect(faultOf(polygon(circle(200)))).toBeNull();
    expect(rulesBroken(polygon(circle(201)))?.[0]).toEqual(['shape.coordinates.0', 'corners']);
  });

  test('a line may cross itself', () => {
    expect(faultOf({ ...POINT, shape: { type: 'LineString', coordinates: star } })).toBeNull();
  });
});
