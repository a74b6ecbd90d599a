/** One connection that carries messages: handles frames, XML and card data, for both channels and both sides. */
import type { Reason } from '../../terminal.ts';
import type { Trace } from '../../trace.ts';
import type { Transport } from '../../transport/transport.ts';
import { withoutCardData } from '../codec/cardData.ts';
import type { Element } from '../codec/element.ts';
import { type Charset, parseXml, writeXml, XmlError, xmlText } from '../codec/xml.ts';
import { deframer, FrameError, frame } from './frame.ts';

export interface Channel {
  /** False when the line was down already: then not a single byte left. Throws a RangeError for a message too long. */
  send(message: Element): boolean;
  /** Names the one listener; messages that came before are delivered first. */
  listen(listener: ChannelListener): void;
  /** Ends the connection in order: what was sent is still delivered. */
  close(): void;
  /** Cuts the connection so that nothing of what was sent arrives later. */
  reset(): void;
}

export interface ChannelListener {
  /** Without card data. */
  message(message: Element): void;
  /** A frame that holds no message; the frames after it can be read all the same. */
  garbled(): void;
  /** Called once, and last. */
  down(reason: Reason): void;
}

export interface ChannelOptions {
  readonly charset: Charset;
  /** For the trace, for example `channel 0`. */
  readonly name: string;
  readonly trace?: Trace | undefined;
}

export function openChannel(transport: Transport, { charset, name, trace }: ChannelOptions): Channel {
  const frames = deframer();
  let outOfStep: Reason | undefined;

  return {
    send(message) {
      const bytes = frame(writeXml(message, charset));
      if (transport.isDown || !transport.write(bytes)) return false;
      trace?.({ direction: 'sent', text: `${name}: ${xmlText(withoutCardData(message))}` });
      return true;
    },
    listen(listener) {
      transport.listen({
        bytes: chunk => receive(chunk, listener),
        down: error => listener.down(outOfStep ?? lineLost(error)),
      });
    },
    close: () => transport.close(),
    reset: () => transport.reset(),
  };

  function receive(chunk: Buffer, listener: ChannelListener): void {
    if (outOfStep) return;
    for (const bytes of messagesIn(chunk)) {
      const message = read(bytes);
      if (message) listener.message(message);
      else listener.garbled();
    }
  }

  function messagesIn(chunk: Buffer): Buffer[] {
    try {
      return frames.push(chunk);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      outOfStep = { code: 'garbled', text: error.message };
      note(`${error.message}, hanging up`);
      transport.reset();
      return [];
    }
  }

  function read(bytes: Buffer): Element | undefined {
    try {
      const message = withoutCardData(parseXml(bytes));
      trace?.({ direction: 'received', text: `${name}: ${xmlText(message)}` });
      return message;
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      note(`${error.message} in ${bytes.length} bytes`);
      return undefined;
    }
  }

  function note(text: string): void {
    trace?.({ direction: 'note', text: `${name}: ${text}` });
  }
}

function lineLost(error: Error | undefined): Reason {
  return { code: 'lineLost', text: error?.message ?? 'the connection broke' };
}
