import { expect, test } from 'vitest';
import { answerMap, askMap, isChoosing } from '#web/kit/places/mapChoice.ts';
import { cornersToShape } from '#web/map/choosing/cornersToShape.ts';

const POINT = { type: 'Point', coordinates: [23.3, 42.7] } as const;

test('the map answers each question once, with the shape or with none, and whoever asks next ends what was asked before', () => {
  const heard: unknown[] = [];
  const ask = (name: string) => askMap({ kind: 'point', onDone: (shape) => heard.push([name, shape]) });
  expect(isChoosing()).toBe(false);
  ask('first');
  expect(isChoosing()).toBe(true);
  answerMap(POINT);
  answerMap(POINT);
  ask('second');
  ask('third');
  answerMap();
  expect(isChoosing()).toBe(false);
  expect(heard).toEqual([
    ['first', POINT],
    ['second', undefined],
    ['third', undefined],
  ]);
});

test.each([
  ['point', [], undefined],
  ['point', [[1, 2]], { type: 'Point', coordinates: [1, 2] }],
  ['line', [[1, 2]], undefined],
  [
    'line',
    [
      [1, 2],
      [3, 4],
    ],
    {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
  ],
  [
    'polygon',
    [
      [1, 2],
      [3, 4],
    ],
    undefined,
  ],
  [
    'polygon',
    [
      [1, 2],
      [3, 4],
      [5, 0],
    ],
    {
      type: 'Polygon',
      coordinates: [
        [
          [1, 2],
          [3, 4],
          [5, 0],
          [1, 2],
        ],
      ],
    },
  ],
] as const)('corners make a line of two and an area of three, which is closed: %s, %j', (kind, corners, shape) => {
  expect(cornersToShape(kind, corners)).toEqual(shape);
});
