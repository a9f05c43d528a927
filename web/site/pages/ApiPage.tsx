import { PageIntro } from '#web/kit/components/PageIntro.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { Access, DataTerms } from '#web/tools/api/Access.tsx';
import { EmbedSection, Recipes, Reference, Webhooks } from '#web/tools/api/LaterSections.tsx';
import { OpenIn } from '#web/tools/api/OpenIn.tsx';
import { QuickStart } from '#web/tools/api/QuickStart.tsx';
import { Errors, Reading } from '#web/tools/api/Reading.tsx';
import { Contents, WhatItIs } from '#web/tools/api/WhatItIs.tsx';

export default function ApiPage() {
  const { api } = useTexts().LL;
  return (
    <>
      <PageIntro title={api.title()} lead={api.lead()} />
      <Contents />
      <OpenIn />
      <WhatItIs />
      <QuickStart />
      <Webhooks />
      <Reading />
      <Access />
      <Errors />
      <DataTerms />
      <EmbedSection />
      <Recipes />
      <Reference />
    </>
  );
}
