/** The part of package-lock.json (version 3) that a bill of materials needs. */
export interface Lockfile {
  readonly name: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * A CycloneDX 1.6 document of package.json's `dependencies` and all they need, from package-lock.json alone. `npm sbom
 * --omit=dev` would leave out packages that a development dependency wants as well.
 */
export function billOfMaterials(lock: Lockfile, at: Date) {
  const used = usedPaths(lock);
  const refs = new Map([...used.keys()].map((path) => [path, refOf(path, lock)]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      component: { 'bom-ref': lock.name, type: 'application', name: lock.name, version: lock.version },
    },
    components: [...refs]
      .filter(([path]) => path !== '')
      .map(([path, ref]) => {
        const { version, license, integrity } = lock.packages[path] ?? {};
        return {
          'bom-ref': ref,
          type: 'library',
          name: nameAt(path, lock),
          version,
          purl: ref,
          ...(license ? { licenses: [{ expression: license }] } : {}),
          ...(integrity ? { hashes: [hashOf(integrity)] } : {}),
        };
      }),
    dependencies: [...used].map(([path, targets]) => ({
      ref: path === '' ? lock.name : refs.get(path),
      dependsOn: [...new Set(targets.map((target) => refs.get(target)))],
    })),
  };
}

/** Paths of the packages that run in production, each with the paths it depends on; '' is the project itself. */
function usedPaths({ packages }: Lockfile): Map<string, string[]> {
  const used = new Map<string, string[]>();
  const visit = (path: string): void => {
    if (used.has(path)) return;
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
    const wanted = Object.keys({
      ...dependencies,
      ...peerDependencies,
      // The project's own optional dependency is the Node that runs the tools.
      ...(path === '' ? {} : optionalDependencies),
    });
    const targets = wanted.flatMap((name) => installedPath(name, path, packages) ?? []);
    used.set(path, targets);
    targets.forEach(visit);
  };
  visit('');
  return used;
}

function installedPath(name: string, from: string, packages: Lockfile['packages']): string | undefined {
  for (let folder = from; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const path = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '') return undefined;
  }
}

function nameAt(path: string, { packages }: Lockfile): string {
  return packages[path]?.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function refOf(path: string, lock: Lockfile): string {
  return `pkg:npm/${nameAt(path, lock).replace('@', '%40')}@${lock.packages[path]?.version}`;
}

function hashOf(integrity: string) {
  const [algorithm = '', content = ''] = integrity.split(/-(.*)/s);
  return {
    alg: algorithm.toUpperCase().replace('SHA', 'SHA-'),
    content: Buffer.from(content, 'base64').toString('hex'),
  };
}
