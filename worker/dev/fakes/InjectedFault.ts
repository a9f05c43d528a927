import type { ServerResponse } from 'node:http';

/** How a fake misbehaves. `cut`: it accepts the message, and closes the connection instead of responding. */
export type InjectedFault = 'none' | '500' | '429' | '410' | '403' | 'hang' | 'cut' | 'slow';

const SLOW_MS = 2_000;

export async function respondWithFault(fault: InjectedFault, response: ServerResponse): Promise<boolean> {
  switch (fault) {
    case 'none':
      return false;
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      return false;
    case 'hang':
      return true;
    case 'cut':
      response.destroy();
      return true;
    case '429':
      response.writeHead(429, { 'retry-after': '2' }).end();
      return true;
    default:
      response.writeHead(Number(fault)).end();
      return true;
  }
}

/** True if the message arrives. It does with `cut` and `slow`, although the sender may assume the opposite. */
export function isInUse(fault: InjectedFault): boolean {
  return fault === 'none' || fault === 'slow' || fault === 'cut';
}
