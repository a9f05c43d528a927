import { Button } from '#web/kit/components/Button.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import type { AskedState } from '#web/kit/http/useAsked.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { countryNames, regionName } from '#web/tools/analytics/region/regionName.ts';
import type { RegionTable } from '#web/tools/analytics/region/regionTable.ts';

interface RegionSelectProps {
  readonly regions: AskedState<RegionTable>;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (code: string) => void;
}

/** All regions, by country. */
export function RegionSelect({ regions, value, error, onChange }: RegionSelectProps) {
  const { LL, locale } = useTexts();
  const { ask, trouble, grid } = LL.analytics;
  const groups = regions.kind === 'known' ? byCountry(regions.value, locale, LL) : [];
  return (
    <div>
      <Field label={ask.region()} error={regions.kind === 'failed' ? ask.noRegions() : error} alerts>
        {(ties) => (
          <select {...ties} value={value} onChange={({ target }) => onChange(target.value)}>
            <option value="">{grid.select()}</option>
            {groups.map(({ country, regions: own }) => (
              <optgroup key={country} label={country}>
                {own.map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
      {regions.kind === 'failed' && <Button onClick={regions.retry}>{trouble.retry()}</Button>}
    </div>
  );
}

function byCountry(
  table: RegionTable,
  locale: Parameters<typeof countryNames>[0],
  LL: Parameters<typeof regionName>[2],
) {
  const nameOf = countryNames(locale);
  const named = table.regions.map((region) => ({
    code: region.code,
    country: nameOf(region.country),
    name: regionName(region, locale, LL),
  }));
  const countries = [...new Set(named.map(({ country }) => country))].sort((a, b) => a.localeCompare(b, locale));
  return countries.map((country) => ({
    country,
    regions: named.filter((one) => one.country === country).sort((a, b) => a.name.localeCompare(b.name, locale)),
  }));
}
