import * as mapPanels from './mapPanels.ts';
import { inOrder, type PanelPart, type PanelProps } from './parts/MapPart.ts';
import { Part } from './parts/Part.tsx';

const panels = inOrder<PanelPart>(mapPanels);

interface PanelsProps extends PanelProps {
  readonly place: PanelPart['place'];
}

export function Panels({ place, sky, screen }: PanelsProps) {
  return panels
    .filter((panel) => panel.place === place && (panel.onWall || !screen.query.wall))
    .map(({ name, Panel }) => (
      <Part key={name}>
        <Panel sky={sky} screen={screen} />
      </Part>
    ));
}
