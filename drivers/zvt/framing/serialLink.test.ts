/** The serial link over a line in memory: acknowledgements that are lost, refused, repeated or crossed. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { memoryLine } from '../../doubles/memoryLine.ts';
import type { Transport } from '../../transport/transport.ts';
import type { Link, LinkDown } from './link.ts';
import { ACK, NAK, serialFrame } from './serialFrame.ts';
import { serialLink } from './serialLink.ts';

const TIMERS = { t1: 30, t2: 60, t3: 100 };
const COMMAND = Buffer.from('06010704000000101010', 'hex');
const PROMPT = Buffer.from('04ff010a', 'hex');
const ANSWER = Buffer.from('800000', 'hex');

/** The other end of the line. */
interface Wire {
  readonly transport: Transport;
  /** All bytes that came over the line, as hex. */
  seen: string;
  until(hex: string): Promise<void>;
}

function wireOf(transport: Transport): Wire {
  let wake = () => {};
  const wire: Wire = {
    transport,
    seen: '',
    async until(hex) {
      while (!wire.seen.includes(hex)) {
        await new Promise<void>(resolve => {
          wake = resolve;
        });
      }
    },
  };
  transport.listen({
    bytes(chunk) {
      wire.seen += chunk.toString('hex');
      wake();
    },
    down: () => wake(),
  });
  return wire;
}

let link: Link;
let wire: Wire;
let received: string[];
let noises: string[];
let down: Promise<LinkDown>;

function start(faults?: Parameters<typeof memoryLine>[0], timers = TIMERS): void {
  const [mine, theirs] = memoryLine(faults);
  wire = wireOf(theirs);
  link = serialLink(mine, timers);
  received = [];
  noises = [];
  down = new Promise(resolve => {
    link.listen({ apdu: apdu => received.push(apdu.toString('hex')), noise: text => noises.push(text), down: resolve });
  });
}

function delivered(apdu: Buffer): Promise<void> {
  return new Promise(resolve => link.send(apdu, resolve));
}

const frame = (apdu: Buffer) => serialFrame(apdu).toString('hex');
const times = (hex: string) => wire.seen.split(hex).length - 1;

afterEach(async () => {
  link.close();
  await down;
});

