/** Writes sales on the condition that nobody else has changed them since this page wrote them last. */

import type { AdjustmentInput } from '../../main/wire/baskets.ts';
import type { PayOutInput } from '../../main/wire/returns.ts';
import type { SmartTransaction, SmartTransactionInput } from '../../main/wire/transactions.ts';
import { answerOf } from './answer.ts';
import { type Connection, JSON_HEADERS } from './connection.ts';

export const SALES = '/api/v2/Smart/Transactions';

export class SaleWriter {
  readonly #connection: Connection;
  /** Entity tags of the sales as this page wrote them last, by path. */
  readonly #versions = new Map<string, string>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  create(input: SmartTransactionInput, key?: string): Promise<SmartTransaction> {
    const once = key === undefined ? {} : { 'Idempotency-Key': key };
    return this.#connection.withRenewal(() => this.#write('POST', SALES, input, once));
  }

  update(id: string, input: SmartTransactionInput): Promise<SmartTransaction> {
    return this.#connection.withRenewal(() => this.#write('PUT', `${SALES}/${id}`, input));
  }

  /** Takes a step that changes the sale without answering its new version. */
  step<T>(id: string, step: string, body?: unknown): Promise<T> {
    this.#versions.delete(`${SALES}/${id}`);
    return this.#connection.ask('POST', `${SALES}/${id}/${step}`, body);
  }

  /** A price or a discount by hand. */
  adjust(id: string, input: AdjustmentInput): Promise<SmartTransaction> {
    this.#versions.delete(`${SALES}/${id}`);
    return this.#connection.ask('POST', `/bridge/v1/transactions/${id}/adjustments`, input);
  }

  /** The same for one part of its payments. */
  returnPart(id: string, part: string): Promise<SmartTransaction> {
    this.#versions.delete(`${SALES}/${id}`);
    return this.#connection.ask('POST', `/bridge/v1/transactions/${id}/parts/${part}/return`);
  }

  /** A manager's word that the terminal holds the money of this part no more. */
  writeOffPart(id: string, part: string, reason: string): Promise<SmartTransaction> {
    this.#versions.delete(`${SALES}/${id}`);
    return this.#connection.ask('POST', `/bridge/v1/transactions/${id}/parts/${part}/verdict`, { held: false, reason });
  }

  /** The pay-out of a return; without `back` the money goes to what gave it. */
  payOut(id: string, back?: PayOutInput['back']): Promise<SmartTransaction> {
    this.#versions.delete(`${SALES}/${id}`);
    return this.#connection.ask('POST', `/bridge/v1/returns/${id}/pay-out`, back ? { back } : {});
  }

  /** The cash for a card part that its terminal cannot give back. */
  cashBack(id: string, part: string, reason: string): Promise<SmartTransaction> {
    this.#versions.delete(`${SALES}/${id}`);
    return this.#connection.ask('POST', `/bridge/v1/transactions/${id}/parts/${part}/cash-back`, { reason });
  }

  /**
   * Writes with `If-Match`, unless the version is unknown: the last answer was lost, or a card was applied or a payment begun
   * since then.
   */
  async #write(
    method: string,
    path: string,
    input: SmartTransactionInput,
    more: Readonly<Record<string, string>> = {},
  ): Promise<SmartTransaction> {
    const version = this.#versions.get(path);
    this.#versions.delete(path);
    const headers = { ...JSON_HEADERS, ...more, ...(version === undefined ? {} : { 'If-Match': version }) };
    const response = await this.#connection.send(method, path, { body: JSON.stringify(input), headers });
    // The bridge refused before anything happened: the same call may be made again.
    if (response.status === 401 && version !== undefined) this.#versions.set(path, version);
    const sale = await answerOf<SmartTransaction>(response);
    const written = response.headers.get('etag');
    if (written) this.#versions.set(`${SALES}/${sale.id}`, written);
    return sale;
  }
}
