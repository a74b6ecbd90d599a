/** Fields that a list of Smart Transactions finds by index; every other property is found inside the document. */

import type { QueryDeclaration } from '../query/declaration.ts';
import { timestamp } from '../world/clock.ts';
import { APART, expanded, shortSale, wholeSale } from './saleTexts.ts';

export const saleQueries = {
  table: 'smart_transaction',
  position: 'position',
  counted: 'status',
  apart: { members: APART, document: wholeSale(), short: shortSale(), expanded },
  fields: {
    id: { type: 'id', column: 'id' },
    status: { type: 'text', column: 'query_status' },
    transactionRef: { type: 'text', column: 'query_transaction_ref' },
    merchantRef: { type: 'text', column: 'query_merchant_ref' },
    created: { type: 'timestamp', column: 'query_created' },
    updated: { type: 'timestamp', column: 'query_updated' },
    'basket_info.sum': { type: 'number', column: 'query_sum' },
    payment_method: { type: 'text', column: 'query_payment_method' },
    receipt_number: { type: 'number', column: 'receipt_number' },
    trans_id: { type: 'number', column: 'query_trans_id' },
    'customer.id': { type: 'id', column: 'query_customer' },
    'transactions.id': { type: 'id', link: { table: 'smart_transaction_payment', key: 'sale', column: 'id' } },
    'idents.value': { type: 'text', link: { table: 'smart_transaction_ident', key: 'sale', column: 'value' } },
  },
  presets: {
    open: () => 'status:created OR status:processing OR status:pending',
    paid: () => 'status:ok OR status:received OR status:collection',
    failed: () => 'status:failed',
    cancelled: () => 'status:cancelled',
    today: begin => `created:["${timestamp(begin)}" TO *]`,
  },
} as const satisfies QueryDeclaration;
