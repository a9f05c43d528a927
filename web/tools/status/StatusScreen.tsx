import { Button } from '#web/kit/components/Button.tsx';
import figure from '#web/kit/components/components.module.css';
import { Section } from '#web/kit/components/Page.tsx';
import { type QueryState, useQuery } from '#web/kit/http/useQuery.ts';
import { dateTimeFormat, useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import { bothClocksText, longSpanText } from '#web/sky/timeText.ts';
import styles from './Status.module.css';
import {
  fetchServiceStatus,
  type HourState,
  type Incident,
  LEAST_INCIDENT_MS,
  type Received,
  type ReceivedDay,
  type ServiceStatus,
  shareText,
} from './serviceStatus.ts';

export default function StatusScreen() {
  const state = useQuery('status', fetchServiceStatus);
  return state.kind === 'known' ? <StatusFacts status={state.value} /> : <Waiting state={state} />;
}

export function StatusFacts({ status }: { readonly status: ServiceStatus }) {
  const { received } = status;
  return (
    <div data-status="told">
      <Now status={status} />
      {received && (
        <>
          <Hours received={received} />
          <Incidents received={received} nowMs={status.nowMs} />
        </>
      )}
    </div>
  );
}

function Now({ status }: { readonly status: ServiceStatus }) {
  const { LL, locale } = useTexts();
  const texts = LL.status;
  const { state, nowMs, completeToMs, typicalDelayMs, received } = status;
  const instant = dateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const count = new Intl.NumberFormat(locale);
  const minutes = (ms: number) => count.format(Math.floor(ms / 60_000));
  return (
    <Section title={texts.now.title()}>
      {status.isSimulated && <p className={styles.simulated}>{texts.simulated()}</p>}
      <p className={styles.state} data-state={state}>
        {texts.now[state]()}
      </p>
      <ul className={figure.figureNotes}>
        {completeToMs !== null && <li>{texts.now.until({ time: bothClocksText(completeToMs, nowMs, locale) })}</li>}
        {typicalDelayMs !== null && <li>{texts.now.delay({ span: longSpanText(typicalDelayMs, locale) })}</li>}
      </ul>
      {received ? (
        <>
          <p className={styles.share}>
            <b>{shareText(received.readMs / (received.toMs - received.fromMs), locale)}</b> {texts.share.of()}
          </p>
          <p className={styles.note}>
            {texts.share.minutes({
              read: minutes(received.readMs),
              all: minutes(received.toMs - received.fromMs),
              from: instant.format(received.fromMs),
            })}
          </p>
          <p className={styles.note}>
            {texts.share.later()} <PageLink page="proof">{LL.head.proof.title()}</PageLink>
          </p>
        </>
      ) : (
        <p>{texts.share.nothing()}</p>
      )}
    </Section>
  );
}

const STATES: readonly HourState[] = ['whole', 'part', 'none', 'outside'];

function Hours({ received }: { readonly received: Received }) {
  const { LL, locale } = useTexts();
  const texts = LL.status.hours;
  const day = dateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return (
    <Section title={texts.title()} lead={texts.lead()} tone="tint">
      <table className={styles.days}>
        <thead>
          <tr>
            <th scope="col">{texts.day()}</th>
            <th scope="col">{texts.hours()}</th>
            <th scope="col">{texts.share()}</th>
          </tr>
        </thead>
        <tbody>
          {received.days.toReversed().map((one) => (
            <tr key={one.fromMs}>
              <th scope="row">{day.format(one.fromMs)}</th>
              <td>
                <HourStrip day={one} />
              </td>
              <td>{one.share === undefined ? '–' : shareText(one.share, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className={styles.legend}>
        {STATES.map((state) => (
          <li key={state}>
            <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
              <HourMark state={state} at={0} />
            </svg>
            {texts[state]()}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function HourStrip({ day }: { readonly day: ReceivedDay }) {
  const texts = useTexts().LL.status.hours;
  const count = (state: HourState) => day.hours.filter((hour) => hour === state).length;
  return (
    <>
      <span className="visually-hidden">
        {texts.row({ whole: count('whole'), part: count('part'), none: count('none') })}
      </span>
      <svg className={styles.strip} viewBox="0 0 24 1" preserveAspectRatio="none" aria-hidden="true">
        {day.hours.map((state, hour) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an hour of the day is its place.
          <HourMark key={hour} state={state} at={hour} />
        ))}
      </svg>
    </>
  );
}

/** The height of an hour, so that states differ without colour too. */
const HEIGHT: Readonly<Record<HourState, number>> = { whole: 1, part: 0.5, none: 0.15, outside: 0 };

function HourMark({ state, at }: { readonly state: HourState; readonly at: number }) {
  const height = HEIGHT[state];
  return <rect className={styles.hour} data-hour={state} x={at + 0.08} width="0.84" y={1 - height} height={height} />;
}

function Incidents({ received, nowMs }: { readonly received: Received; readonly nowMs: number }) {
  const { LL, locale } = useTexts();
  const texts = LL.status.incidents;
  const { incidents, shortGaps } = received;
  const least = longSpanText(LEAST_INCIDENT_MS, locale);
  return (
    <Section title={texts.title()} lead={texts.lead({ least })}>
      {incidents.length === 0 ? (
        <p>{texts.none({ least })}</p>
      ) : (
        <table className={styles.incidents}>
          <thead>
            <tr>
              <th scope="col">{texts.begin()}</th>
              <th scope="col">{texts.duration()}</th>
            </tr>
          </thead>
          <tbody>
            {incidents.map((incident) => (
              <IncidentRow key={incident.fromMs} incident={incident} nowMs={nowMs} />
            ))}
          </tbody>
        </table>
      )}
      {shortGaps.count > 0 && (
        <p className={styles.note}>
          {texts.short({ n: shortGaps.count, span: longSpanText(shortGaps.lengthMs, locale) })}
        </p>
      )}
    </Section>
  );
}

function IncidentRow({ incident, nowMs }: { readonly incident: Incident; readonly nowMs: number }) {
  const { LL, locale } = useTexts();
  const length = longSpanText(incident.toMs - incident.fromMs, locale);
  return (
    <tr>
      <th scope="row">
        <time dateTime={new Date(incident.fromMs).toISOString()}>{bothClocksText(incident.fromMs, nowMs, locale)}</time>
      </th>
      <td>{incident.isOpen ? LL.status.incidents.open({ length }) : length}</td>
    </tr>
  );
}

function Waiting({ state }: { readonly state: Exclude<QueryState<ServiceStatus>, { kind: 'known' }> }) {
  const { now, errors, loading } = useTexts().LL.status;
  return (
    <div className={styles.waiting}>
      <Section title={now.title()}>
        {state.kind === 'failed' ? (
          <div role="alert" className={figure.figureError}>
            <p>{errors[state.errorKind === 'offline' || state.errorKind === 'limited' ? state.errorKind : 'busy']()}</p>
            <Button onClick={state.retry}>{errors.retry()}</Button>
          </div>
        ) : (
          <p role="status">{loading()}</p>
        )}
      </Section>
    </div>
  );
}
