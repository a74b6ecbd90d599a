// Pair a customer display and read what it shows.
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

// The till asks for a code; it is good once, for ten minutes.
const [, pairing] = await call('POST', '/bridge/v1/displays/codes', { name: 'Counter', language: 'en' });

// The display sends the code, without a token, and gets a right of its own that does not expire.
const [, display] = await call('POST', '/bridge/v1/display/pairing', { code: pairing.code });
console.log(`paired with ${display.till}`);

// A sale at that till is what the display shows.
await call('POST', SALES, { basket: { products: [{ desc: 'Bread', quantity: 2, priceOne: 450, tax: 7 }] } });

// From here on with the right of the display. GET /bridge/v1/display/events sends every change of the view.
token = display.token;
const [, view] = await call('GET', '/bridge/v1/display');
console.log(`${view.state}, sum ${view.sale.sum}`);
