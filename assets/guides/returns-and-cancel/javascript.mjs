// Undo a whole sale, or take one article back.
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

// A sale of 9.00 EUR by card, cancelled as a whole: the terminal undoes its payment.
const [, sale] = await call('POST', SALES, {
  basket: { products: [{ desc: 'Bread', quantity: 2, priceOne: 450, tax: 7 }] },
});
await call('POST', `${SALES}/${sale.id}/start/cashless`);
const [, cancelled] = await call('POST', `${SALES}/${sale.id}/cancel`);
console.log(`status ${cancelled.status}, paid ${cancelled.outcome.paid}`);

// Another sale; one of its two loaves comes back.
const [, other] = await call('POST', SALES, {
  basket: { products: [{ desc: 'Bread', quantity: 2, priceOne: 450, tax: 7 }] },
});
await call('POST', `${SALES}/${other.id}/start/cashless`);
const [, left] = await call('GET', `/bridge/v1/sales/${other.id}/returnable`);
console.log(`can come back: ${left.lines[0].left}`);

// What is it worth, and where does the money go? Nothing is written yet.
const [, preview] = await call('POST', '/bridge/v1/returns/preview', {
  lines: [{ sale: other.id, line: 1, quantity: 1 }],
});
console.log(`worth ${preview.value} by ${preview.pay_out[0].method}`);

// Open the return, and pay out as the preview said.
const [, goods] = await call('POST', '/bridge/v1/returns', {
  lines: [{ sale: other.id, line: 1, quantity: 1 }],
  reason: 'stale',
});
const [, paidOut] = await call('POST', `/bridge/v1/returns/${goods.id}/pay-out`, {});
console.log(`status ${paidOut.status}, given back ${paidOut.parts[0].amount} by ${paidOut.parts[0].method}`);
