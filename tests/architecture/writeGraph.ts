import { writeFile } from 'node:fs/promises';
import { folderGraph, GRAPH_PATH } from './folderGraph.ts';

/** `npm run graph`: draws the folder graph anew. */
await writeFile(GRAPH_PATH, await folderGraph());
