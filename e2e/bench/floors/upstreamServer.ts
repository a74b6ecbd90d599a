/** `node upstreamServer.ts`: a service that answers at once and from memory: token, create, start, list. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const sales = new Map<string, object>();

async function bodyOf(request: IncomingMessage): Promise<object> {
  let text = '';
  for await (const part of request) text += part;
  return text.startsWith('{') ? JSON.parse(text) : {};
}

function answerOf(method: string, path: string, body: object): object {
  if (path === '/oauth/token') return { access_token: 'token', expires_in: 1200 };
  const [, , , , , id, action] = path.split('/');
  if (id === undefined && method === 'GET') return { count: 0, data: [] };
  if (id === undefined) {
    const sale = { ...body, id: `STX_${sales.size}`, status: 'created' };
    sales.set(sale.id, sale);
    return sale;
  }
  const sale = { ...sales.get(id), ...(action === 'start' ? { status: 'ok', receipt_number: 1 } : {}) };
  sales.set(id, sale);
  return sale;
}

const server = createServer(async (request, response) => {
  const body = request.url === '/oauth/token' ? {} : await bodyOf(request);
  const path = request.url?.split('?')[0] ?? '';
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify(answerOf(request.method ?? '', path, body)));
});
server.listen(0, '127.0.0.1', () =>
  console.log(`floor ready http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.once('SIGTERM', () => process.exit(0));