describe('sending', () => {
  it('is complete when the frame is acknowledged', async () => {
    start();
    const done = delivered(COMMAND);
    await wire.until(frame(COMMAND));
    wire.transport.write(Buffer.of(ACK));
    await done;
    expect(times(frame(COMMAND))).toBe(1);
  });

  it('repeats the same frame after NAK', async () => {
    start();
    const done = delivered(COMMAND);
    await wire.until(frame(COMMAND));
    wire.transport.write(Buffer.of(NAK));
    await wire.until(frame(COMMAND) + frame(COMMAND));
    wire.transport.write(Buffer.of(ACK));
    await done;
  });

  it('gives up after three transmissions without an answer', async () => {
    start();
    link.send(COMMAND);
    expect(await down).toMatchObject({ code: 'silent', text: 'not acknowledged after 3 transmissions' });
    expect(times(frame(COMMAND))).toBe(3);
    expect(link.send(COMMAND)).toBe(false);
  });

  it('reports at once that it gave up, before the system has closed the port', async () => {
    const neverClosed: Transport = {
      isDown: false,
      write: () => true,
      listen: () => undefined,
      close: () => undefined,
      reset: () => undefined,
    };
    const stuck = serialLink(neverClosed, TIMERS);
    const reported = new Promise<LinkDown>(resolve => stuck.listen({ apdu: () => undefined, down: resolve }));
    stuck.send(COMMAND);
    expect(await reported).toMatchObject({ code: 'silent' });
    start();
    link.close();
  });

  it('gives up after three refusals', async () => {
    start();
    link.send(COMMAND);
    for (let sent = 1; sent <= 3; sent++) {
      await wire.until(frame(COMMAND).repeat(sent));
      wire.transport.write(Buffer.of(NAK));
    }
    expect(await down).toMatchObject({ code: 'silent' });
  });

  it('takes the answer for an acknowledgement when the ACK was lost, and does not repeat the command', async () => {
    start();
    const done = delivered(COMMAND);
    await wire.until(frame(COMMAND));
    wire.transport.write(serialFrame(ANSWER));
    await done;
    expect(received).toEqual([ANSWER.toString('hex')]);
    expect(times(frame(COMMAND))).toBe(1);
  });

  describe('while the answer to the command before is repeated', () => {
    const ABORT = Buffer.from('06b000', 'hex');
    const REFUSED = Buffer.from('848300', 'hex');

    async function refusedBefore(): Promise<void> {
      start();
      const abort = delivered(ABORT);
      await wire.until(frame(ABORT));
      wire.transport.write(Buffer.concat([Buffer.of(ACK), serialFrame(REFUSED)]));
      await abort;
      await wire.until(`${frame(ABORT)}06`);
    }

    it('does not take the repeated answer for its own', async () => {
      await refusedBefore();
      const done = delivered(COMMAND);
      wire.transport.write(Buffer.concat([serialFrame(REFUSED), Buffer.of(ACK), serialFrame(ANSWER)]));
      await done;
      await vi.waitFor(() => expect(received).toEqual([REFUSED, ANSWER].map(apdu => apdu.toString('hex'))));
      expect(times(frame(COMMAND))).toBe(1);
    });

    it('ends the line when no acknowledgement follows, since a further transmission could execute the command twice', async () => {
      await refusedBefore();
      link.send(COMMAND);
      wire.transport.write(serialFrame(REFUSED));
      expect(await down).toEqual({ code: 'silent', text: 'the last answer came once more, and no acknowledgement' });
      expect(received).toEqual([REFUSED.toString('hex')]);
      expect(times(frame(COMMAND))).toBe(1);
    });

    it('sends an abort again, which may arrive twice', async () => {
      await refusedBefore();
      const again = delivered(ABORT);
      await wire.until(`${frame(ABORT)}06${frame(ABORT)}`);
      wire.transport.write(serialFrame(REFUSED));
      await wire.until(`06${frame(ABORT)}06${frame(ABORT)}`);
      wire.transport.write(Buffer.of(ACK));
      await again;
      expect(received).toEqual([REFUSED.toString('hex')]);
    });

    it('takes an equal answer after the acknowledgement for its own', async () => {
      await refusedBefore();
      const done = delivered(COMMAND);
      wire.transport.write(Buffer.concat([Buffer.of(ACK), serialFrame(REFUSED)]));
      await done;
      await vi.waitFor(() => expect(received).toEqual([REFUSED, REFUSED].map(apdu => apdu.toString('hex'))));
    });
  });

  it('does not take a crossing command for an acknowledgement', async () => {
    start();
    const done = delivered(Buffer.from('06b000', 'hex'));
    await wire.until('100206b000');
    wire.transport.write(serialFrame(PROMPT));
    await wire.until('06'); // the ACK of the till for the prompt
    await wire.until('100206b000100343f3100206b000'.slice(0, 20));
    wire.transport.write(Buffer.of(ACK));
    await done;
    expect(received).toEqual([PROMPT.toString('hex')]);
  });

  describe('an abort that crosses a message', () => {
    const ABORT = Buffer.from('06b000', 'hex');

    /** The answer is sent, and nothing is acknowledged yet. */
    async function crossed(): Promise<{ readonly abort: Promise<void> }> {
      start(undefined, { ...TIMERS, t2: 5_000 });
      const abort = delivered(ABORT);
      await wire.until(frame(ABORT));
      wire.transport.write(serialFrame(PROMPT));
      await wire.until(`${frame(ABORT)}06`);
      link.send(ANSWER);
      await wire.until(`${frame(ABORT)}06${frame(ANSWER)}`);
      return { abort };
    }

    it('is sent again after the answer', async () => {
      const { abort } = await crossed();
      wire.transport.write(Buffer.of(ACK));
      await wire.until(frame(ANSWER) + frame(ABORT));
      wire.transport.write(Buffer.of(ACK));
      await abort;
      expect([times(frame(ANSWER)), times(frame(ABORT))]).toEqual([1, 2]);
    });

    it.each([
      ['acknowledged', Buffer.of(ACK, ACK)],
      ['answered', Buffer.concat([serialFrame(Buffer.from('848300', 'hex')), Buffer.of(ACK)])],
    ])('is not sent again when it is %s nevertheless', async (_, bytes) => {
      const { abort } = await crossed();
      wire.transport.write(bytes);
      await abort;
      link.send(COMMAND);
      await wire.until(frame(COMMAND));
      expect([times(frame(ANSWER)), times(frame(ABORT))]).toEqual([1, 1]);
    });
  });

  it('sends one frame at a time', async () => {
    start();
    const first = delivered(COMMAND);
    const second = delivered(ANSWER);
    await wire.until(frame(COMMAND));
    expect(wire.seen).not.toContain(frame(ANSWER));
    wire.transport.write(Buffer.of(ACK));
    await first;
    await wire.until(frame(ANSWER));
    wire.transport.write(Buffer.of(ACK));
    await second;
  });
});

