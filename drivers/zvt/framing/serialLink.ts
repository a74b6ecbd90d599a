/** APDUs over a serial line: every frame is acknowledged, and repeated up to two times until it is (ZVT transport). */
import { createTimeout } from '../../timeout.ts';
import type { Transport } from '../../transport/transport.ts';
import { isAnswer, packets } from '../codec/packets.ts';
import type { Link, LinkDown, LinkReceiver, LinkTimers } from './link.ts';
import { ACK, NAK, type SerialEvent, serialDeframer, serialFrame } from './serialFrame.ts';

interface Outgoing {
  readonly apdu: Buffer;
  readonly frame: Buffer;
  readonly delivered: (() => void) | undefined;
  sent: number;
  doubtful?: true; // what came may be the answer to it
}

const TRANSMISSIONS = 3;
const ACKNOWLEDGE = Buffer.of(ACK);

/**
 * Puts serial framing on a transport. A till that gets no acknowledgement gives the line up; a terminal forgets what it
 * wanted to say and stays (ZVT: after two collisions it falls back to its idle state).
 */
export function serialLink(transport: Transport, timers: LinkTimers, side: 'till' | 'terminal' = 'till'): Link {
  const deframer = serialDeframer();
  const gap = createTimeout();
  const acknowledgement = createTimeout();
  const queue: Outgoing[] = []; // the first one is on the wire
  let listener: LinkReceiver | undefined;
  let cause: LinkDown | undefined;
  let last: Buffer | undefined; // the last frame received
  let transmissions = 0; // how often `last` came
  let acknowledgedSince = true; // one of ours was acknowledged after `last`
  let owesAck = false; // of a till: what it answers at once goes out in one piece with it

  return {
    send(apdu, delivered) {
      if (cause || transport.isDown) return false;
      const place = placeOf(apdu);
      queue.splice(place, 0, { apdu, frame: serialFrame(apdu), delivered, sent: 0 });
      if (place === 0) transmit();
      return true;
    },
    listen(named) {
      listener = named;
      transport.listen({ bytes: receive, down: error => down(error) });
    },
    close: () => transport.close(),
  };

  /**
   * An abort that crosses a message of the terminal is not acknowledged, by either of them. The terminal waits for its answer
   * no longer than this side for the acknowledgement: the answer goes first, and the abort again after it.
   */
  function placeOf(apdu: Buffer): number {
    const abort = isAnswer(apdu) ? queue.findIndex(other => isAbort(other.apdu)) : -1;
    return abort < 0 ? queue.length : abort;
  }

  function transmit(): void {
    const first = queue[0];
    if (!first) return;
    if (first.doubtful) giveUp('the last answer came once more, and no acknowledgement');
    else if (first.sent < TRANSMISSIONS) {
      first.sent++;
      transport.write(owesAck ? Buffer.concat([ACKNOWLEDGE, first.frame]) : first.frame);
      owesAck = false;
      acknowledgement.start(timers.t2, transmit);
    } else giveUp(`not acknowledged after ${TRANSMISSIONS} transmissions`);
  }

  function acknowledged(): void {
    const first = queue.shift();
    if (!first) return;
    acknowledgement.stop();
    acknowledgedSince = true;
    first.delivered?.();
    if (queue[0]?.sent === 0) transmit();
    // Overtaken by an answer. Had it been received all the same, its own acknowledgement would follow at once.
    else if (queue[0]) acknowledgement.start(timers.t1, transmit);
  }

  function answered(apdu: Buffer): void {
    const overtaken = queue.findIndex(({ sent, apdu: ours }) => sent > 0 && mayAnswer(apdu, ours));
    for (const { delivered } of overtaken < 0 ? [] : queue.splice(overtaken, 1)) delivered?.();
  }

  function receive(chunk: Buffer): void {
    if (cause) return;
    const events = deframer.push(chunk);
    if (deframer.inFrame) gap.start(timers.t1, stopped);
    else gap.stop();
    for (const event of events) take(event);
  }

  function take(event: SerialEvent): void {
    if (event.type === 'ack') acknowledged();
    else if (event.type === 'nak') transmit();
    else if (event.type === 'frame') takeFrame(event.apdu);
    else refuse('a frame with a wrong checksum was refused');
  }

  function takeFrame(apdu: Buffer): void {
    owesAck = side === 'till';
    if (!owesAck) transport.write(ACKNOWLEDGE);
    if (isRepeated(apdu)) repeated(apdu);
    else {
      if (impliesAcknowledgement(queue[0]?.apdu, apdu, last)) acknowledged();
      else answered(apdu);
      deliver(apdu);
    }
    if (owesAck) transport.write(ACKNOWLEDGE);
    owesAck = false;
  }

  /**
   * The other side repeats what it believes unacknowledged. Nothing of ours reached it since, so it is the same frame; but
   * one that comes more often than anybody repeats it is a new one, of somebody who begins anew.
   */
  function isRepeated(apdu: Buffer): boolean {
    if (acknowledgedSince || !last?.equals(apdu)) return false;
    // The answers of a till are all alike: one that comes while a terminal waits for one is it.
    if (side === 'terminal' && mayAnswer(apdu, queue[0]?.apdu)) return false;
    transmissions += 1;
    return transmissions <= TRANSMISSIONS;
  }

  /** Whether it was the answer to our command that waits, nobody can tell: only an abort may be sent once more. */
  function repeated(apdu: Buffer): void {
    listener?.noise?.('a repeated frame was dropped', false);
    if (queue[0] && mayAnswer(apdu, queue[0].apdu) && !isAbort(queue[0].apdu)) queue[0].doubtful = true;
  }

  function deliver(apdu: Buffer): void {
    last = Buffer.from(apdu);
    transmissions = 1;
    acknowledgedSince = false;
    listener?.apdu(apdu);
  }

  function refuse(text: string): void {
    transport.write(Buffer.of(NAK));
    listener?.noise?.(text, false);
  }

  function stopped(): void {
    deframer.reset();
    refuse('a frame stopped in the middle');
  }

  function giveUp(text: string): void {
    if (side === 'terminal') {
      acknowledgement.stop();
      queue.length = 0;
      listener?.noise?.(text, false);
    } else {
      down(undefined, { code: 'silent', text });
      transport.close();
    }
  }

  /** Told once, and not only when the system has let go of the port, which may take it long. */
  function down(error?: Error, because?: LinkDown): void {
    if (cause) return;
    gap.stop();
    acknowledgement.stop();
    cause = because ?? { code: 'lineLost', text: error?.message ?? 'the serial port was closed' };
    listener?.down(cause);
  }
}

/**
 * Whoever answers a command has received it, and whoever sends the next command has received the answer to the last one,
 * even when the ACK in between got lost. A command that crosses a command of ours says nothing.
 */
function impliesAcknowledgement(pending: Buffer | undefined, received: Buffer, last: Buffer | undefined): boolean {
  if (pending && isAnswer(pending)) return !isAnswer(received) && !last?.equals(received);
  return mayAnswer(received, pending);
}

function mayAnswer(received: Buffer, pending: Buffer | undefined): boolean {
  return pending !== undefined && !isAnswer(pending) && isAnswer(received);
}

const isAbort = (apdu: Buffer): boolean => apdu.readUInt16BE(0) === packets.abort.control;
