/** A pipe of bytes to a terminal or to a till: what TCP, a serial port and the memory twin have in common. */

export interface Transport {
  /** Nothing can be written any more. */
  readonly isDown: boolean;
  /**
   * Hands bytes over in order. False when the pipe was already down: then not a single byte left. True promises only
   * that they were handed over, never that they arrived.
   */
  write(bytes: Buffer): boolean;
  /** Names the one listener; what came before is delivered first. `down` is called exactly once, and last. */
  listen(listener: TransportReceiver): void;
  /** Cuts the pipe at once. The listener hears `down` unless it already did. */
  close(): void;
}

/** A pipe that the system keeps: a port or a socket. */
export interface SystemTransport extends Transport {
  /** Resolves when the system has let go of it. */
  readonly closed: Promise<void>;
}

export interface TransportReceiver {
  /** At least one byte; pieces are cut anywhere. */
  bytes(chunk: Buffer): void;
  /** The pipe is gone; `error` says why when the system knew. */
  down(error?: Error): void;
}

/** More than any terminal says before it is listened to; bytes. */
const MOST_UNHEARD = 1024 * 1024;

/**
 * The state every transport shares: a listener that may come late, and an end that is told once. `hangUp` cuts the pipe
 * when more comes than is kept for a listener.
 */
export function inbox(hangUp: () => void): {
  readonly down: boolean;
  bytes(chunk: Buffer): void;
  end(error?: Error): void;
  listen(listener: TransportReceiver): void;
  readonly closed: Promise<void>;
} {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  let listener: TransportReceiver | undefined;
  let waiting: Buffer[] = [];
  let unheard = 0;
  let ended: { error?: Error } | undefined;
  return {
    closed,
    get down() {
      return ended !== undefined;
    },
    bytes(chunk) {
      if (ended || unheard > MOST_UNHEARD) return;
      if (listener) return listener.bytes(chunk);
      unheard += chunk.length;
      waiting.push(chunk);
      if (unheard <= MOST_UNHEARD) return;
      waiting = [];
      hangUp();
    },
    end(error) {
      if (ended) return;
      ended = error ? { error } : {};
      close();
      listener?.down(error);
    },
    listen(late) {
      listener = late;
      for (const chunk of waiting) late.bytes(chunk);
      waiting = [];
      if (ended) late.down(ended.error);
    },
  };
}
