import { runCommand } from './databases.ts';
import { keysText } from './keysCommand.ts';

/** `npm run admin -- keys`: creates, lists, rotates and revokes API keys, and shows their usage. */

await runCommand(keysText);
