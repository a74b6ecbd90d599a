// A second till: made, let in by a code, and with a terminal of its own.
const TILLBRIDGE = process.env.TILLBRIDGE_URL ?? 'http://127.0.0.1:8640';
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

// A manager, or a client with the scope manage, makes the till and names its terminal.
const [, terminals] = await call('GET', '/bridge/v1/terminals');
const [, till] = await call('POST', '/bridge/v1/tills', { name: 'Till 2', terminal: terminals.data[0].device });
console.log(`${till.name} with ${till.terminal.name}`);

// The new till asks for a code, and shows user_code and verification_url to a person.
const [, codes] = await call('POST', '/oauth/token', {
  grant_type: 'device',
  client_id: 'demo-client',
  client_secret: 'demo-secret',
  uuid: till.uuid,
});

// Until the person has let it in, the answer is 401 authorization_pending: ask every interval seconds.
const [, waiting] = await call('POST', '/oauth/token', {
  grant_type: 'device',
  client_id: 'demo-client',
  client_secret: 'demo-secret',
  code: codes.device_code,
});
console.log(waiting.error);

// Here the demo plays the person, and lets the interval pass; a shop has no such calls.
await call('POST', '/bridge/v1/control/devices/approve', { user_code: codes.user_code });
await call('PUT', '/bridge/v1/control/clock', { by: 6000 });
const [, own] = await call('POST', '/oauth/token', {
  grant_type: 'device',
  client_id: 'demo-client',
  client_secret: 'demo-secret',
  code: codes.device_code,
});
console.log(`${own.token_type}, valid for ${own.expires_in} seconds`);
