// Card payment, all endings: one function that is right for each of them.
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

/** Takes an amount by card; answers when it is known whether it was paid. */
async function takePayment(amount) {
  const [, sale] = await call('POST', SALES, { basket_info: { sum: amount } });
  // One key an attempt: the same call with the same key never pays again.
  const attempt = { 'Idempotency-Key': crypto.randomUUID() };
  let [, answer] = await call('POST', `${SALES}/${sale.id}/start/cashless`, undefined, attempt);
  while (answer.outcome.result === 'unknown') {
    const ahead = answer.outcome.next?.path ?? '';
    if (ahead.endsWith('/verdict')) {
      // A person decides. Here the terminal took too little, and takes it back.
      [, answer] = await call('POST', ahead, { part: 'take_back' });
    } else {
      await new Promise(resolve => setTimeout(resolve, 1000));
      [, answer] = await call('GET', `${SALES}/${sale.id}`);
    }
  }
  return answer;
}

const ENDINGS = [
  ['approved', 'approve', 1200],
  ['declined', 'approve', 1205],
  ['card not readable', 'approve', 1207],
  ['line lost before the result', 'approve', 1213],
  ['signature on the slip', 'signature', 1000],
  ['partial approval', 'partial:50', 1000],
];
for (const [name, behaviour, amount] of ENDINGS) {
  // What the virtual terminal does next; with approve the amount chooses.
  await call('POST', '/bridge/v1/control/terminal/behaviour', { behaviour });
  const answer = await takePayment(amount);
  const why = answer.reason?.advice ?? 'none';
  const sign = answer.receipt_merchant_print ? 'sign the slip' : 'nothing to sign';
  console.log(`${name}: ${answer.outcome.result}, advice ${why}, ${sign}`);
}
await call('POST', '/bridge/v1/control/terminal/behaviour', { behaviour: 'approve' });
