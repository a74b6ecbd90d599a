// Receiving pushes: a receiver that knows which ones are from its bridge.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

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

// The secret of the demo; in a shop POST /bridge/v1/clients/{id}/push-secret shows it once.
const SECRET = 'whsec_dGlsbGJyaWRnZS1kZW1vLXB1c2gtc2VjcmV0LTAwMDE=';

/** Is a push from the bridge, unchanged, and not older than five minutes? */
function genuine(headers, body) {
  const moment = headers['webhook-timestamp'];
  if (Math.abs(Date.now() / 1000 - Number(moment)) > 300) return false;
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
  const wanted = createHmac('sha256', key).update(`${headers['webhook-id']}.${moment}.${body}`).digest();
  // Several signatures stand there while a secret is being changed; one has to fit.
  return headers['webhook-signature'].split(' ').some(signature => {
    const given = Buffer.from(signature.slice('v1,'.length), 'base64');
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

let arrive;
const arrived = new Promise(resolve => {
  arrive = resolve;
});
const server = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece;
  // Answer at once and work afterwards: 2xx means that it arrived, everything else is repeated.
  response.writeHead(genuine(request.headers, body) ? 204 : 401).end();
  // The payment of the sale tells its changes, too: wait for the push about the sale.
  if (JSON.parse(body).target === 'smart.transactions') arrive({ headers: request.headers, body });
});
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));

// A sale that names the receiver, paid in cash.
const [, sale] = await call('POST', SALES, {
  basket: { products: [{ desc: 'Coffee', quantity: 1, priceOne: 340, tax: 19 }] },
  application_context: { return_urls: { url_push: `http://127.0.0.1:${server.address().port}/push` } },
});
await call('POST', `${SALES}/${sale.id}/start/cash`);

const { headers, body } = await arrived;
const push = JSON.parse(body);
const same = push.data[0].id === sale.id ? 'yes' : 'no';
console.log(`${push.event}, outcome ${push.outcome.result}, for this sale: ${same}`);
console.log(`signature: ${genuine(headers, body) ? 'right' : 'wrong'}`);
console.log(`another body: ${genuine(headers, `${body} `) ? 'right' : 'wrong'}`);
server.close();
server.closeAllConnections();
