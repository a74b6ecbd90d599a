// Signature and questions: a cash register that asks a person, and answers the terminal.
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

// The virtual terminal asks for a signature from here on.
await call('POST', '/bridge/v1/control/terminal/behaviour', { behaviour: 'signature' });

// questions: true says that this cash register answers; respond-async: it does not wait in the call.
const [, sale] = await call('POST', SALES, {
  basket: { products: [{ desc: 'Coffee', quantity: 1, priceOne: 340, tax: 19 }] },
});
const path = `${SALES}/${sale.id}`;
let [status, answer] = await call('POST', `${path}/start/cashless`, { questions: true }, { Prefer: 'respond-async' });
console.log(`started: ${status}, outcome ${answer.outcome.result}`);

// Follow the sale: its outcome has the question of the terminal, in both languages, and the slip to sign.
let asked = null;
while (!answer.outcome.final) {
  await new Promise(resolve => setTimeout(resolve, 200));
  [status, answer] = await call('GET', path);
  const { question } = answer.outcome;
  if (question && question.id !== asked) {
    asked = question.id;
    console.log(`question: ${question.kind}, ${question.texts.en}`);
    // Print the slip for the customer to sign; here the person finds the signature right.
    console.log(`slip to sign: ${question.receipt_merchant.length > 0 ? 'printed' : 'none'}`);
    await call('POST', '/bridge/v1/till/answer', { question: asked, answer: 'yes' });
  }
}
console.log(`outcome ${answer.outcome.result}, paid ${answer.outcome.paid}`);
await call('POST', '/bridge/v1/control/terminal/behaviour', { behaviour: 'approve' });
