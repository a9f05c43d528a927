import type { Alarm } from './alarmOf.ts';

/** Pitches in hertz, one after the other, and how often they are repeated. Each alarm is told from the others by ear. */
const TUNES: Record<Alarm | 'test', { readonly pitches: readonly number[]; readonly times: number }> = {
  danger: { pitches: [960, 720], times: 8 },
  clear: { pitches: [520, 660, 780], times: 1 },
  blind: { pitches: [330, 330, 220], times: 3 },
  test: { pitches: [720, 960], times: 1 },
};
const TONE_S = 0.32;
const GAIN = 0.5;
/** A browser takes a moment to begin. */
const START_MS = 1_500;

/** Plays alarms. Create it on a press: browsers allow no sound before one. Throws where there is no sound at all. */
export class AlarmPlayer {
  private readonly audio = new AudioContext();
  private readonly madeAtMs = performance.now();

  /** Whether the browser keeps it silent. */
  get blocked(): boolean {
    return !this.ready && performance.now() - this.madeAtMs > START_MS;
  }

  play(tune: Alarm | 'test'): void {
    const sound = () => this.sound(tune);
    if (this.ready) sound();
    else this.audio.resume().then(sound, () => undefined);
  }

  private get ready(): boolean {
    return this.audio.state === 'running';
  }

  close(): void {
    void this.audio.close();
  }

  private sound(tune: Alarm | 'test'): void {
    const { pitches, times } = TUNES[tune];
    const startS = this.audio.currentTime;
    for (let index = 0; index < pitches.length * times; index += 1) {
      this.toneAt(startS + index * TONE_S, pitches[index % pitches.length] ?? 0);
    }
  }

  private toneAt(atS: number, hertz: number): void {
    const tone = this.audio.createOscillator();
    const fade = this.audio.createGain();
    tone.type = 'square';
    tone.frequency.value = hertz;
    fade.gain.setValueAtTime(GAIN, atS);
    fade.gain.setValueAtTime(GAIN, atS + TONE_S * 0.8);
    fade.gain.linearRampToValueAtTime(0, atS + TONE_S * 0.95);
    tone.connect(fade).connect(this.audio.destination);
    tone.start(atS);
    tone.stop(atS + TONE_S);
  }
}
