/** How the sales of the evening are made: by calls of the API, or by people at a screen (`screen.fixture.ts`). */
import { ok } from '../../main/doubles/bridge.fixture.ts';
import type { SmartTransaction } from '../../main/wire/transactions.ts';
import { type Bar, type ClosedTill, line, type Place } from './bar.fixture.ts';
import {
  adjust,
  cancel,
  create,
  createFor,
  createTipped,
  goodsBack,
  operate,
  SALES,
  soldVoucher,
  start,
} from './steps.ts';

type Goods = Parameters<typeof line>[0];

/** One tender of a sale. The last one pays what is left. */
export interface Payment {
  readonly how: 'cash' | 'cashless' | 'voucher';
  /** Minor units of a part. */
  readonly part?: number;
  /** The code of a voucher of the shop. */
  readonly code?: string;
  /** The text on a foreign voucher. */
  readonly text?: string;
}

/** One row of the paper. */
export interface Order {
  /** Pieces; the screen adds a deposit by itself. */
  readonly goods?: Readonly<Partial<Record<Goods, number>>>;
  /** The card or voucher that the customer shows. */
  readonly shows?: { readonly type: 'card' | 'voucher'; readonly value: string };
  /** A voucher of the shop that is sold, minor units. */
  readonly voucher?: number;
  /** An amount less, or another price, of the one article. Minor units. */
  readonly changed?: { readonly kind: 'discount' | 'price'; readonly amount: number };
  /** Typed at the till, minor units. */
  readonly tip?: number;
  /** As the paper has it: what is to be paid without the tip, minor units. */
  readonly due: number;
  readonly pays: readonly Payment[];
}

export interface Hands {
  sell(place: Place, order: Order): Promise<SmartTransaction>;
  /** Gives what is handed out in cash, minor units. */
  cancel(place: Place, sold: SmartTransaction, cash: number): Promise<void>;
  beerBack(place: Place, sold: SmartTransaction): Promise<void>;
  empties(place: Place, pieces: number, cash: number): Promise<void>;
  /** Books a part of what is pre-authorised under a receipt number of the terminal. */
  capture(place: Place, receipt: number, amount: number): Promise<void>;
  closeDay(bar: Bar): Promise<readonly ClosedTill[]>;
}

export const overApi: Hands = {
  async sell(place, { goods = {}, shows, voucher, changed, tip, due, pays }) {
    const lines = Object.entries(goods).map(([number, pieces]) => line(number as Goods, pieces));
    const products = voucher === undefined ? lines : [soldVoucher(voucher)];
    const id =
      tip !== undefined
        ? await createTipped(place, goods.BEER ?? 0, tip)
        : shows
          ? await createFor(place, products, shows)
          : await create(place, products);
    const [own] = products;
    if (changed) await adjust(place, id, { ...changed, line: own?.reference_id });
    const { basket_info } = ok(await place.ask('GET', `${SALES}/${id}`));
    if (basket_info.missing_sum !== due + (tip ?? 0)) throw new Error(`${basket_info.missing_sum} is due, not ${due}`);
    let sold: SmartTransaction | null = null;
    for (const { how, part, code, text } of pays) {
      const body = {
        ...(part ? { part: { amount: part } } : {}),
        ...(code ? { voucher: code } : {}),
        ...(text ? { text } : {}),
      };
      sold = await start(place, id, how, body);
    }
    if (!sold) throw new Error('a sale is paid');
    return sold;
  },
  async cancel(place, sold) {
    await cancel(place, sold);
  },
  async beerBack(place, sold) {
    await goodsBack(place, sold);
  },
  async empties(place, pieces) {
    const lines = [line('PFAND', -pieces, { item_type: 'empties', reference_id: 'line:empties' })];
    ok(await place.ask('POST', `/bridge/v1/returns/${await create(place, lines)}/pay-out`, { body: {} }));
  },
  async capture(place, receipt, amount) {
    await operate(place, { do: 'booking', receipt_number: receipt, amount });
  },
  closeDay: bar => bar.closeDay(),
};
