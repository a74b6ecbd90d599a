/** One side of a conversation that is known beforehand: writes its turns and waits for as many bytes as the others have. */

export interface Turn {
  readonly from: 'till' | 'terminal';
  readonly hex: string;
}

export interface Conversation {
  /** Happens once. */
  readonly opening: readonly Turn[];
  /** Happens over and over. */
  readonly payment: readonly Turn[];
}

/** The members that a socket and a serial port share. */
interface Line {
  write(bytes: Buffer): unknown;
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
}

/** Plays for ever; `paid` is called at every end of a payment. */
export function play(line: Line, side: Turn['from'], conversation: Conversation, paid: () => void = () => {}): void {
  const payment = stepsOf(conversation.payment, side);
  let steps = [...stepsOf(conversation.opening, side), ...payment];
  let at = 0;
  let received = 0;
  const go = () => {
    for (;;) {
      const { mine, bytes } = steps[at]!;
      if (mine) line.write(bytes);
      else if (received < bytes.length) return;
      else received -= bytes.length;
      at += 1;
      if (at < steps.length) continue;
      [steps, at] = [payment, 0];
      paid();
    }
  };
  line.on('data', chunk => {
    received += chunk.length;
    go();
  });
  go();
}

const stepsOf = (turns: readonly Turn[], side: Turn['from']) =>
  turns.map(({ from, hex }) => ({ mine: from === side, bytes: Buffer.from(hex, 'hex') }));
