import type { ServerResponse } from 'node:http';

/** How a stand-in misbehaves. `cut`: it takes the message, and closes the connection instead of answering. */
export type FarSideFault = 'none' | '500' | '429' | '410' | '403' | 'hang' | 'cut' | 'slow';

const SLOW_MS = 2_000;

export async function answerFault(fault: FarSideFault, response: ServerResponse): Promise<boolean> {
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

/** Whether the message arrives; with `cut` and `slow` it does, though its sender may think that it did not. */
export function isTaken(fault: FarSideFault): boolean {
  return fault === 'none' || fault === 'slow' || fault === 'cut';
}
