/** The oldest Node that runs TypeScript as it is and has all that the tools ask for. */
const OLDEST = [22, 18];

/** Whether the installation brings a Node of its own that runs here: packages for Linux with glibc only. */
export function bringsNode({ platform, arch, glibc }) {
  return platform === 'linux' && glibc !== undefined && (arch === 'x64' || arch === 'arm64');
}

/** Why the project cannot run on this machine's Node, or undefined if it can. `version` is like `22.18.0`. */
export function nodeFault(machine) {
  if (bringsNode(machine)) return undefined;
  const [major, minor] = machine.version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return undefined;
  const { platform, arch, version } = machine;
  return `Node ${OLDEST.join('.')} or newer is needed on ${platform}-${arch}, and this is ${version}. Install Node 24 (https://nodejs.org) and run npm start again. Only on Linux with glibc does the project bring a Node of its own.`;
}
