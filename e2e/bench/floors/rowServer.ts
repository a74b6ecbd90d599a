/**
 * Floor of a durable create that can be searched for: the server framework, and the row of a sale with its indexes and its count. No
 * rule, token, event or journal; requests of one turn share a commit. Its file is a database of the bridge, whose newest sale is the
 * pattern of every row.
 */
import Sqlite from 'better-sqlite3';
import fastify from 'fastify';

const [file = ''] = process.argv.slice(2);
const db = new Sqlite(file);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.pragma('temp_store = MEMORY');
const newest = db.prepare('SELECT * FROM smart_transaction ORDER BY number DESC').get();
const { number, ...pattern } = newest as Record<string, string | number>;
const names = Object.keys(pattern);
const insert = db.prepare(`INSERT INTO smart_transaction (${names}) VALUES (${names.map(name => `@${name}`)})`);
const sale: object = JSON.parse(String(pattern.document));
let position = Number(pattern.position);
const commit = db.transaction((rows: readonly object[]) => {
  for (const row of rows) insert.run(row);
});

let waiting: { readonly row: object; readonly done: () => void }[] = [];

function flush(): void {
  const jobs = waiting;
  waiting = [];
  commit(jobs.map(({ row }) => row));
  for (const { done } of jobs) done();
}

/** Ids begin with their order, as those of the bridge do. */
function nextRow(): object {
  position += 1;
  const id = `${String(pattern.id).slice(0, 4)}${position.toString(36).toUpperCase().padStart(22, '0')}`;
  return { ...pattern, id, position };
}

const app = fastify();
app.post('/create', async (_, reply) => {
  const document = JSON.stringify(sale);
  await new Promise<void>(done => {
    if (waiting.push({ row: { ...nextRow(), document }, done }) === 1) setImmediate(flush);
  });
  return reply.type('application/json').send(document);
});
const url = await app.listen({ port: 0 });
console.log(`floor ready ${url}`);
process.once('SIGTERM', () => process.exit(0));
