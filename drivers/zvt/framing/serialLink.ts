/** APDUs over a serial line: every frame is acknowledged, and repeated up to two times until it is (ZVT "RS-232"). */
import { createTimeout } from '../../timeout.ts';
import type { Transport } from '../../transport/transport.ts';
import { isAnswer } from '../codec/packets.ts';
import type { Link, LinkDown, LinkReceiver, LinkTimers } from './link.ts';
import { MAX_TRANSMISSIONS, mayAnswer, OutgoingFrames } from './outgoingFrames.ts';
import { ACK, NAK, type SerialEvent, serialDeframer } from './serialFrame.ts';

type Side = 'till' | 'terminal';

const ACKNOWLEDGE = Buffer.of(ACK);

/**
 * Puts serial framing on a transport. A till whose frame is never acknowledged gives the line up; a terminal drops its frames
 * and keeps the line (ZVT: after two collisions it falls back to its idle state).
 */
export function serialLink(transport: Transport, timers: LinkTimers, side: Side = 'till'): Link {
  return new SerialLink(transport, timers, side);
}

class SerialLink implements Link {
  readonly #transport: Transport;
  readonly #timers: LinkTimers;
  readonly #side: Side;
  readonly #deframer = serialDeframer();
  readonly #gap = createTimeout();
  readonly #outgoing: OutgoingFrames;
  readonly #incoming: IncomingFrames;
  #receiver: LinkReceiver | undefined;
  #cause: LinkDown | undefined;
  /** Till: the acknowledgement of the last frame is not sent yet; an immediate answer goes out in one write with it. */
  #owesAck = false;

  constructor(transport: Transport, timers: LinkTimers, side: Side) {
    this.#transport = transport;
    this.#timers = timers;
    this.#side = side;
    this.#incoming = new IncomingFrames(side);
    this.#outgoing = new OutgoingFrames(timers, {
      write: frame => this.#write(frame),
      gaveUp: text => this.#giveUp(text),
      acknowledged: () => this.#incoming.ownFrameAcknowledged(),
    });
  }

  send(apdu: Buffer, delivered?: () => void): boolean {
    if (this.#cause || this.#transport.isDown) return false;
    this.#outgoing.add(apdu, delivered);
    return true;
  }

  listen(receiver: LinkReceiver): void {
    this.#receiver = receiver;
    this.#transport.listen({ bytes: chunk => this.#receive(chunk), down: error => this.#transportDown(error) });
  }

  close(): void {
    this.#transport.close();
  }

  reset(): void {
    this.#transport.reset();
  }

  #write(frame: Buffer): void {
    this.#transport.write(this.#owesAck ? Buffer.concat([ACKNOWLEDGE, frame]) : frame);
    this.#owesAck = false;
  }

  #receive(chunk: Buffer): void {
    if (this.#cause) return;
    const events = this.#deframer.push(chunk);
    if (this.#deframer.inFrame) this.#gap.start(this.#timers.t1, () => this.#frameStopped());
    else this.#gap.stop();
    for (const event of events) this.#handle(event);
  }

  #handle(event: SerialEvent): void {
    if (event.type === 'ack') this.#outgoing.acknowledge();
    else if (event.type === 'nak') this.#outgoing.transmit();
    else if (event.type === 'frame') this.#receiveFrame(event.apdu);
    else this.#refuse('a frame with a wrong checksum was refused');
  }

  #receiveFrame(apdu: Buffer): void {
    this.#owesAck = this.#side === 'till';
    if (!this.#owesAck) this.#transport.write(ACKNOWLEDGE);
    if (this.#incoming.isRepeated(apdu, this.#outgoing.pending)) this.#dropRepeated(apdu);
    else this.#deliver(apdu);
    if (this.#owesAck) this.#transport.write(ACKNOWLEDGE);
    this.#owesAck = false;
  }

  #dropRepeated(apdu: Buffer): void {
    this.#receiver?.noise?.('a repeated frame was dropped', false);
    this.#outgoing.doubt(apdu);
  }

  #deliver(apdu: Buffer): void {
    if (this.#incoming.impliesAcknowledgement(apdu, this.#outgoing.pending)) this.#outgoing.acknowledge();
    else this.#outgoing.answered(apdu);
    this.#incoming.store(apdu);
    this.#receiver?.apdu(apdu);
  }

  #refuse(text: string): void {
    this.#transport.write(Buffer.of(NAK));
    this.#receiver?.noise?.(text, false);
  }

  #frameStopped(): void {
    this.#deframer.reset();
    this.#refuse('a frame stopped in the middle');
  }

  #giveUp(text: string): void {
    if (this.#side === 'terminal') {
      this.#outgoing.clear();
      this.#receiver?.noise?.(text, false);
    } else {
      this.#end({ code: 'silent', text });
      this.#transport.reset();
    }
  }

  #transportDown(error: Error | undefined): void {
    this.#end({ code: 'lineLost', text: error?.message ?? 'the serial port was closed' });
  }

  /** Reports the end once, without waiting for the system to close the port, which may take long. */
  #end(cause: LinkDown): void {
    if (this.#cause) return;
    this.#gap.stop();
    this.#outgoing.stop();
    this.#cause = cause;
    this.#receiver?.down(cause);
  }
}

/** The last frame received, to recognise its repetitions. */
class IncomingFrames {
  readonly #side: Side;
  #last: Buffer | undefined;
  #receptions = 0;
  /** The other side has acknowledged a frame of this side after it sent `last`. */
  #ownFrameAcknowledged = true;

  constructor(side: Side) {
    this.#side = side;
  }

  store(apdu: Buffer): void {
    this.#last = Buffer.from(apdu);
    this.#receptions = 1;
    this.#ownFrameAcknowledged = false;
  }

  ownFrameAcknowledged(): void {
    this.#ownFrameAcknowledged = true;
  }

  /**
   * True when the other side repeats a frame whose acknowledgement it missed: the same bytes, and nothing of this side reached
   * it in between. After the third transmission the same bytes are a new frame, of a program that starts anew.
   */
  isRepeated(apdu: Buffer, pending: Buffer | undefined): boolean {
    if (this.#ownFrameAcknowledged || !this.#last?.equals(apdu)) return false;
    // The answers of a till are all alike: an answer that comes while the terminal waits for an answer is a new one.
    if (this.#side === 'terminal' && mayAnswer(apdu, pending)) return false;
    this.#receptions += 1;
    return this.#receptions <= MAX_TRANSMISSIONS;
  }

  /**
   * True when the frame shows that the pending frame has arrived although its ACK got lost: an answer shows it for a command,
   * and the next command shows it for an answer. Two commands that cross show nothing.
   */
  impliesAcknowledgement(received: Buffer, pending: Buffer | undefined): boolean {
    if (pending && isAnswer(pending)) return !isAnswer(received) && !this.#last?.equals(received);
    return mayAnswer(received, pending);
  }
}
