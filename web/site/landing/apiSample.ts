import type { apiPaths } from '#shared/wire/apiPaths.ts';

const LIVE_PATH: typeof apiPaths.live = '/api/v1/live';

/** A shortened sample of the public stream. */
export const apiSample = `GET ${LIVE_PATH}?bbox=22.8,42.3,23.9,43.0

event: hello
data: {"protocol":1,"source":"live", …}

event: strikes
id: 48213
data: {"seq":48213,"strikes":[
  ["…", 42.6518, 23.2861, 1750939201422, 48213]
]}

event: hb
data: {"feed":{"state":"live", …}}`;
