import { describe, expect, test } from 'vitest';
import { isToolPage, mapTools, queryTo, toolAt } from '#web/map/tools/mapTools.ts';

const tool = (name: string) => {
  const found = mapTools.find((one) => one.name === name);
  if (!found) throw new Error(`No tool is called ${name}`);
  return found;
};

describe('the tools of the map', () => {
  test('have each a name and an icon of their own, and an address that shows the tool again', () => {
    expect(new Set(mapTools.map(({ name }) => name)).size).toBe(mapTools.length);
    expect(new Set(mapTools.map(({ icon }) => icon)).size).toBe(mapTools.length);
    for (const one of mapTools.filter(({ page }) => isToolPage(page)))
      if (isToolPage(one.page)) expect(toolAt(one.page, queryTo(one, '?view=42,23,9z'))).toBe(one);
  });

  test.each([
    ['fire', '?view=42.7,23.3,9z&wall=1&cells=1&point=42,23', '?view=42.7,23.3,9z&point=42,23'],
    ['report', '?theme=dark&minutes=360', '?theme=dark&minutes=360'],
    ['fire', '?t=2026-11-20T14:30Z&w=60', '?t=2026-11-20T14:30Z&w=60'],
    ['history', '?view=42,23,9z', '?view=42,23,9z&history=1'],
    ['history', '?t=2026-11-20T14:30Z&w=60', '?t=2026-11-20T14:30Z&w=60'],
    ['now', '?t=2026-11-20T14:30Z&w=60&view=42,23,9z', '?view=42,23,9z'],
    ['fire', '?history=1', ''],
  ])('%s is reached from %s with the place and the time: %s', (name, search, expected) => {
    expect(queryTo(tool(name), search)).toBe(expected);
  });

  test('a moment of the past on the map is history; beside another tool it is not', () => {
    expect(toolAt('map', '?t=2026-11-20T14:30Z').name).toBe('history');
    expect(toolAt('map', '?history=1').name).toBe('history');
    expect(toolAt('map', '').name).toBe('now');
    expect(toolAt('lookUp', '?t=2026-11-20T14:30Z').name).toBe('fire');
  });
});
