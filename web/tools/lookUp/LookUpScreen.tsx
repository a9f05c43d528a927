import { Fragment } from 'react';
import { formatLookUpAddress, parseLookUpAddress } from '#web/kit/addresses/lookUpAddress.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { takenPlaceText } from '#web/kit/places/takenPlaceText.ts';
import { AskedForm } from '#web/tools/query/AskedForm.tsx';
import styles from '#web/tools/query/AskScreen.module.css';
import { useQuestion } from '#web/tools/query/useQuestion.ts';
import { LookUpForm } from './LookUpForm.tsx';
import { LookUpHelp } from './LookUpHelp.tsx';
import { LookUpResults } from './LookUpResults.tsx';
import { localText } from './lookUpText.ts';

export default function LookUpScreen() {
  const { LL, locale } = useTexts();
  const { hash, attempt, question, fault, onAsk } = useQuestion(parseLookUpAddress, formatLookUpAddress);
  return (
    <div className={styles.screen}>
      {!question && <p>{LL.lookUp.lead()}</p>}
      {/* One key for both: two elements with equal keys would leave the old form behind. */}
      <Fragment key={hash}>
        <AskedForm
          asked={
            question &&
            `${question.name || takenPlaceText(question, LL, locale)}, ${localText(question.reportedMs, locale)}`
          }
          attempt={attempt}
        >
          <LookUpForm question={question} fault={fault} onAsk={onAsk} />
        </AskedForm>
        {question && <LookUpResults question={question} attempt={attempt} />}
      </Fragment>
      <LookUpHelp />
    </div>
  );
}
