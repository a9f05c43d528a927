import type { FireBody } from '#shared/fires/bodies.ts';
import type { Strike } from '#shared/strike.ts';
import { isoMillis } from '#shared/time.ts';
import { usePointedLine } from '#web/ground/picture/pointedLine.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { parsePath } from '#web/kit/routing/routes.ts';
import { usePathname } from '#web/kit/routing/useHref.ts';
import { distanceText } from '#web/sky/words/placeText.ts';
import { bothClocksText } from '#web/sky/words/timeText.ts';
import { candidateHref } from '#web/tools/lookUp/CandidateList.tsx';
import lists from '#web/tools/lookUp/LookUpResults.module.css';
import { leadText, sharePercent } from './fireText.ts';
import { rankedCandidates } from './listedFires.ts';

interface FireCandidatesProps {
  readonly fire: FireBody;
  readonly strikes: readonly (Strike | undefined)[] | undefined;
  readonly nowMs: number;
}

/** The lightning that may have caused a fire, numbered as on the map. */
export function FireCandidates({ fire, strikes, nowMs }: FireCandidatesProps) {
  const texts = useTexts().LL.fireList.candidate;
  const ranked = rankedCandidates(fire);
  if (ranked.length === 0) return null;
  return (
    <>
      <h3>{texts.title({ count: ranked.length })}</h3>
      <ol className={lists.candidates}>
        {ranked.map((candidate, index) => (
          <Candidate
            key={candidate.strikeId}
            fire={fire}
            candidate={candidate}
            strike={strikes?.[index]}
            rank={index + 1}
            nowMs={nowMs}
          />
        ))}
      </ol>
    </>
  );
}

interface CandidateProps extends Pick<FireCandidatesProps, 'fire' | 'nowMs'> {
  readonly candidate: FireBody['candidates'][number];
  readonly strike: Strike | undefined;
  readonly rank: number;
}

function Candidate({ fire, candidate, strike, rank, nowMs }: CandidateProps) {
  const { LL, locale } = useTexts();
  const words = LL.fireList.candidate;
  const { locale: named } = parsePath(usePathname());
  return (
    <li data-candidate {...usePointedLine<HTMLLIElement>(candidate.strikeId)}>
      <p>
        <strong>{distanceText(candidate.distanceKm, LL, locale)}</strong>, {leadText(candidate, fire, LL, locale)}
      </p>
      <p className={lists.when}>{bothClocksText(Date.parse(candidate.timestamp), nowMs, locale)}</p>
      <p className={lists.share}>
        {words.share({ share: sharePercent(candidate.share, LL, locale) })}
        {strike && (
          <a
            href={candidateHref({ ...strike, timestamp: isoMillis(strike.atMs) }, named, nowMs)}
            aria-label={words.mapOf({ rank })}
          >
            {words.onMap()}
          </a>
        )}
      </p>
    </li>
  );
}
