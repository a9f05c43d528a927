import { NodeDatabase, NodeStorage } from '#tests/support/nodeStorage.ts';
import { databaseContract, storageContract } from '#tests/support/storageContract.ts';

storageContract(async (work) => work(new NodeStorage()));

databaseContract(new NodeDatabase());
