// A loyalty card pays what it can, the card terminal the rest.
const TILLBRIDGE = process.env.TILLBRIDGE_URL ?? 'http://127.0.0.1:8640';
const SALES = '/api/v2/Smart/Transactions';
let token = null;

/** One call: the status and the body of the answer, also of a refusal. */
async function call(method, path, body, headers = {}) {
  const answer = await fetch(TILLBRIDGE + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }), ...headers },
    body: body && JSON.stringify(body),
  });
  return [answer.status, await answer.json()];
}

// The client of the demo; in a shop a manager makes one for your cash register.
const [, signedIn] = await call('POST', '/oauth/token', {
  grant_type: 'client_credentials',
  client_id: 'demo-client',
  client_secret: 'demo-secret',
});
token = signedIn.access_token;

// The customer shows a loyalty card: 7.00 EUR in cash balance and 3.00 EUR bonus.
const [, sale] = await call('POST', SALES, {
  basket: { products: [{ desc: 'Bread', quantity: 4, priceOne: 450, tax: 7 }] },
  idents: [{ type: 'card', value: '9276004000000026' }],
});
console.log(`to pay ${sale.basket_info.sum}`);

// What do campaigns, coupons and the card take off? The card balance is held until the sale ends.
const [, missing] = await call('POST', `${SALES}/${sale.id}/preTransaction`);
console.log(`missing after the card: ${missing.missing_sum}`);
console.log(`bonus: ${missing.bonus_products[0].priceOne}`);

// The terminal takes what is missing. start/loyalty would do where nothing is.
const [, paid] = await call('POST', `${SALES}/${sale.id}/start/cashless`);
console.log(`status ${paid.status}, outcome ${paid.outcome.result}`);
console.log(`points of the card: ${paid.idents[0].merchantcard.points}`);
