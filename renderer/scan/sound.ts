/** Short tones for a hit and a miss, generated in the browser, so that no file has to be loaded. */

export type Tone = 'hit' | 'miss';

const TONES = {
  hit: [{ frequency: 1320, from: 0, length: 0.07 }],
  miss: [
    { frequency: 240, from: 0, length: 0.14 },
    { frequency: 180, from: 0.16, length: 0.2 },
  ],
} as const satisfies Record<Tone, readonly { frequency: number; from: number; length: number }[]>;

/** An open sound device is fed with silence a hundred times a second; it rests this long after the last tone, ms. */
const RESTS_AFTER = 2000;

/** Browsers allow sound only after the first key or touch, so the audio context is made at the first tone. */
export function createSound(isOn: () => boolean): (tone: Tone) => void {
  let context: AudioContext | null = null;
  let rest: ReturnType<typeof setTimeout> | undefined;
  return tone => {
    if (!isOn()) return;
    context ??= new AudioContext();
    const device = context;
    clearTimeout(rest);
    rest = setTimeout(() => void device.suspend(), RESTS_AFTER);
    // Also while it still goes to rest: the state changes only when it has.
    void device.resume();
    for (const note of TONES[tone]) play(device, note);
  };
}

function play(context: AudioContext, note: { frequency: number; from: number; length: number }): void {
  const start = context.currentTime + note.from;
  const oscillator = new OscillatorNode(context, { frequency: note.frequency });
  const volume = new GainNode(context, { gain: 0.15 });
  volume.gain.setValueAtTime(0.15, start + note.length * 0.6);
  volume.gain.linearRampToValueAtTime(0, start + note.length);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + note.length);
}
