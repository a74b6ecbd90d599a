/** The sale of the benchmarks: a small basket, as a counter sees it most of the day. */
import type { SmartTransactionInput } from '../../main/wire/transactions.ts';

export const sale: SmartTransactionInput = {
  transactionRef: 'BENCH-1',
  basket: {
    products: [
      {
        ean: '2000000010069',
        desc: 'Cappuccino',
        quantity: 1,
        priceOne: 340,
        tax: 19,
        group: [{ id: 'coffee', desc: 'Kaffee', level: 1 }],
      },
      { ean: '2000000020006', desc: 'Bauernbrot', quantity: 1, priceOne: 450, tax: 7 },
    ],
  },
};

/** The amount to be paid for it, in cents. */
export const amount = 790;
