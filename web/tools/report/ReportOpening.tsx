import { useTexts } from '#web/kit/i18n/index.ts';
import screen from '#web/tools/ask/AskScreen.module.css';

/** What stands on the page until its program has come. */
export function ReportOpening() {
  const words = useTexts().LL.report;
  return (
    <div className={screen.screen}>
      <h1>{words.title()}</h1>
      <p>{words.lead()}</p>
      <p role="status" data-opening>
        {words.loading()}
      </p>
      <noscript>
        <p>{words.noScript()}</p>
      </noscript>
    </div>
  );
}
