/**
 * Questions to a printer about itself, and its answers (ESC/POS, DLE EOT and GS r). An answer carries no number, so one
 * question is under way at a time, and an answer counts only when its fixed bits are those of the question.
 */

import type { PrinterCondition } from './printer.ts';

const DLE = 0x10;
const EOT = 0x04;
const GS = 0x1d;

/** Real-time questions: they are answered while the printer is offline, and before what lies in its memory. */
export const questions = { printer: 1, offlineCause: 2, errorCause: 3, paper: 4 } as const;
export type Question = keyof typeof questions;

export const questionBytes = (question: Question): Buffer => Buffer.from([DLE, EOT, questions[question]]);

/** GS r 1: answered in its turn, after everything that was sent before has been printed. */
export const turnQuestion: Buffer = Buffer.from([GS, 0x72, 1]);

/** ESC p: the pulse that opens a drawer in its turn, with no paper. Pin 2 (0) or 5 (1), 200 ms. */
export const drawerInTurn = (pin: 0 | 1): Buffer => Buffer.from([0x1b, 0x70, pin, 100, 250]);

/** DLE DC4 1: opens the drawer at once, also of a printer that is out of paper. Pin 2 (0) or 5 (1), 200 ms. */
export const drawerAtOnce = (pin: 0 | 1): Buffer => Buffer.from([DLE, 0x14, 1, pin, 2]);

/** An answer to DLE EOT has bits 1 and 4 set, 0 and 7 clear. Flow control (11, 13) has bit 0 set. */
export const isRealTimeAnswer = (byte: number): boolean => (byte & 0b1001_0011) === 0b0001_0010;

/** An answer to GS r 1 has two bits for the end of the paper that is near, two for the end itself, and nothing else. */
export const isTurnAnswer = (byte: number): boolean => [0b0000, 0b0011, 0b1100, 0b1111].includes(byte);

export type Answers = Readonly<Partial<Record<Question, number>>>;

const bit = (answer: number | undefined, mask: number): boolean => answer !== undefined && (answer & mask) !== 0;

/** The condition by all answers together. Without any answer nothing is known. */
export function conditionOf(answers: Answers): PrinterCondition {
  const { printer, offlineCause, errorCause, paper } = answers;
  const paperLow = bit(paper, 0b0000_1100);
  const known = (state: PrinterCondition['state'], reason: string | null = null) => ({ state, paperLow, reason });
  if (printer === undefined) return known('unknown');
  // An open cover also reports the end of the paper, because nothing presses on its sensor.
  if (bit(offlineCause, 0b0000_0100)) return known('coverOpen');
  if (bit(paper, 0b0110_0000) || bit(offlineCause, 0b0010_0000)) return known('paperOut');
  if (bit(errorCause, 0b0000_1000)) return known('error', 'the knife is stuck');
  if (bit(errorCause, 0b0010_0000)) return known('error', 'it has to be switched off and on');
  if (bit(errorCause, 0b0100_0000) || bit(offlineCause, 0b0100_0000))
    return known('error', 'it waits until it is ready again');
  return known(bit(printer, 0b0000_1000) ? 'offline' : 'ready');
}
