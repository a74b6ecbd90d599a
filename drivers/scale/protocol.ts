/** The answers of a scale, and what a protocol needs to ask for them. */

/** The answer to one weighing. Nothing but `weight` may be sold. */
export type Weighing =
  /** Whole grams; `price` in minor units where the scale works it out itself. */
  | { readonly kind: 'weight'; readonly grams: number; readonly price: number | null }
  | { readonly kind: WeighingFault; readonly detail: string };

/** `moving`: not at rest. `same`: nothing was put on since the last weighing. `unit`: shown in pounds. `differs`: its price is not that of its weight. */
export type WeighingFault =
  | 'moving'
  | 'empty'
  | 'negative'
  | 'overload'
  | 'same'
  | 'unit'
  | 'differs'
  | 'refused'
  | 'garbled'
  | 'silent'
  | 'offline';

/** The line as a protocol uses it. */
export interface ScaleLine {
  send(bytes: Buffer): void;
  /** The message that `read` makes of the bytes so far, which it takes by their count; null after `timeout` ms. Rejects when the line breaks. */
  receive<Message>(read: ReadMessage<Message>, timeout: number): Promise<Message | null>;
}

/** Null while the message is not complete. */
export type ReadMessage<Message> = (bytes: Buffer) => { readonly message: Message; readonly length: number } | null;

export interface ScaleProtocol {
  readonly line: {
    readonly baudRate: number;
    readonly dataBits: 7 | 8;
    readonly parity: 'none' | 'odd' | 'even';
    readonly stopBits: 1;
  };
  weigh(line: ScaleLine, pricePerKilogram: number): Promise<Weighing>;
}
