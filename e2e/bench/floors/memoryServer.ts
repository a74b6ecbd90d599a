/** Floor of reads: fastify with a response schema, answering parsed documents from memory. */
import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import { listOf } from '../../../main/wire/shapes.ts';
import { SmartTransaction } from '../../../main/wire/transactions.ts';

const [file = ''] = process.argv.slice(2);
const documents: { id: string }[] = JSON.parse(readFileSync(file, 'utf8'));
const byId = new Map(documents.map(document => [document.id, document]));

const app = fastify();
app.get<{ Params: { id: string } }>('/one/:id', { schema: { response: { 200: SmartTransaction } } }, async request =>
  byId.get(request.params.id),
);
app.get('/list', { schema: { response: { 200: listOf(SmartTransaction) } } }, async () => ({
  count: documents.length,
  data: documents.slice(0, 20),
}));
const url = await app.listen({ port: 0 });
console.log(`floor ready ${url}`);
process.once('SIGTERM', () => process.exit(0));
