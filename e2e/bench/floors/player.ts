/** One side of a conversation that is known beforehand: writes its turns and waits for as many bytes as the others have. */

export interface Turn {
  readonly from: 'till' | 'terminal';
  readonly hex: string;
}

/** What a socket and a serial port have in common. */
interface Line {
  write(bytes: Buffer): unknown;
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
}

/** Plays from the beginning to the end, over and over; `ended` is told every end. */
export function play(line: Line, side: Turn['from'], turns: readonly Turn[], ended: () => void = () => {}): void {
  const steps = turns.map(({ from, hex }) => ({ mine: from === side, bytes: Buffer.from(hex, 'hex') }));
  let at = 0;
  let received = 0;
  const go = () => {
    for (;;) {
      const { mine, bytes } = steps[at]!;
      if (mine) line.write(bytes);
      else if (received < bytes.length) return;
      else received -= bytes.length;
      at = (at + 1) % steps.length;
      if (at === 0) ended();
    }
  };
  line.on('data', chunk => {
    received += chunk.length;
    go();
  });
  go();
}
