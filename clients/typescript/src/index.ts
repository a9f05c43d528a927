export type { Box, Extent, Feed, LiveItem, Span, Strike, StrikePage, WaitReason } from './answers/apiTypes.ts';
export type { Question, Where } from './history/Question.ts';
export type { StrikeHistory } from './history/StrikeHistory.ts';
export { LightningError } from './http/LightningError.ts';
export { type ClientOptions, LightningClient } from './LightningClient.ts';
export type { LiveOptions, LiveStream } from './live/LiveStream.ts';
