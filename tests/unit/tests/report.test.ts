import { describe, expect, test } from 'vitest';
import type { RunResult } from '#tests/report/RunResult.ts';

import { reportHtml, reportMarkdown } from '#tests/report/reportHtml.ts';

const run: RunResult = {
  name: 'bench',
  command: 'npm run bench',
  startedAt: '2026-11-20T12:00:00.000Z',
  seconds: 60,
  machine: '2 cores',
  pass: false,
  tables: [
    {
      title: 'All',
      columns: ['figure', 'ours'],
      rows: [
        ['a < b', 12],
        ['c', 'falls short'],
      ],
    },
  ],
  plots: [
    {
      title: 'memory',
      xUnit: 's',
      yUnit: 'MB',
      lines: [
        {
          name: 'Worker',
          points: [
            [0, 1],
            [10, 3],
          ],
        },
      ],
    },
  ],
};

describe('the report', () => {
  test('is one page that asks nobody for anything, with its plots drawn in it', () => {
    const html = reportHtml([run]);
    expect(html).toContain('a &lt; b');
    expect(html).toContain('<polyline');
    expect(html).not.toMatch(/(src|href)=/);
  });

  test('gives the tables with command, date and machine for the document', () => {
    expect(reportMarkdown([run])).toBe(
      '### `npm run bench`\n\n2026-11-20 12:00 UTC, 60 s; 2 cores.\n\n| figure | ours |\n| --- | --- |\n| a < b | 12 |\n| c | falls short |\n',
    );
  });
});
