/** Floor of a durable create: parse, stringify, one INSERT, one WAL FULL commit; prints commits a second. */
import Sqlite from 'better-sqlite3';

const [file = '', body = '', duration = '1000'] = process.argv.slice(2);
const db = new Sqlite(file);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec('CREATE TABLE IF NOT EXISTS sale (number INTEGER PRIMARY KEY, document TEXT NOT NULL) STRICT');
const insert = db.prepare('INSERT INTO sale (document) VALUES (?)');

const end = performance.now() + Number(duration);
const begin = performance.now();
let count = 0;
while (performance.now() < end) {
  insert.run(JSON.stringify(JSON.parse(body)));
  count += 1;
}
console.log(count / ((performance.now() - begin) / 1000));
