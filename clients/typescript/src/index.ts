export type { AlertCounts, AlertQuestion, AlertShare, AlertSkill } from './AlertSkill.ts';
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
export { LightningError } from './getJson.ts';
export { type ClientOptions, LightningClient } from './LightningClient.ts';
export type { LiveOptions, LiveStream } from './live/LiveStream.ts';
export type { Question, Where } from './Question.ts';
export type { StrikeHistory } from './StrikeHistory.ts';
