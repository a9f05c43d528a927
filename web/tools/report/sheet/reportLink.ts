import type { Locale } from '#web/kit/i18n/locales.ts';
import { formatReportAddress, type ReportQuestion } from '#web/kit/routing/reportAddress.ts';
import { pathOf } from '#web/kit/routing/routes.ts';

/** The address that makes this report again and compares: it carries the hash of the rows. */
export function reportLink(question: ReportQuestion, hash: string, locale: Locale): string {
  return `${window.location.origin}${pathOf('report', locale)}${formatReportAddress({ ...question, hash })}`;
}
