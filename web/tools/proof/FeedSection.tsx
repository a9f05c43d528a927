import type { ProofBody } from '#shared/nowcast/ProofBody.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { Section } from '#web/kit/components/Section.tsx';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { Fact } from './Fact.tsx';
import styles from './Proof.module.css';
import { proofTexts } from './proofTexts.ts';

const MINUTE_MS = 60_000;

/** How quickly and how completely the strikes came that the forecasts rest on. */
export function FeedSection({ proof: { feed } }: { readonly proof: ProofBody }) {
  const { LL, locale } = useTexts();
  const { feed: words } = LL.verdict;
  const { part, tenths, whole } = proofTexts(locale);
  const { typicalDelayMs, completeness, uptime, openGaps } = feed;
  const unknown = words.unknown();
  return (
    <Section title={words.title()} lead={words.lead()}>
      <dl className={styles.facts}>
        <Fact
          name={words.delay()}
          value={typicalDelayMs === null ? unknown : words.seconds({ seconds: tenths(typicalDelayMs / 1_000) })}
          note={words.delayNote()}
          few={typicalDelayMs === null}
        />
        <Fact
          name={words.complete()}
          value={completeness?.ofMs ? part(completeness.readMs / completeness.ofMs) : unknown}
          note={words.completeNote({ days: tenths((completeness?.ofMs ?? 0) / DAY_MS) })}
          few={!completeness?.ofMs}
        />
        <Fact
          name={words.uptime()}
          value={uptime.ofMinutes > 0 ? part(uptime.upMinutes / uptime.ofMinutes) : unknown}
          note={words.uptimeNote({ n: uptime.ofMinutes })}
          few={uptime.ofMinutes === 0}
        />
        <Fact name={words.gaps()} value={whole(openGaps)} note={gapsNote(feed, words)} />
      </dl>
    </Section>
  );
}

function gapsNote({ openGaps, oldestGapMs }: ProofBody['feed'], words: Texts['verdict']['feed']): string {
  if (openGaps === 0) return words.noGaps();
  return oldestGapMs === null ? words.gapsElsewhere() : words.gapsNote({ minutes: Math.ceil(oldestGapMs / MINUTE_MS) });
}
