// First card payment: 3.40 EUR for a coffee, with its receipt.
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

// A sale: what is sold, prices in minor units (cent), taxes in per cent.
const [, sale] = await call('POST', SALES, {
  transactionRef: 'receipt-4711',
  basket: { products: [{ desc: 'Coffee', quantity: 1, priceOne: 340, tax: 19 }] },
});

// Take the money. The call blocks until the terminal is done, at most 180 seconds.
const [status, answer] = await call('POST', `${SALES}/${sale.id}/start/cashless`);

// One member decides; 200 alone does not mean paid.
console.log(`status ${status}, outcome ${answer.outcome.result}, paid ${answer.outcome.paid}`);
if (answer.outcome.result === 'paid') {
  for (const { type, value = {} } of answer.receipt) {
    if (type === 'separator') console.log(`--- ${value.caption}`);
    else if (type === 'name-value') console.log(`${value.name}: ${value.value}`);
    else console.log(value.text ?? '');
  }
}
