/** Fields that lists of the loyalty programme find by index. */
import type { QueryDeclaration } from '../query/declaration.ts';

export const merchantCardQueries = {
  table: 'merchant_card',
  fields: {
    id: { type: 'id', column: 'id' },
    'card.cardnumber': { type: 'text', column: 'query_cardnumber' },
    'cardgroup.id': { type: 'id', column: 'card_group' },
    'customer.id': { type: 'id', column: 'customer' },
    lock_status: { type: 'text', column: 'lock_status' },
    stock_status: { type: 'text', column: 'stock_status' },
  },
} as const satisfies QueryDeclaration;

export const groupQueries = {
  table: 'card_group',
  fields: {
    id: { type: 'id', column: 'id' },
    display_name: { type: 'text', column: 'query_display_name' },
  },
} as const satisfies QueryDeclaration;

export const cardQueries = {
  table: 'card',
  fields: {
    id: { type: 'id', column: 'id' },
    cardnumber: { type: 'text', column: 'query_cardnumber' },
    'account.id': { type: 'id', column: 'query_account' },
  },
} as const satisfies QueryDeclaration;

export const customerQueries = {
  table: 'loyalty_customer',
  fields: {
    id: { type: 'id', column: 'id' },
    customernumber: { type: 'text', column: 'query_customernumber' },
    'contact.surname': { type: 'text', column: 'query_surname' },
    'contact.email': { type: 'text', column: 'query_email' },
  },
} as const satisfies QueryDeclaration;

export const checkinQueries = {
  table: 'checkin',
  fields: {
    id: { type: 'id', column: 'id' },
    'merchantcard.id': { type: 'id', column: 'query_merchant_card' },
  },
} as const satisfies QueryDeclaration;

/** A view: one template for each card group. */
export const identQueries = {
  table: 'ident_template',
  order: 'number',
  fields: { id: { type: 'id', column: 'id' } },
} as const satisfies QueryDeclaration;

export const bookingQueries = {
  table: 'loyalty_booking',
  fields: {
    id: { type: 'id', column: 'id' },
    'merchantcard.id': { type: 'id', column: 'merchant_card' },
  },
} as const satisfies QueryDeclaration;
