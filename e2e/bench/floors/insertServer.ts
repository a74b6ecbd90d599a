/** Floor of a durable create over HTTP: node's server and the one INSERT of `insertLoop.ts`; requests of one turn share a commit. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Sqlite from 'better-sqlite3';

const [file = ''] = process.argv.slice(2);
const db = new Sqlite(file);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec('CREATE TABLE IF NOT EXISTS sale (number INTEGER PRIMARY KEY, document TEXT NOT NULL) STRICT');
const insert = db.prepare('INSERT INTO sale (document) VALUES (?)');
const commit = db.transaction((texts: readonly string[]) => {
  for (const text of texts) insert.run(text);
});

let waiting: { readonly text: string; readonly response: ServerResponse }[] = [];

function flush(): void {
  const jobs = waiting;
  waiting = [];
  commit(jobs.map(({ text }) => text));
  for (const { text, response } of jobs) {
    const length = Buffer.byteLength(text);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': length }).end(text);
  }
}

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', piece => {
    body += piece;
  });
  request.on('end', () => {
    if (waiting.push({ text: JSON.stringify(JSON.parse(body)), response }) === 1) setImmediate(flush);
  });
});
server.listen(0, '127.0.0.1', () =>
  console.log(`floor ready http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.once('SIGTERM', () => process.exit(0));
