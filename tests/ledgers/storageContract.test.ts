import { NodeDatabase, NodeStorage } from '#tests/support/sqlite/nodeStorage.ts';
import { databaseContract, storageContract } from '#tests/support/sqlite/storageContract.ts';

storageContract(async (work) => work(new NodeStorage()));

databaseContract(new NodeDatabase());
