import { useTexts } from '#web/kit/i18n/index.ts';
import styles from '#web/tools/api/Api.module.css';
import { ScrolledCode } from '#web/tools/api/ScrolledCode.tsx';
import { MOST_SHOWN, shownBody } from './shownBody.ts';
import type { Call } from './useCall.ts';

/** The request, and what came back: status, the headers that tell something, the body. */
export function ConsoleAnswer({ call }: { readonly call: Call }) {
  const texts = useTexts().LL.api.console;
  const body = call.kind === 'answered' ? shownBody(call.answer.body, call.answer.contentType) : undefined;
  return (
    <div className={styles.answer}>
      {call.kind !== 'none' && <ScrolledCode label={texts.request()} text={`GET ${call.path}`} />}
      <p role="status">{call.kind === 'asking' ? texts.sending() : call.kind === 'failed' ? texts.failed() : ''}</p>
      {call.kind === 'answered' && body && (
        <>
          <p>
            <b>{call.answer.status}</b> · {texts.tookMs({ ms: call.answer.tookMs })}
          </p>
          <ScrolledCode
            label={texts.answer()}
            text={`${call.answer.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${body.text}`}
          />
          {body.cut && <p>{texts.cut({ shown: MOST_SHOWN, all: body.all })}</p>}
        </>
      )}
    </div>
  );
}
