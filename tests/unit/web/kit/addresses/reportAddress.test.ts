import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  DAYS_AROUND,
  formatReportAddress,
  parseReportAddress,
  REPORT_RADII_KM,
  type ReportQuestion,
} from '#web/kit/addresses/reportAddress.ts';

const QUESTION: ReportQuestion = {
  position: { latitude: 42.69772, longitude: 23.32191 },
  name: 'Витоша',
  day: '2026-07-01',
  around: 1,
  zone: 'Europe/Sofia',
  radiusKm: 10,
  reference: '№ 17/2026 + а',
  remark: 'Повреден & изгорял трансформатор; 100 %',
};

const text = (maxLength: number) =>
  fc
    .string({ unit: 'grapheme', maxLength })
    .map((value) => value.trim().slice(0, maxLength).trim())
    .filter((value) => value.isWellFormed());

test('all that a report is made of comes back from its address, whatever was typed', () => {
  expect(parseReportAddress(formatReportAddress(QUESTION))).toEqual({ ok: true, question: QUESTION });
  const degrees = (max: number) => fc.integer({ min: -max * 1e5, max: max * 1e5 }).map((value) => value / 1e5 + 0);
  const question = fc.record<ReportQuestion>({
    position: fc.record({ latitude: degrees(90), longitude: degrees(180) }),
    name: text(60),
    day: fc.constantFrom('2026-02-28', '2028-02-29'),
    around: fc.constantFrom(...DAYS_AROUND),
    zone: fc.constantFrom('UTC', 'Europe/Athens'),
    radiusKm: fc.constantFrom(...REPORT_RADII_KM),
    reference: text(60),
    remark: text(500),
  });
  const hash = fc.constantFrom({}, { hash: 'ab'.repeat(32) });
  fc.assert(
    fc.property(question, hash, (asked, known) => {
      const all = { ...asked, ...known };
      expect(parseReportAddress(formatReportAddress(all))).toEqual({ ok: true, question: all });
    }),
  );
});

test('a field that breaks a rule is named, and an empty fragment asks nothing', () => {
  expect(parseReportAddress('')).toBeUndefined();
  expect(parseReportAddress('#')).toBeUndefined();
  const faultOf = (changes: Partial<Record<keyof ReportQuestion, unknown>>) => {
    const parsed = parseReportAddress(formatReportAddress({ ...QUESTION, ...changes } as ReportQuestion));
    return parsed?.ok === false ? parsed.fault : 'none';
  };
  expect(faultOf({ position: { latitude: 91, longitude: 0 } })).toBe('place');
  expect(faultOf({ position: { latitude: 0, longitude: Number.NaN } })).toBe('place');
  expect(faultOf({ name: 'x'.repeat(61) })).toBe('name');
  expect(faultOf({ day: '2026-02-30' })).toBe('day');
  expect(faultOf({ around: 2 })).toBe('around');
  expect(faultOf({ zone: 'Mars/Base' })).toBe('zone');
  expect(faultOf({ radiusKm: 3 })).toBe('radius');
  expect(faultOf({ reference: 'x'.repeat(61) })).toBe('reference');
  expect(faultOf({ remark: 'x'.repeat(501) })).toBe('remark');
  expect(faultOf({ hash: 'abc' })).toBe('hash');
});
