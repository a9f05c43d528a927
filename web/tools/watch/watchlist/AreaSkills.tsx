import { Suspense, useState } from 'react';
import type { AreaView } from '#shared/watch/bodies.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { SkillResult } from '#web/tools/watch/skill/lazySkill.tsx';
import { faultText } from './callWatchlist.ts';
import styles from './Watchlist.module.css';

/** How good the alarms of each area were, loaded when it is opened. */
export function AreaSkills({ areas }: { readonly areas: readonly AreaView[] }) {
  return areas.map((area) => <AreaSkill key={`${area.id}/${area.revision}`} area={area} named={areas.length > 1} />);
}

function AreaSkill({ area, named }: { readonly area: AreaView; readonly named: boolean }) {
  const { LL } = useTexts();
  const { title } = LL.watchlist.skill;
  const [opened, setOpened] = useState(false);
  return (
    <details
      className={styles.section}
      data-skill
      onToggle={({ currentTarget }) => setOpened(opened || currentTarget.open)}
    >
      <summary>
        <h2>{named ? `${title()} ${area.name}` : title()}</h2>
      </summary>
      {opened && (
        <Suspense>
          <SkillResult query={area} open errorText={(error) => faultText(error, LL)} />
        </Suspense>
      )}
    </details>
  );
}
