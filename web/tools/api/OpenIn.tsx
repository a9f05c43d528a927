import { type ReactNode, useEffect, useState } from 'react';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import styles from './Api.module.css';
import { openLines } from './apiSamples.ts';
import { CodeSample } from './CodeSample.tsx';
import { publicPaths } from './publicLimits.ts';
import { RecipeCode } from './RecipeCode.tsx';

/** Placeholder until the page's code runs, which knows the current date. */
const SOME_DAY = '2026-07-01';
const DAY_MS = 86_400_000;

function useYesterday(): string {
  const [day, setDay] = useState(SOME_DAY);
  useEffect(() => setDay(new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)), []);
  return day;
}

interface ProgramProps {
  readonly name: string;
  readonly program: keyof ReturnType<typeof openLines>;
  readonly day: string;
  readonly children: ReactNode;
}

function Program({ name, program, day, children }: ProgramProps) {
  const { where, says } = useTexts().LL.api.open[program];
  return (
    <article className={styles.recipe}>
      <h3>{name}</h3>
      <CodeSample caption={where()} code={openLines(day)[program]} />
      <p>{says()}</p>
      {children}
    </article>
  );
}

/** The same data in well-known programs: what to paste into each. */
export function OpenIn() {
  const { open, recipes, formats } = useTexts().LL.api;
  const day = useYesterday();
  const { ogc } = publicPaths;
  return (
    <Section id="open" title={open.title()} lead={open.lead()} tone="tint">
      {!siteConfig.apiIsOpen && <p>{open.key()}</p>}
      <div className={styles.programs}>
        <Program name="QGIS" program="qgis" day={day}>
          <a href={`${ogc}/lightning.qlr`}>{open.qgis.link()}</a>
        </Program>
        <Program name="DuckDB" program="duckdb" day={day}>
          <a href={`${ogc}/collections/days/items`}>{open.duckdb.link()}</a>
          <RecipeCode program="duckdb" file="strikes.sql" />
        </Program>
        <Program name="pandas" program="pandas" day={day}>
          <RecipeCode program="pandas" file="strikes.py" />
        </Program>
        <Program name="Home Assistant" program="homeAssistant" day={day}>
          <a href="#recipes">{recipes.title()}</a>
        </Program>
        <Program name={open.sheet.name()} program="sheet" day={day}>
          <a href="#formats">{formats.title()}</a>
        </Program>
      </div>
    </Section>
  );
}
