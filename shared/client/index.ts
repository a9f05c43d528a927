export type {
  Box,
  Extent,
  FeedHealth,
  LiveItem,
  Strike,
  StrikeDetail,
  StrikePage,
  TimeRange,
  WaitReason,
} from './apiTypes.ts';
export type { Query, StrikeHistory, Where } from './getJson.ts';
export { LightningError } from './getJson.ts';
export type { AlertCounts, AlertQuery, AlertShare, AlertSkill } from './LightningClient.ts';
export { type ClientOptions, LightningClient } from './LightningClient.ts';
export type { LiveOptions, LiveStream } from './LiveStream.ts';
