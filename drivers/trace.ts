/** The entries that a driver writes to its log: frames without card data and passwords, and notes about the line. */
export interface TraceEntry {
  readonly direction: 'sent' | 'received' | 'note';
  /** The meaning of a frame, or an event on the line. */
  readonly text: string;
  /** The frame as hex in capitals, with passwords and card data overwritten. */
  readonly hex?: string;
}

export type Trace = (entry: TraceEntry) => void;
