/** What `/strikes` answers with. */
export interface StrikesAnswer {
  readonly strikes: readonly { id: string; latitude: number; longitude: number; timestamp: string }[];
  readonly completeTo: string | null;
  readonly unread: readonly { from: string; to: string }[];
  readonly outsideHome?: true | undefined;
  readonly next?: string | undefined;
}
