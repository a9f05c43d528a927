import { expect, test } from 'vitest';
import { recipient, WatchedCamp } from './WatchedCamp.ts';

/** The database refuses the row of this area: any later state of it, whatever the reason would be. */
const refuse = (area: string) =>
  `CREATE TRIGGER refused BEFORE INSERT ON area WHEN NEW.id = '${area}' BEGIN SELECT RAISE(ABORT, 'row refused'); END`;

test('a row that cannot be written costs no other area its decision, its log or its messages', () =>
  WatchedCamp.run([recipient('r', { threshold: 'stop' })], async (camp) => {
    camp.addArea('neighbour');
    await camp.at(1);
    camp.sql.exec(refuse('neighbour'));
    await camp.at(2, () => camp.strike(5));
    expect(camp.sent).toContain('2 r raise');
    expect(camp.rowOf('a')?.state.level).toBe('stop');
    expect(camp.rowOf('neighbour')?.state.level).toBe('clear');
    expect(camp.kindsOf('a').at(-1)).toBe('raise');
  }));

test('an area whose row cannot be written is unknown, its strikes raise and are told, and nothing lowers it', () =>
  WatchedCamp.run([recipient('r', { threshold: 'stop' })], async (camp) => {
    await camp.at(1);
    camp.sql.exec(refuse('a'));
    await camp.at(2, () => camp.strike(5));
    expect(camp.viewOf('a')).toMatchObject({ level: 'stop', unknown: true });
    expect(camp.kindsOf('a').slice(-2)).toEqual(['blind', 'raise']);
    expect(camp.sent.filter((line) => line.startsWith('2 '))).toEqual(['2 r raise']);
    expect(camp.logged).toContain('error watch.row');
    for (const minute of [10, 34, 60, 90]) await camp.at(minute);
    expect(camp.viewOf('a')).toMatchObject({ level: 'stop', unknown: true });
    expect(camp.sent.filter((line) => line.endsWith('clear'))).toEqual([]);
  }));

test('an object that died with a row unwritten reads that area’s hold again, and sees once the row is written', () =>
  WatchedCamp.run([recipient('r', { threshold: 'stop' })], async (camp) => {
    camp.sql.exec(refuse('a'));
    await camp.at(2, () => camp.strike(5));
    camp.restart();
    expect(camp.viewOf('a')).toMatchObject({ unknown: true });
    await camp.at(3);
    expect(camp.viewOf('a')).toMatchObject({ level: 'stop', unknown: true });
    camp.sql.exec('DROP TRIGGER refused');
    for (const minute of [4, 5.1, 6.2]) await camp.at(minute);
    expect(camp.viewOf('a')).toMatchObject({ level: 'stop', unknown: false });
    expect(camp.rowOf('a')).toMatchObject({ replayed: true, state: { level: 'stop' } });
    expect(camp.sent.filter((line) => line.endsWith('raise'))).toHaveLength(1);
    for (const minute of [20, 34]) await camp.at(minute);
    expect(camp.sent.filter((line) => line.endsWith('clear'))).toHaveLength(1);
  }));
