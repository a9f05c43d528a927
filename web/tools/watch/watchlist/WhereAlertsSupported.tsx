import type { ReactNode } from 'react';
import type { PrimarySource } from '#shared/wire/FeedEvent.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useReportedSource } from '#web/sky/reportedSource.ts';
import SourceNote from '#web/sky/SourceNote.tsx';

interface WhereAlertsSupportedProps {
  readonly children: ReactNode;
}

/** Shows the form for alerts only if the source supports them; otherwise shows why not. */
export function WhereAlertsSupported({ children }: WhereAlertsSupportedProps) {
  const { primary } = useReportedSource();
  return <IfAlertsSupported primary={primary}>{children}</IfAlertsSupported>;
}

interface IfAlertsSupportedProps extends WhereAlertsSupportedProps {
  /** Undefined for the usual source. */
  readonly primary: PrimarySource | undefined;
}

export function IfAlertsSupported({ primary, children }: IfAlertsSupportedProps) {
  const { LL } = useTexts();
  if (primary?.supportsAlerts !== false) return children;
  return (
    <div data-unguarded>
      <SourceNote primary={primary} />
      <p>{LL.watch.watchlist.fault.alertsUnsupported()}</p>
    </div>
  );
}
