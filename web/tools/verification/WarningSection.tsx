import { useState } from 'react';
import { MINUTE_MS } from '#shared/time.ts';
import { DEFAULT_DWELL_MS, DEFAULT_RINGS_KM } from '#shared/watch/Area.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Select } from '#web/kit/components/Choices.tsx';
import figure from '#web/kit/components/components.module.css';
import form from '#web/kit/components/Form.module.css';
import { Section } from '#web/kit/components/Page.tsx';
import { useQuery } from '#web/kit/http/useQuery.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { countryNames, loadRegions } from '#web/kit/places/regions/loadRegions.ts';
import { kmText, rulesText, SKILL_TEXTS, SkillResult } from '#web/tools/watch/skill/skillInOne.ts';
import { REPORTED_AS } from './sections.tsx';
import styles from './Verification.module.css';

const DWELL_MIN = DEFAULT_DWELL_MS / MINUTE_MS;

/** How good alarms with the default rings were in a country of the home area, loaded when one is chosen. */
export default function WarningSection() {
  const { LL, locale } = useTexts();
  const ready = useTextAreas(SKILL_TEXTS);
  const [country, setCountry] = useState('');
  const regions = useQuery('regions', loadRegions);
  if (!ready) return null;
  const { country: texts } = LL.alarmSkill;
  const { errors } = LL.verdict;
  const nameOf = countryNames(locale);
  const codes = regions.kind === 'known' ? [...new Set(regions.value.regions.map((region) => region.country))] : [];
  const named = codes.map((code) => [code, nameOf(code)] as const).sort(([, a], [, b]) => a.localeCompare(b, locale));
  return (
    <Section
      title={texts.title()}
      lead={rulesText(texts.lead, DEFAULT_RINGS_KM, DWELL_MIN, (value) => kmText(value, locale))}
    >
      <div className={`${styles.told} ${form.column}`}>
        {regions.kind === 'failed' ? (
          <div role="alert" className={figure.figureError}>
            <p>{errors[REPORTED_AS[regions.errorKind]]()}</p>
            <Button onClick={regions.retry}>{errors.retry()}</Button>
          </div>
        ) : (
          <Select
            label={texts.country()}
            options={[['', texts.choose()], ...named]}
            value={country}
            onChoose={setCountry}
          />
        )}
        {country !== '' && (
          <SkillResult
            query={{ region: country, ringsKm: DEFAULT_RINGS_KM, dwellMin: DWELL_MIN }}
            regionName={nameOf(country)}
            errorText={(error) => errors[REPORTED_AS[error.errorKind]]()}
          />
        )}
      </div>
    </Section>
  );
}
