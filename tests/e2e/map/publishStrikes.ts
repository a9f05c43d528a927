import { type APIRequestContext, expect } from '@playwright/test';

/** Has `count` strikes fall now around the place: the simulator reports them in the provider's next response. */
export async function publishStrikes(
  request: APIRequestContext,
  count: number,
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
): Promise<void> {
  const strikes = Array.from({ length: count }, (_, index) => ({
    latitude: latitude + index * 0.05,
    longitude: longitude + index * 0.05,
  }));
  const response = await request.post(`${process.env.SIMULATOR_URL}/_simulator/strikes`, { data: { strikes } });
  expect(response.ok()).toBe(true);
}
