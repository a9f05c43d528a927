import { describe, expect, test } from 'vitest';
import {
  heightAfterDrag,
  heightAfterKey,
  heightAfterPress,
  SHEET_HEIGHTS,
  type SheetHeight,
} from '#web/map/tools/sheetHeights.ts';

const HEIGHTS_PX = { peek: 120, half: 370, full: 708 } as const;

describe('the sheet of a phone', () => {
  test.each([
    [130, 0, 'peek'],
    [250, 0, 'half'],
    [600, 0, 'full'],
    [250, -1, 'peek'],
    [400, 1.5, 'full'],
    [690, -2, 'half'],
    [5_000, 0, 'full'],
  ] as const)('let go at %i px and %f px in a millisecond, is %s', (px, speed, expected) => {
    expect(heightAfterDrag({ px, speed }, HEIGHTS_PX)).toBe(expected);
  });

  test('goes up and down by keys, each step of the way, and no further than it can', () => {
    const pressed = (keys: readonly string[]) =>
      keys.reduce<SheetHeight>((height, key) => heightAfterKey(height, key) ?? height, 'peek');
    expect(pressed(['ArrowUp'])).toBe('half');
    expect(pressed(['ArrowUp', 'ArrowUp', 'ArrowUp'])).toBe('full');
    expect(pressed(['ArrowUp', 'ArrowUp', 'ArrowDown'])).toBe('half');
    expect(pressed(['Home'])).toBe('full');
    expect(pressed(['Home', 'Escape'])).toBe('peek');
    expect(heightAfterKey('half', 'Tab')).toBeUndefined();
    expect(SHEET_HEIGHTS.map(heightAfterPress)).toEqual(['half', 'full', 'peek']);
  });
});
