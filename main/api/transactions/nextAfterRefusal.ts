/** The call that mends a refused payment, where the refusal itself names one that the caller can make: one row for each error. */
import type { NextCall } from '../../domain/saleOutcome.ts';
import { executed } from '../../domain/transaction.ts';
import type { ErrorKey } from '../../world/errors.ts';
import type { Sale } from '../../world/sales.ts';

const SALES = '/api/v2/Smart/Transactions';

type Row = Pick<NextCall, 'method' | 'why'> & { readonly path: (id: string) => string };

/** Writes the basket and the idents of the sale anew. */
const write = (why: string): Row => ({ method: 'PUT', path: id => `${SALES}/${id}`, why });

const ANOTHER_CARD = write('present another card in idents, or none');

const rows: Readonly<Partial<Record<ErrorKey, Row>>> = {
  passcodeMissing: write('send the basket and the card in idents again, with the passcode that the customer types'),
  cardMissing: write('send the basket again, with the card in idents'),
  cardUnknown: ANOTHER_CARD,
  cardLocked: ANOTHER_CARD,
  cardExpired: ANOTHER_CARD,
  cardInactive: ANOTHER_CARD,
  cardOther: ANOTHER_CARD,
  cardBalance: write('send a basket that the card covers, or another card in idents'),
  somethingMissing: {
    method: 'POST',
    path: id => `${SALES}/${id}/start/cash`,
    why: 'pays what is missing, or a part of it ({"part": {"amount": …}}), with this method or another one',
  },
  noDevice: {
    method: 'GET',
    path: () => '/api/v2/Smart/Devices',
    why: 'lists tills and terminals: name one of the terminals in the body of start/cashless, or give the till a routing; other methods need none',
  },
};

/** Null where what the sale itself says is next counts, because money of it has moved. */
export function nextAfterRefusal(key: ErrorKey, { id, state }: Pick<Sale, 'id' | 'state'>): NextCall | null {
  const row = executed(state) ? undefined : rows[key];
  return row ? { method: row.method, path: row.path(id), why: row.why } : null;
}
