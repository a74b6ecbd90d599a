/** Floor of the start: fastify and one SQLite file, nothing else. */
import Sqlite from 'better-sqlite3';
import fastify from 'fastify';

const [file = ''] = process.argv.slice(2);
const db = new Sqlite(file);
db.pragma('journal_mode = WAL');
const one = db.prepare('SELECT 1 AS one');
const app = fastify();
app.get('/healthz', async () => one.get());
const url = await app.listen({ port: 0 });
console.log(`floor ready ${url}`);
process.once('SIGTERM', () => process.exit(0));
