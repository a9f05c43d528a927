import { runInDurableObject } from 'cloudflare:test';
import { type D1, databaseContract, type Storage, storageContract } from '#tests/support/sqlite/storageContract.ts';
import { testEnv, testObjects } from './testEnv.ts';

storageContract((work) => {
  const nobody = testObjects.WITNESS.getByName(crypto.randomUUID());
  return runInDurableObject(nobody, (_, { storage }) => work(storage as unknown as Storage));
});

databaseContract(testEnv.DB as unknown as D1);
