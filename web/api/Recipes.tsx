import { useTexts } from '#web/i18n/index.ts';
import { Section } from '#web/kit/Section.tsx';
import styles from './Api.module.css';
import { CodeSample } from './CodeSample.tsx';
import { recipeFiles } from './recipeFiles.ts';

/** Configuration for three programs that people connect us with, and what each shows of a feed that is late or dead. */
export function Recipes() {
  const { recipes } = useTexts().LL.api;
  const all = [
    ['Home Assistant', recipes.homeAssistant, recipeFiles.homeAssistant],
    ['Node-RED', recipes.nodeRed, recipeFiles.nodeRed],
    ['Grafana', recipes.grafana, recipeFiles.grafana],
  ] as const;
  return (
    <Section id="recipes" title={recipes.title()} lead={recipes.lead()} layout="beside" tone="tint">
      {all.map(([program, texts, file]) => (
        <article key={program} className={styles.recipe}>
          <h3>{program}</h3>
          <p>{texts.does()}</p>
          <ul className={styles.list}>
            <li>{texts.use()}</li>
            <li>{texts.dead()}</li>
            <li>{texts.tried()}</li>
          </ul>
          <CodeSample caption={texts.caption()} code={file} />
        </article>
      ))}
      <p>{recipes.key({ header: 'Authorization: Bearer blk_…' })}</p>
    </Section>
  );
}
