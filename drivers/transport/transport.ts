/** A stream of bytes to a terminal or to a till, over TCP, a serial port, or memory in tests. */

export interface Transport {
  /** True when nothing can be written any more. */
  readonly isDown: boolean;
  /**
   * Hands bytes to the system, in order. False when the transport was already down: then not a single byte left. True does
   * not mean that the bytes arrive.
   */
  write(bytes: Buffer): boolean;
  /** Sets the one receiver. It gets the bytes that came before; `down` is called exactly once, after all bytes. */
  listen(receiver: TransportReceiver): void;
  /**
   * Ends the connection in order: the system still delivers what it has taken. Only for a connection whose last command was
   * answered. The receiver gets `down`, unless it got it before.
   */
  close(): void;
  /**
   * Cuts the connection so that no byte arrives later. After `close` the system would go on sending what the other side has not
   * acknowledged, for minutes, while the next connection is already asking how the command ended. `down` as for `close`.
   */
  reset(): void;
}

/** A transport over a port or a socket of the system. */
export interface SystemTransport extends Transport {
  /** Resolves when the system has released the port or the socket. */
  readonly closed: Promise<void>;
  /** Resolves when the system has taken every byte; rejects when the connection ended before. */
  flushed(): Promise<void>;
}

export interface TransportReceiver {
  /** At least one byte; a message may be split anywhere. */
  bytes(chunk: Buffer): void;
  /** The connection has ended; `error` is that of the system, if any. A receiver that resets now is still in time. */
  down(error?: Error): void;
}

/** Bytes kept for a receiver that is not set yet; more than any terminal sends unasked. */
const MAX_KEPT_BYTES = 1024 * 1024;

/**
 * The state that every transport shares: bytes kept until the receiver is set, and an end that is reported once. `hangUp` cuts
 * the connection when more bytes come than are kept.
 */
export function inbox(hangUp: () => void): {
  readonly down: boolean;
  bytes(chunk: Buffer): void;
  end(error?: Error): void;
  listen(receiver: TransportReceiver): void;
  readonly closed: Promise<void>;
} {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  let receiver: TransportReceiver | undefined;
  let kept: Buffer[] = [];
  let keptBytes = 0;
  let ended: { error?: Error } | undefined;
  return {
    closed,
    get down() {
      return ended !== undefined;
    },
    bytes(chunk) {
      if (ended || keptBytes > MAX_KEPT_BYTES) return;
      if (receiver) return receiver.bytes(chunk);
      keptBytes += chunk.length;
      kept.push(chunk);
      if (keptBytes <= MAX_KEPT_BYTES) return;
      kept = [];
      hangUp();
    },
    end(error) {
      if (ended) return;
      ended = error ? { error } : {};
      close();
      receiver?.down(error);
    },
    listen(wanted) {
      receiver = wanted;
      for (const chunk of kept) wanted.bytes(chunk);
      kept = [];
      if (ended) wanted.down(ended.error);
    },
  };
}
