/** A client as an integrator makes it: by a generator that knows nothing of this project, from the published document. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const modules = join(import.meta.dirname, '..', '..', 'node_modules');

/** Pays 3.40 by card, and prints how it ended. What the types have to refuse is marked for the compiler. */
const program = (address: string) => `import * as api from './client.ts';
api.defaults.baseUrl = ${JSON.stringify(address)};
const token = await api.getToken({ grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' });
if (token.status !== 200) throw new Error(token.data.cause);
api.defaults.headers = { authorization: \`Bearer \${token.data.access_token}\` };
const sale = await api.createSmartTransaction({ basket: { products: [{ ean: '1', priceOne: 340, tax: 7, quantity: 1 }] } });
if (sale.status !== 200) throw new Error(sale.data.error_details);
const open: number | null = sale.data.outcome.open;
// @ts-expect-error there is no such method
const never = () => api.startSmartTransaction(sale.data.id, 'bitcoin');
// @ts-expect-error there is no such result
const isSold = sale.data.outcome.result === 'sold';
const paid = await api.startSmartTransaction(sale.data.id, 'cashless', {}, { idempotencyKey: 'one' });
if (paid.status !== 200) throw new Error(paid.data.error_details);
const [payment] = paid.data.payments ?? [];
console.log(JSON.stringify({ open, result: paid.data.outcome.result, amount: payment?.amount, digits: payment?.card?.last_four }));
const again = await api.startSmartTransaction(sale.data.id, 'cashless');
if (again.status === 405) console.log(JSON.stringify({ code: again.data.code, next: again.data.outcome?.next?.method ?? null }));
const list = await api.listSmartTransactions({ sort: 'created:desc', count: '1' });
// A list can be asked for figures or definitions in the place of its items.
if (list.status !== 200 || !('data' in list.data) || 'lookup' in list.data) throw new Error('no items');
console.log(JSON.stringify(list.data.data.map(({ id }) => id === sale.data.id)));
`;

/** Generates the client, compiles it with a program that pays, and runs the program; gives what it printed. */
export async function generatedClientPays(address: string): Promise<readonly unknown[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-generated-'));
  const node = async (...args: string[]): Promise<string> => {
    try {
      return (await promisify(execFile)(process.execPath, args, { cwd: folder })).stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string };
      throw new Error(`${args[0]}: ${stdout}${stderr}`, { cause: error });
    }
  };
  try {
    const document = await fetch(`${address}/docs/json`);
    writeFileSync(join(folder, 'document.json'), await document.text());
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'pay.ts'), program(address));
    symlinkSync(modules, join(folder, 'node_modules'));
    await node(join(modules, 'oazapfts', 'dist', 'cli.js'), 'document.json', 'client.ts');
    const options =
      '--ignoreConfig --noEmit --strict --skipLibCheck --target es2022 --module nodenext --allowImportingTsExtensions';
    await node(join(modules, 'typescript', 'lib', 'tsc.js'), ...options.split(' '), '--lib', 'es2023,dom', 'pay.ts');
    const printed = await node('pay.ts');
    return printed
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as unknown);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
