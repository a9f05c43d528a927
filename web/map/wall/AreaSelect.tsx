import { REGION_CODE } from '#shared/wall/areaCode.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import { useAsked } from '#web/kit/http/useAsked.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { loadRegions } from '#web/tools/analytics/loadAnalytics.ts';
import { byCountry } from '#web/tools/analytics/scope.ts';

interface AreaSelectProps {
  readonly value: string;
  /** Called with a region's code, `here` for what the map shows, `drawn`, or an empty text; and with a region's name. */
  readonly onChoose: (area: string, name: string) => void;
}

/** Countries and their districts; before these have loaded, what needs no list. */
export function AreaSelect({ value, onChoose }: AreaSelectProps) {
  const { LL, locale } = useTexts();
  const words = LL.wallSetup;
  const regions = useAsked('regions', loadRegions);
  const countries = regions.kind === 'known' ? byCountry(regions.value, locale, LL) : [];
  const hint = regions.kind === 'loading' ? words.areas() : undefined;
  return (
    <div>
      <Field label={words.area()} hint={hint} error={regions.kind === 'failed' ? words.noAreas() : undefined}>
        {(ties) => (
          <select
            {...ties}
            value={value}
            onChange={({ target }) => {
              const isNamed = REGION_CODE.test(target.value);
              onChoose(target.value, isNamed ? (target.selectedOptions[0]?.text ?? '') : '');
            }}
          >
            <option value="">{words.region()}</option>
            <option value="here">{words.here()}</option>
            <option value="drawn">{words.drawn()}</option>
            {countries.map(({ name: country, code, regions: own }) => (
              <optgroup key={code} label={country}>
                {own.every((one) => one.code !== code) && <option value={code}>{country}</option>}
                {own.map((one) => (
                  <option key={one.code} value={one.code}>
                    {one.code === code ? country : one.name}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
      {regions.kind === 'failed' && <Button onClick={regions.retry}>{words.retry()}</Button>}
    </div>
  );
}
