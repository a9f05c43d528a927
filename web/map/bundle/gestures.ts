/** Replaces mjolnir.js: deck.gl creates an event manager, but in an overlay the map handles all gestures. */
export class EventManager {
  on(): void {}
  off(): void {}
  watch(): void {}
  destroy(): void {}
}

/** deck.gl names recognizers in its defaults and hands them to the event manager, which does not use them. */
class Recognizer {}

export { Recognizer as DoubleClickDrag, Recognizer as Pan, Recognizer as Pinch, Recognizer as Tap };
