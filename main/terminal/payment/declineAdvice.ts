/** Advice to the cashier about a declined card, by the terminal's reason. */
import type { Reason } from '../../../drivers/index.ts';
import type { TerminalReason } from '../../wire/events.ts';

type Advice = TerminalReason['advice'];

/** By the result code where it says more than the code of the reason. */
export const adviceFor = ({ code, resultCode }: Reason): Advice =>
  (resultCode === undefined || !CARD_WAS_ASKED.has(code) ? undefined : BY_RESULT.get(resultCode)) ?? BY_CODE[code];

const CARD_WAS_ASKED: ReadonlySet<Reason['code']> = new Set(['declined', 'cardError']);

/** Result codes of hosts (ISO 8583, up to 99), and of the terminal itself (ZVT). */
const BY_RESULT: ReadonlyMap<number, Advice> = new Map(
  (
    [
      // Not 56 and 82: there the PIN was wrong too often.
      ['pin', [55, 81]],
      ['retain', [1, 2, 4, 41, 43]],
      // The same card, held or inserted otherwise; or the line to the host, which may return in a moment.
      ['again', [58, 100, 101, 102, 114, 115, 125, 155, 161, 163, 221, 222, 226]],
      ['otherTender', [3, 10, 13, 64, 195, 197, 200, 201]],
      ['person', [133, 137, 191, 192, 193, 237, 252]],
    ] as const
  ).flatMap(([advice, codes]) => codes.map(code => [code, advice] as const)),
);

const BY_CODE: Readonly<Record<Reason['code'], Advice>> = {
  declined: 'otherCard',
  cardError: 'otherCard',
  aborted: 'again',
  busy: 'wait',
  endOfDayRequired: 'endOfDay',
  refused: 'person',
  unsupported: 'otherTender',
  notHandedOver: 'again',
  signatureRefused: 'otherTender',
  notWritten: 'disk',
  unreachable: 'person',
  lineLost: 'person',
  silent: 'person',
  garbled: 'person',
  contradicted: 'person',
  held: 'person',
  portTaken: 'person',
  virtual: 'person',
  closed: 'again',
};
