/** The contract of a receipt printer: how it is reached, what it prints, how it is, and how a job ended. */

import type { SerialDevice } from '../terminal.ts';

/** Where a printer is. `system`: a queue of the operating system, by its name. */
export type PrinterConnection =
  | { readonly type: 'tcp'; readonly host: string; readonly port: number }
  | {
      readonly type: 'serial';
      readonly path: string;
      readonly baudRate?: number | undefined;
      /** The USB adapter, which is found wherever it was plugged in. */
      readonly device?: SerialDevice | undefined;
    }
  | { readonly type: 'system'; readonly name: string };

/** Tables of code pages by the make of the printer; the numbers of the pages differ. */
export const printerModels = [
  'epson',
  'bixolon',
  'citizen',
  'fujitsu',
  'hp',
  'metapace',
  'mpt',
  'pos-5890',
  'pos-8360',
  'star',
  'sunmi',
  'xprinter',
  'youku',
] as const;
export type PrinterModel = (typeof printerModels)[number];

/** `auto`: for each character a page that has it. `bitmap`: every line is drawn, for printers whose pages are wrong. */
export const codePages = ['auto', 'cp858', 'windows1252', 'iso8859-15', 'cp850', 'cp437', 'bitmap'] as const;
export type CodePage = (typeof codePages)[number];

/** How a printer wants its bytes. */
export interface PaperSettings {
  /** Characters of a line. */
  readonly columns: number;
  readonly model: PrinterModel;
  readonly codePage: CodePage;
  /** A printer without a knife feeds the paper past its edge. */
  readonly cut: 'partial' | 'full' | 'none';
}

/** One bit for each dot, rows one after the other, each row in whole bytes; 1 is black. */
export interface Bitmap {
  /** Dots; a multiple of eight. */
  readonly width: number;
  readonly height: number;
  readonly bits: Uint8Array;
}

/** A letter with its marks, and its width in characters. */
export interface PrinterCell {
  readonly text: string;
  readonly columns: number;
}

/** A text of letters that are all one column wide. */
export const cellsOf = (text: string): readonly PrinterCell[] =>
  [...text].map(character => ({ text: character, columns: 1 }));

export interface PrinterLine {
  readonly text: string;
  /** Of a line with letters of other scripts: what stands on paper from left to right. Such a line is drawn. */
  readonly cells?: readonly PrinterCell[] | undefined;
  readonly bold: boolean;
  /** A character of size 2 is as wide and high as two. */
  readonly size: 1 | 2;
}

/** The code that a scanner reads from the paper. */
export interface PrintedCode {
  readonly kind: 'qr' | 'barcode';
  readonly text: string;
}

/** One piece of paper. */
export interface PrinterPage {
  readonly logo?: Bitmap | undefined;
  readonly lines: readonly PrinterLine[];
  readonly code?: PrintedCode | undefined;
  /** More follows on the same paper: neither fed nor cut. */
  readonly isPart?: true;
}

/**
 * `ready`: it said so. `unknown`: it is there and answers no question, as many cheap printers and every spooler. `unreachable`:
 * it is off, unplugged, or the address is wrong. `offline`: it is there and takes nothing, for a reason that it does not give.
 */
export const printerStates = ['ready', 'unknown', 'paperOut', 'coverOpen', 'error', 'offline', 'unreachable'] as const;
export type PrinterState = (typeof printerStates)[number];

export interface PrinterCondition {
  readonly state: PrinterState;
  /** The roll is nearly at its end. */
  readonly paperLow: boolean;
  /** In the words of the system, for details; null where there are none. */
  readonly reason: string | null;
}

/** True where a job may begin. */
export const mayPrint = ({ state }: PrinterCondition): boolean => state === 'ready' || state === 'unknown';

/**
 * How a job ended. `printed`: the printer answered a question that stood behind the last byte. `sent`: handed over, and the
 * printer answers no questions. `notSent`: not a byte of the job left, so it may be printed again without a mark. `unclear`:
 * the line broke after the first byte; a part of it, or all of it, may be on paper.
 */
export interface PrintOutcome {
  readonly ended: 'printed' | 'sent' | 'notSent' | 'unclear';
  readonly condition: PrinterCondition;
}

/** One printer. Its operations are called one after the other. */
export interface ReceiptPrinter {
  /** Asks how it is. */
  condition(): Promise<PrinterCondition>;
  /**
   * Prints a job of `pageBytes`; `onCondition` hears when the printer stops in the middle, and when it goes on. Aborted, a job of
   * which bytes have left ends `unclear` at once.
   */
  print(job: Buffer, onCondition?: (condition: PrinterCondition) => void, signal?: AbortSignal): Promise<PrintOutcome>;
  /** False where the printer could not be reached. */
  openDrawer(pin: 0 | 1): Promise<boolean>;
}
