import { useMemo, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { formatLookUpAddress, parseLookUpAddress } from '#web/kit/addresses/lookUpAddress.ts';
import { useHash } from '#web/kit/browser/browserState.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { usePathname } from '#web/kit/routing/useHref.ts';
import styles from '#web/tools/ask/AskScreen.module.css';
import { FireAnswer } from './FireAnswer.tsx';
import { LookUpForm } from './LookUpForm.tsx';
import { LookUpHelp } from './LookUpHelp.tsx';

export default function LookUpScreen() {
  const { LL } = useTexts();
  const hash = useHash();
  const pathname = usePathname();
  const parsed = useMemo(() => parseLookUpAddress(hash), [hash]);
  const [attempt, setAttempt] = useState(0);
  const question = parsed?.ok ? parsed.question : undefined;
  return (
    <div className={styles.screen}>
      <h1>{LL.lookUp.title()}</h1>
      <p>{LL.lookUp.lead()}</p>
      <LookUpForm
        key={hash}
        question={question}
        fault={parsed && !parsed.ok ? parsed.fault : undefined}
        onAsk={(asked) => {
          const next = formatLookUpAddress(asked);
          if (next === hash) setAttempt(attempt + 1);
          else navigate(pathname + next);
        }}
      />
      {question && <FireAnswer key={hash} question={question} attempt={attempt} />}
      <LookUpHelp />
    </div>
  );
}
