import { useState } from 'react';
import { languageNames } from '#shared/languages.ts';
import { TIME_FILTERS_MS } from '#shared/limits.ts';
import type { MapTheme } from '#shared/sky/colours.ts';
import { copyText } from '#web/kit/browser/copyText.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Select } from '#web/kit/components/Choices.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import { LOCALES, type Locale, useTexts } from '#web/kit/i18n/index.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import styles from '#web/tools/query/query.module.css';
import {
  EMBED_AREAS,
  EMBED_SIZES,
  type EmbedArea,
  type EmbedSize,
  embedAddress,
  embedSnippet,
  embedView,
  frameSize,
} from './embedSnippet.ts';

type Copying = 'copied' | 'notCopied';

/** Needs the texts `embed`. */
export default function EmbedMaker() {
  const { LL, locale } = useTexts();
  const texts = LL.apiMore.embed;
  const [size, setSize] = useState<EmbedSize>('medium');
  const [area, setArea] = useState<EmbedArea>('region');
  const [language, setLanguage] = useState<Locale>(locale);
  const [theme, setTheme] = useState<MapTheme>('light');
  const [windowMs, setWindowMs] = useState<number>(TIME_FILTERS_MS[1]);
  const [previewed, setPreviewed] = useState(false);
  const [copying, setCopying] = useState<Copying>();
  // The address that serves this page, because a build knows only its configured one.
  const { origin } = window.location;
  const siteName = siteConfig.name;
  const pixels = EMBED_SIZES[size];
  const view = embedView(EMBED_AREAS[area], pixels);
  const embed = { origin, siteName, locale: language, view, windowMs, theme, ...pixels };
  const snippet = embedSnippet(embed);
  const copy = async () => setCopying((await copyText(snippet)) ? 'copied' : 'notCopied');
  const rangeName = (ms: number) =>
    ms < 3_600_000 ? texts.minutes({ n: ms / 60_000 }) : texts.hours({ n: ms / 3_600_000 });

  return (
    <div className={styles.maker}>
      <p>{texts.about()}</p>
      <div className={styles.choices}>
        <Select
          label={texts.size()}
          value={size}
          options={keysOf(EMBED_SIZES).map((key) => [key, texts.sizes[key]()])}
          onChoose={setSize}
        />
        <Select
          label={texts.area()}
          value={area}
          options={keysOf(EMBED_AREAS).map((key) => [key, texts.areas[key]()])}
          onChoose={setArea}
        />
        <Select
          label={texts.range()}
          value={windowMs}
          options={TIME_FILTERS_MS.map((ms) => [ms, rangeName(ms)])}
          onChoose={setWindowMs}
        />
        <Select
          label={texts.language()}
          value={language}
          options={LOCALES.map((key) => [key, languageNames[key]])}
          onChoose={setLanguage}
        />
        <Select
          label={texts.theme()}
          value={theme}
          options={[
            ['light', texts.light()],
            ['dark', texts.dark()],
          ]}
          onChoose={setTheme}
        />
      </div>
      <Field label={texts.snippet()}>
        {(ties) => (
          <textarea
            {...ties}
            readOnly
            rows={5}
            data-code
            value={snippet}
            spellCheck={false}
            onFocus={({ target }) => target.select()}
          />
        )}
      </Field>
      <p className={styles.actions}>
        <Button kind="primary" onClick={copy}>
          {texts.copy()}
        </Button>
        <Button onClick={() => setPreviewed((isVisible) => !isVisible)}>
          {previewed ? texts.hide() : texts.show()}
        </Button>
        <span role="status">{copying && texts[copying]()}</span>
      </p>
      {previewed && (
        <iframe
          key={snippet}
          className={styles.preview}
          style={frameSize(pixels)}
          src={embedAddress({ ...embed, origin: '' })}
          title={LL.api.embedding.title()}
        />
      )}
    </div>
  );
}

function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(table) as Key[];
}
