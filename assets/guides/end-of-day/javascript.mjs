// Close the day of the terminal, and hold its figures against the journal.
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

// A card payment of 4.50 EUR, so that there is something to close.
const [, sale] = await call('POST', SALES, {
  basket: { products: [{ desc: 'Bread', quantity: 1, priceOne: 450, tax: 7 }] },
});
await call('POST', `${SALES}/${sale.id}/start/cashless`);

// What would be closed, and what stands in the way? me is the terminal of this till.
const [, before] = await call('GET', '/bridge/v1/terminals/me/day-end');
console.log(`journal ${before.journal.amount}, terminal ${before.terminal.amount}`);

// The call blocks until the terminal has settled. A refusal names its blockers.
const [, closed] = await call('POST', '/bridge/v1/terminals/me/day-end', {});
console.log(`day end: ${closed.state}`);
console.log(`payments ${closed.terminal.count}, amount ${closed.terminal.amount}`);

// The newest ends of days, for the back office.
const [, ends] = await call('GET', '/bridge/v1/day-ends?count=1');
console.log(`newest: ${ends.data[0].state}`);
