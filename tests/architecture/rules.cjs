/** Who may import whom. Each rule says why; tests/architecture/boundaries.test.ts asks them of every module. */
const WEB_MAP_LIBRARIES = 'node_modules/(maplibre-gl|@deck\\.gl|@luma\\.gl|react-map-gl|@vis\\.gl)/';

/** From the highest to the lowest. */
const ROOMS_OF_WORKER = ['watch', 'nowcast', 'relay', 'feed', 'archive', 'http', 'sources', 'http/outbound'];

/** What stands above the core, wherever its parts lie. */
const FEATURES = {
  analytics: '^web/tools/analytics/',
  basemap: '^worker/features/basemap/',
  contact: '^worker/features/contact/',
  fires: '^(shared/fires|worker/features/fires|web/(map|sky)/fires|web/tools/(fires|lookUp|report))/',
  gis: '^worker/features/gis/',
  places: '^(worker/features/places|web/site/places?)/',
  verification: '^(worker/features|web/tools)/verification/',
  walls: '^worker/features/walls/',
};

/** Where features are put together with the core: they are handed to it there. */
const MOUNTS = '^(worker/(app|index|scheduled)\\.ts$|worker/dev/|web/map/mapLayers\\.ts$|web/site/(app|pages)/)';

const DURABLE_OBJECTS =
  '^worker/(feed/Feed|relay/Relay|nowcast/Nowcast|watch/(Watch|Sender)|http/keys/KeyMeter|features/verification/(Hindcast|CrossCheck))\\.ts';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Types included: a cycle is two files that are one.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'shared-knows-nobody',
      comment: 'shared/ runs in the browser, in workerd and in Node.',
      from: { path: '^shared/' },
      to: { path: '^(web|worker|tests)/' },
    },
    {
      name: 'texts-know-types-alone',
      comment: 'A translator’s work: words, and the types that say which there must be.',
      from: { path: '^shared/i18n/[a-z]{2}/' },
      to: { path: '^shared/(?!i18n/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'shared-not-texts',
      comment: 'What has no I/O decides; whoever shows it finds the words.',
      from: { path: '^shared/', pathNot: '^shared/i18n/' },
      to: { path: '^shared/i18n/' },
    },
    { name: 'web-not-worker', from: { path: '^web/' }, to: { path: '^(worker|tests)/' } },
    { name: 'worker-not-web', from: { path: '^worker/' }, to: { path: '^(web|tests)/' } },
    {
      name: 'client-knows-shared-alone',
      comment: 'What we hand out brings its own code and the protocol, nothing of the site or the Worker.',
      from: { path: '^shared/client/' },
      to: { path: '^(web|worker|tests)/' },
    },
    {
      name: 'production-not-client',
      from: { path: '^(shared|web|worker)/', pathNot: '^shared/client/' },
      to: { path: '^shared/client/' },
    },
    {
      name: 'production-not-simulator',
      comment: 'Simulated strikes, and stand-ins for other services, cannot reach a deployment by accident.',
      from: { path: '^worker/', pathNot: '^worker/dev/' },
      to: { path: '^worker/dev/' },
    },
    {
      name: 'decisions-not-platform',
      comment: 'What decides is plain functions and classes; only the files of Durable Objects know the platform.',
      from: { path: '^worker/', pathNot: DURABLE_OBJECTS },
      to: { path: '^cloudflare:workers' },
    },
    // watch → nowcast → relay → feed → archive → http → sources → outbound: each room knows only those after it.
    {
      name: 'features-above-rooms',
      from: { path: '^worker/', pathNot: [MOUNTS, '^worker/features/'] },
      to: { path: '^worker/features/' },
    },
    ...Object.entries(FEATURES).map(([name, path]) => ({
      name: `nothing-but-mounts-imports-${name}`,
      comment: 'The core declares what it needs of a feature, and a mount hands it in.',
      from: { path: '^(shared|worker|web|texts|clients)/', pathNot: [path, MOUNTS] },
      to: { path },
    })),
    ...ROOMS_OF_WORKER.slice(1).map((room, index) => ({
      name: `${room.replace('/', '-')}-not-up`,
      from: { path: `^worker/${room}/` },
      to: { path: `^worker/(${ROOMS_OF_WORKER.slice(0, index + 1).join('|')})/`, pathNot: '^worker/http/outbound/' },
    })),
    {
      name: 'hono-at-the-edge',
      comment: 'Routes know HTTP; what they call does not. hono/utils/ is plain functions (base64url, IP addresses).',
      from: {
        path: '^worker/',
        pathNot: '^worker/([^/]+\\.ts|http/|archive/inQueue|watch/routes/|features/gis/|.*Routes\\.ts)',
      },
      to: { path: 'node_modules/(hono/(?!dist/(types/)?utils/)|hono-openapi/)' },
    },
    {
      name: 'map-libraries-in-the-map',
      comment: 'They are three quarters of a megabyte: only the map’s lazy chunk may hold them.',
      from: { path: '^web/', pathNot: '^web/(map/|vite\\.config)' },
      to: { path: WEB_MAP_LIBRARIES },
    },
    {
      name: 'strikes-know-no-feed',
      comment: 'What is held, and every question asked of it; how it came here is the feed’s affair.',
      from: { path: '^web/sky/(StrikeStore|findStrikes)\\.ts' },
      to: { path: '^web/(?!sky/(StrikeStore|findStrikes)\\.ts)' },
    },
    {
      name: 'no-level-from-odds',
      comment:
        'How good alerts were, and how often lightning came back, never shortens a stop: what judges areas knows neither.',
      from: { path: '^(shared/watch/(watchArea|Area|rings)\\.ts|worker/watch/(?!routes/))' },
      to: { path: '^shared/watch/(alarmSkill|skillOf|skillBody|siteStrikes|replayArea)\\.ts' },
    },
    // site → map → tools → sky → ground → kit: each group of web/ knows only those after it.
    { name: 'map-not-up', from: { path: '^web/map/' }, to: { path: '^web/(site)/' } },
    { name: 'tools-not-up', from: { path: '^web/tools/' }, to: { path: '^web/(site|map)/' } },
    { name: 'sky-not-up', from: { path: '^web/sky/' }, to: { path: '^web/(site|map|tools)/' } },
    { name: 'ground-not-up', from: { path: '^web/ground/' }, to: { path: '^web/(site|map|tools|sky)/' } },
    { name: 'kit-not-up', from: { path: '^web/kit/' }, to: { path: '^web/(site|map|tools|sky|ground)/' } },
    {
      name: 'service-worker-not-up',
      from: { path: '^web/serviceWorker/' },
      to: { path: '^web/(site|map|tools|sky|ground)/' },
    },
    {
      name: 'components-know-no-domain',
      from: { path: '^web/kit/components/' },
      to: { path: '^(web/(site|tools|map|sky|ground)/|shared/)' },
    },
    {
      name: 'i18n-behind-one-seam',
      from: { path: '^(web|worker|shared)/', pathNot: '^shared/i18n/i18n-' },
      to: { path: 'node_modules/typesafe-i18n/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|shared/client/dist|\\.wrangler|\\.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'web/tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default', 'types'] },
  },
};
