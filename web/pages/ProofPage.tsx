import { useTexts } from '#web/i18n/index.ts';
import { PageIntro } from '#web/kit/PageIntro.tsx';
import { Limits } from '#web/proof/Limits.tsx';
import { ProofScreen } from '#web/proof/ProofScreen.tsx';

export default function ProofPage() {
  const { title, lead } = useTexts().LL.verdict;
  return (
    <>
      <PageIntro title={title()} lead={lead()} />
      <ProofScreen />
      <Limits />
    </>
  );
}
