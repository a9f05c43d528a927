import { useTexts } from '#web/i18n/index.ts';

export default function MapPage({ eventId }: { eventId?: string }) {
  const { LL } = useTexts();
  return <h1 data-event={eventId}>{LL.map.title()}</h1>;
}
