/** Bodies as somebody who integrates a till sends them, by the name of the operation; of other operations a body is made from its schema. */

const basket = {
  products: [
    { ean: '2000000010069', desc: 'Cappuccino', quantity: 2, priceOne: 340, tax: 19 },
    { ean: '2000000020006', desc: 'Bauernbrot', quantity: 3, priceOne: 450, tax: 7 },
  ],
};

const contact = {
  forename: 'Erika',
  surname: 'Muster',
  email: 'erika@shop.example',
  address: { street: 'Marktplatz', street_number: '1', postal_code: '10115', city: 'Berlin', country: 'DE' },
};

/** Each note and coin of the euro once, as a drawer is counted. */
const NOTES = [50_000, 20_000, 10_000, 5000, 2000, 1000, 500];
const COINS = [200, 100, 50, 20, 10, 5, 2, 1];
const counted = { pieces: [...NOTES, ...COINS].map(value => ({ value, pieces: value < 10_000 ? 2 : 0 })) };

export const bodyExamples: Readonly<Record<string, unknown>> = {
  getToken: { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'the-secret-of-the-client' },
  createSmartTransaction: {
    transactionRef: 'bon-4711',
    basket,
    idents: [{ type: 'card', value: '9276004000000026' }],
    application_context: { return_urls: { url_push: 'https://shop.example/push' } },
  },
  updateSmartTransaction: { basket, idents: [] },
  applyLoyaltyCard: { use_balance: true },
  startSmartTransaction: { questions: false },
  captureSmartTransaction: {},
  prepareSmartTransaction: { customer: { contact }, email: 'erika@shop.example' },
  cancelSmartTransaction: {},
  cancelSmartTransactionByReceipt: {},
  abortSmartTransaction: {},
  presentVirtualCard: { card: 'girocard-chip' },
  enterVirtualPin: { pin: '1234' },
  pressVirtualKey: { key: 'ok' },
  setVirtualTerminalBehaviour: { behaviour: 'decline' },
  openShift: counted,
  closeShift: counted,
  countDrawer: counted,
  recountShift: { ...counted, reason: 'counted twice' },
  putSaleOnOwnTill: { transaction: 'STX_000000000000000000000000000000' },
};
