// Several tenders for one sale: a part in cash, the rest by card.
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

// 9.00 EUR are to be paid.
const [, sale] = await call('POST', SALES, {
  basket: { products: [{ desc: 'Bread', quantity: 2, priceOne: 450, tax: 7 }] },
});

// 2.00 in cash. The reference names the part: repeated with the same one it pays nothing again.
const [, first] = await call('POST', `${SALES}/${sale.id}/start/cash`, { part: { amount: 200, reference: 'cash-1' } });
console.log(`status ${first.status}, paid ${first.outcome.paid}, open ${first.outcome.open}`);
const [, again] = await call('POST', `${SALES}/${sale.id}/start/cash`, { part: { amount: 200, reference: 'cash-1' } });
console.log(`repeated: paid ${again.outcome.paid}, open ${again.outcome.open}`);

// A part above what is missing is refused, and moves nothing.
const [, refused] = await call('POST', `${SALES}/${sale.id}/start/cashless`, {
  part: { amount: 800, reference: 'card-1' },
});
console.log(`refused ${refused.code}, open ${refused.outcome.open}`);

// The payment after which nothing is missing closes the sale.
const [, paid] = await call('POST', `${SALES}/${sale.id}/start/cashless`, {
  part: { amount: 700, reference: 'card-2' },
});
console.log(`status ${paid.status}, outcome ${paid.outcome.result}`);
console.log(`${paid.parts[0].method} ${paid.parts[0].amount}, ${paid.parts[1].method} ${paid.parts[1].amount}`);
