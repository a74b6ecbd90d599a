// Lost answer: the payment is booked, the answer never arrives, and the repetition pays nothing again.
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

const [, sale] = await call('POST', SALES, {
  basket: { products: [{ desc: 'Coffee', quantity: 1, priceOne: 340, tax: 19 }] },
});

// Make the key before the call, and keep it with the sale until the answer is there.
const attempt = { 'Idempotency-Key': crypto.randomUUID() };
const path = `${SALES}/${sale.id}/start/cashless`;
try {
  // Only a demo knows this fault: the payment is made, and the line is cut before the answer.
  await call('POST', path, undefined, { ...attempt, 'X-Tillbridge-Fault': 'cut=after' });
} catch {
  console.log('no answer');
}

// The same call with the same key: the answer that was lost. Repeat until one arrives, also after a restart.
const [, answer] = await call('POST', path, undefined, attempt);
console.log(`repeated: ${answer.outcome.result}, paid ${answer.outcome.paid}`);

// A cash register that kept no key reads the sale.
const [, same] = await call('GET', `${SALES}/${sale.id}`);
console.log(`read: ${same.outcome.result}, receipt ${same.receipt.length > 0 ? 'there' : 'missing'}`);
