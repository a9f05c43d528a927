import { newVapidKeys } from '#worker/http/outbound/push.ts';

/** `npm run admin -- vapid`: a new key pair for Web Push, as two lines; set each with `wrangler secret put`. */

const { publicKey, privateKey } = await newVapidKeys();
process.stdout.write(`VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}\n`);
