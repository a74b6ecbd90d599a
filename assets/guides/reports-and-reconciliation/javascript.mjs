// What was sold and how it was paid: lists, sums and the figures of the terminal.
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

// Two sales: 4.50 EUR in cash, 9.00 EUR by card.
const [, cashSale] = await call('POST', SALES, {
  basket: { products: [{ desc: 'Bread', quantity: 1, priceOne: 450, tax: 7 }] },
});
await call('POST', `${SALES}/${cashSale.id}/start/cash`);
const [, cardSale] = await call('POST', SALES, {
  basket: { products: [{ desc: 'Bread', quantity: 2, priceOne: 450, tax: 7 }] },
});
await call('POST', `${SALES}/${cardSale.id}/start/cashless`);

// The newest paid sales, with the members that are wanted alone.
const [, newest] = await call('GET', `${SALES}?q=status:ok&count=2&fields=status,basket_info.sum`);
console.log(`newest: ${newest.data[0].basket_info.sum}, before it: ${newest.data[1].basket_info.sum}`);

// Turnover by payment method from the report of the till; amounts are minor units.
const [, report] = await call('GET', '/bridge/v1/reports/turnover?by=method');
for (const row of report.rows) console.log(`${row.key} ${row.turnover}`);

// The figures of the terminal since its last end of day, beside those of the journal.
const [, figures] = await call('GET', '/bridge/v1/terminals/me/day-end');
console.log(`journal ${figures.journal.amount}, terminal ${figures.terminal.amount}`);
