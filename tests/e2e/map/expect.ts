import { expect as plain } from '@playwright/test';

/** The map is drawn by a software GPU here, on cores that other tests share: what is slow is not what is wrong. */
export const expect = plain.configure({ timeout: 40_000 });
