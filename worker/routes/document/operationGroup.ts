/** Groups of calls, in the order in which a reader meets them: what is told of each, and which paths belong to it. */
export const GROUPS = [
  { name: 'Strikes', description: 'Single strikes: the stream and the history.', paths: /^\/(live|strikes)/ },
  { name: 'Counts', description: 'How many strikes there were, by hour, day and place.', paths: /^\/(counts|days)/ },
  {
    name: 'Storm cells',
    description: 'Where storms are, where they go, and how often that held.',
    paths: /^\/(cells|proof)/,
  },
  { name: 'Look-up', description: 'Which strikes may have lit a fire.', paths: /^\/look-up/ },
  { name: 'Slices', description: 'What the map loads: an hour of one tile.', paths: /^\/tiles/ },
  { name: 'State', description: 'Whether the feed is live.', paths: /^\/status/ },
  { name: 'Pictures', description: 'The last hour as a picture.', paths: /^\/picture/ },
  { name: 'Watching', description: 'Watchbooks: places that are watched, and who is told.', paths: /^\/watch/ },
  { name: 'The site’s own', description: 'What the pages of this site use.', paths: /^\/(contact|basemap|place)/ },
] as const;

const OTHERS = 'The site’s own';
/** Calls that hand out data, and that a plan’s key is for. */
const KEYED: readonly string[] = ['Strikes', 'Counts', 'Storm cells', 'Look-up', 'Slices', 'State', 'Pictures'];

/** The group's name, and whether a plan's key may be sent to it. */
export function operationGroup(path: string): { readonly name: string; readonly keyed: boolean } {
  const name = GROUPS.find(({ paths }) => paths.test(path))?.name ?? OTHERS;
  return { name, keyed: KEYED.includes(name) };
}
