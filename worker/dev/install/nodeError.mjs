/** The oldest Node that runs TypeScript directly and has every feature that the tools need. */
const OLDEST = [22, 18];

/** The installation brings a Node only for Linux with glibc. */
export function bringsNode({ platform, arch, glibc }) {
  return platform === 'linux' && glibc !== undefined && (arch === 'x64' || arch === 'arm64');
}

/** Why the project cannot run on this machine's Node; undefined if it can. `version` is like `22.18.0`. */
export function nodeError(machine) {
  if (bringsNode(machine)) return undefined;
  const [major, minor] = machine.version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return undefined;
  const { platform, arch, version } = machine;
  return `Node ${OLDEST.join('.')} or newer is needed on ${platform}-${arch}, and this is ${version}. Install Node 24 (https://nodejs.org) and run npm start again. Only on Linux with glibc does the project bring a Node of its own.`;
}
