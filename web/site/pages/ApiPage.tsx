import { PageIntro } from '#web/kit/components/Page.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { EmbedSection, Recipes, Reference, Webhooks } from '#web/tools/api/LaterSections.tsx';
import {
  Access,
  Contents,
  DataTerms,
  Errors,
  OpenIn,
  QuickStart,
  Reading,
  WhatItIs,
} from '#web/tools/api/sections.tsx';

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
