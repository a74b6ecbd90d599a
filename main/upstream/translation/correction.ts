/** A sale as a person has corrected it for the upstream service. The sale itself stays as it was closed. Pure. */
import type { TransactionFacts } from '../../../drivers/index.ts';
import type { SaleDocument } from '../../world/sales.ts';

/** The corrected members: `transaction_ref`, `card_type`, `trace`; empty where there are none. */
export type Correction = Readonly<Record<string, string | number>>;

interface SaleToSend {
  readonly document: SaleDocument;
  /** Report of the terminal of this bridge, where the sale was paid there. */
  readonly terminal: TransactionFacts | null;
}

/** The document and the facts of the terminal as they are sent. */
export function corrected({ document, terminal }: SaleToSend, correction: Correction): SaleToSend {
  const { transaction_ref: reference, card_type: cardType, trace } = correction;
  const card = document.card_payment;
  return {
    document: {
      ...document,
      ...(reference === undefined ? {} : { transactionRef: String(reference) }),
      ...(card
        ? {
            card_payment: {
              ...card,
              ...(cardType === undefined ? {} : { cardtype: String(cardType) }),
              ...(trace === undefined ? {} : { trace: Number(trace) }),
            },
          }
        : {}),
    },
    terminal: terminal && {
      ...terminal,
      ...(cardType === undefined ? {} : { cardName: String(cardType) }),
      ...(trace === undefined ? {} : { traceNumber: Number(trace) }),
    },
  };
}
