/** A shop whose goods come back: its people, what they sell, and how they take it back. For tests. */
import { type Client, ok, sale, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import type { Returnable } from '../../wire/returns.ts';
import type { MerchantCard, SmartTransaction } from '../../wire/transactions.ts';

export const RETURNS = '/bridge/v1/returns';
const REASON = 'Gefällt nicht';

export const goods = (of: SmartTransaction) => of.basket.products.filter(({ item_type: type }) => type === 'article');

/** Lines of a return: of each of the goods in turn this quantity. */
export const lines = (of: SmartTransaction, ...quantities: number[]) =>
  goods(of).flatMap(({ id }, index) =>
    quantities[index] ? [{ sale: of.id, line: id, quantity: quantities[index] }] : [],
  );

export const tendersOf = ({ tenders = [] }: SmartTransaction) => tenders.map(({ method, amount }) => [method, amount]);

type Products = Parameters<typeof sale>[0];
type Start = readonly [method: string, body?: object];

export class ReturnsShop {
  readonly bridge: TestBridge;
  till: Client;
  readonly cashier: Client;
  readonly manager: Client;

  private constructor(bridge: TestBridge, till: Client, cashier: Client, manager: Client) {
    this.bridge = bridge;
    this.till = till;
    this.cashier = cashier;
    this.manager = manager;
  }

  static async open(): Promise<ReturnsShop> {
    const bridge = await startBridge();
    const people = [await bridge.client(), await bridge.staff('cashier'), await bridge.staff('manager')] as const;
    return new ReturnsShop(bridge, ...people);
  }

  /** A sale that these calls of `start` have paid. */
  async sold(products: Products, starts: readonly Start[], card?: string): Promise<SmartTransaction> {
    const { id } = await this.till.create(sale(products, card));
    if (card) ok(await this.till.post(`/${id}/preTransaction`));
    for (const [method, body] of starts) ok(await this.till.post(`/${id}/start/${method}`, body));
    return this.till.read(id);
  }

  opened(body: object, by = this.till) {
    return by.ask('POST', RETURNS, { body: { reason: REASON, ...body } });
  }

  payOut(id: string, back?: object[], by = this.till, headers = {}) {
    return by.ask('POST', `${RETURNS}/${id}/pay-out`, { body: back ? { back } : {}, headers });
  }

  /** The goods of a sale that can still come back. */
  async left({ id }: Pick<SmartTransaction, 'id'>): Promise<Returnable> {
    return ok(await this.till.ask<Returnable>('GET', `/bridge/v1/sales/${id}/returnable`));
  }

  async card(number: string): Promise<MerchantCard> {
    const { data } = ok(
      await this.till.ask<{ data: MerchantCard[] }>('GET', '/api/v2/Loyalty/MerchantCards?count=200'),
    );
    const found = data.find(one => one.card.cardnumber === number);
    if (!found) throw new Error(`no card ${number}`);
    return found;
  }
}
