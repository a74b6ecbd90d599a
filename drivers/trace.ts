/** What a driver tells its log: frames with card data and passwords left out, and notes about the line. */
export interface TraceEntry {
  readonly direction: 'sent' | 'received' | 'note';
  /** A frame in words, or what happened. */
  readonly text: string;
  /** The frame as hex in capitals, passwords and card data overwritten. */
  readonly hex?: string;
}

export type Trace = (entry: TraceEntry) => void;
