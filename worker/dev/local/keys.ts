import { runCommand } from './databases.ts';
import { keysText } from './keysCommand.ts';

/** `npm run admin -- keys`: makes, lists, rotates and revokes keys of the API, and shows what they were used for. */

await runCommand(keysText);
