/** Descriptions and examples of path and query parameters that the routes declare by name only. */
import type { Parameter } from './operations.ts';

interface Text {
  readonly description: string;
  readonly example?: string;
  /** In the place of the declared one. */
  readonly schema?: object;
}

/** By the name, or by path and name where the name means something else there. */
const texts: Readonly<Record<string, Text>> = {
  id: { description: 'id of the object' },
  '/api/v2/Smart/Transactions/{id}/canceltrx id': { description: 'receipt number of the sale', example: '1001' },
  '/api/v2/Payment/Transactions/me/getPaymentInstructions/{id} id': { description: 'id of the payment' },
  accountId: { description: 'id of the account of the customer' },
  accounting: { description: 'number of a transfer that came in', example: '1' },
  anything: { description: 'is not read: the body says what is validated', example: 'me' },
  cardgroupId: { description: 'CRG_… of the card group' },
  cardnumber: { description: 'number of the loyalty card', example: '9276004000000018' },
  code: { description: 'number of the voucher', example: '5000000000000017' },
  containerId: { description: 'PCT_… of the payment container' },
  customerId: { description: 'CUS_… of the customer' },
  device: { description: 'SDV_… of the terminal' },
  document: { description: 'id of the uploaded document' },
  issue: { description: 'id of the service issue' },
  merchantId: { description: 'MRC_… of the merchant' },
  method: { description: 'how the customer pays', example: 'cashless' },
  name: { description: 'name of the object' },
  '/bridge/v1/reports/{name} name': { description: 'name of a report, see the list of reports' },
  '/office/v1/reports/{name} name': { description: 'name of a report, see the list of reports' },
  part: { description: '`id` of the part in `parts` of the sale' },
  sale: { description: 'STX_… of the sale' },
  secret: { description: 'the secret of the link that the payer was sent' },
  supportId: { description: 'supportId of an answer' },
  target: { description: 'id of the loyalty card' },
  type: { description: 'type of the device that is looked for', example: 'terminal' },
  till: { description: 'SDV_… of the till; that of the token if left out' },
  after: { description: 'number of the last change that is known; 0 from the beginning', example: '0' },
  by: { description: 'the column that the report is grouped by' },
  compare: { description: 'what the figures are compared with' },
  count: { description: 'maximum number of items to return' },
  offset: { description: 'so many items are left out first' },
  despite_waiting: { description: 'true: although records wait that would be lost' },
  format: { description: 'json, csv or pdf' },
  from: { description: 'first day, for example 2026-11-23' },
  to: { description: 'last day, for example 2026-11-23' },
  '/bridge/v1/catalogue/pages from': { description: '`next` of an earlier page; the first page without it' },
  open: { description: 'true: open cases only' },
  state: { description: 'records in this state only' },
  v: { description: 'hash of the picture, as the object that has it names it: the answer may then be kept for a year' },
  day: { description: 'the day, for example 2026-11-23' },
  store: { description: 'STO_… of the store' },
  bridge: { description: 'id of the bridge of a till' },
};

/** Parameters that are read as a text or as several `name[member]=value`: clients are made for the text. */
const TEXT = { schema: { type: 'string' } };
const schemas: Readonly<Record<string, Pick<Text, 'schema'>>> = { sort: TEXT, aggregate: TEXT, geo: TEXT };

/** Description, example and choices of a parameter, beside its declaration. */
export function parameterFacts(path: string, { name, description }: Parameter): Partial<Text> {
  const text = texts[`${path} ${name}`] ?? texts[name];
  if (schemas[name]) return schemas[name];
  if (!text) return description ? {} : { description: `${name} of the path` };
  return { ...text, description: description ?? text.description };
}