describe('receiving', () => {
  it('acknowledges at once', async () => {
    start();
    wire.transport.write(serialFrame(PROMPT));
    await wire.until('06');
    expect(received).toEqual([PROMPT.toString('hex')]);
  });

  it('receives frames however the line splits the bytes', async () => {
    start([{ pieces: 1 }, { pieces: 1 }]);
    wire.transport.write(serialFrame(COMMAND));
    await wire.until('06');
    expect(received).toEqual([COMMAND.toString('hex')]);
  });

  it('acknowledges a repeated frame and drops it', async () => {
    start();
    wire.transport.write(serialFrame(PROMPT));
    await wire.until('06');
    wire.transport.write(serialFrame(PROMPT));
    await wire.until('0606');
    expect(received).toHaveLength(1);
    expect(noises).toEqual(['a repeated frame was dropped']);
  });

  it('takes the same message as new when it comes more often than a frame is repeated', async () => {
    start();
    // A restarted till sends the same message until it is answered.
    for (const acknowledged of ['06', '0606', '060606', '06060606']) {
      wire.transport.write(serialFrame(PROMPT));
      await wire.until(acknowledged);
    }
    expect(received).toEqual([PROMPT, PROMPT].map(apdu => apdu.toString('hex')));
    expect(noises).toEqual(['a repeated frame was dropped', 'a repeated frame was dropped']);
  });

  it('takes the same message as new after it was answered', async () => {
    start();
    wire.transport.write(serialFrame(PROMPT));
    await wire.until('06');
    const answered = delivered(ANSWER);
    await wire.until(frame(ANSWER));
    wire.transport.write(Buffer.of(ACK));
    await answered;
    wire.transport.write(serialFrame(PROMPT));
    await wire.until(`${frame(ANSWER)}06`);
    expect(received).toHaveLength(2);
  });

  it('refuses a frame with a wrong checksum, and takes the next one', async () => {
    start();
    const broken = serialFrame(PROMPT);
    broken[4] = broken[4]! ^ 1;
    wire.transport.write(broken);
    await wire.until('15');
    wire.transport.write(serialFrame(PROMPT));
    await wire.until('1506');
    expect(received).toEqual([PROMPT.toString('hex')]);
  });

  it('takes no byte inside a damaged frame for an acknowledgement', async () => {
    start();
    const done = delivered(COMMAND);
    await wire.until(frame(COMMAND));
    // 10 followed by 41 is invalid: the rest of the frame is read before the frame is refused.
    wire.transport.write(Buffer.from('10020611104106061503', 'hex'));
    wire.transport.write(Buffer.from('10030000', 'hex'));
    await wire.until(`${frame(COMMAND)}15`);
    wire.transport.write(Buffer.of(ACK));
    await done;
    expect(received).toEqual([]);
    expect(noises).toHaveLength(1);
  });

  it('keeps a bounded part of a frame that never ends', async () => {
    start();
    wire.transport.write(Buffer.from('1002', 'hex'));
    wire.transport.write(Buffer.alloc(200_000, 0x41));
    await wire.until('15');
    wire.transport.write(serialFrame(PROMPT));
    await wire.until('1506');
    expect(received).toEqual([PROMPT.toString('hex')]);
  });

  it('refuses a frame that stops in the middle', async () => {
    start();
    wire.transport.write(serialFrame(PROMPT).subarray(0, 5));
    await wire.until('15');
    expect(noises).toEqual(['a frame stopped in the middle']);
  });
});
