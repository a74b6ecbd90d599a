/** `node officeServer.ts`: a back office that answers at once and keeps nothing; `/one` takes a single document. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const place = { merchant: { id: 'M', name: 'M' }, store: { id: 'S', name: 'S', time_zone: 'Europe/Berlin' } };
const at = new Date().toISOString();

function answerOf({ url = '', headers }: IncomingMessage): object {
  if (url.endsWith('/enrolments')) return { bridge: 'BRG', key: 'KEY', ...place, at };
  if (url.endsWith('/heartbeats')) return { at, wanted: [] };
  if (url === '/one') return { taken: 1 };
  const [first, last] = [Number(headers['tillbridge-first']), Number(headers['tillbridge-last'])];
  const batch = Number(headers['tillbridge-batch']);
  return { batch, taken: last - first + 1, repeated: 0, held: [[1, last]], refused: [], wanted: [] };
}

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answerOf(request)));
  });
});
server.listen(0, '127.0.0.1', () =>
  console.log(`floor ready http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.once('SIGTERM', () => process.exit(0));
