/** Uploaded documents over HTTP: both ways in, both ways out, and how long they last. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, closeAll, item, ok, sale, startBridge, type TestBridge } from '../../doubles/bridge.fixture.ts';
import { specifies } from '../../doubles/specifies.ts';
import { LARGEST_DOCUMENT, type Upload } from '../../wire/documents.ts';
import type { ErrorBody } from '../../wire/errorBody.ts';
import { scanDocument } from './scanner.ts';

const UPLOADS = '/api/v2/Document/Uploads';
const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');
const HOUR = 3_600_000;

let bridge: TestBridge;
let client: Client;

beforeAll(async () => {
  bridge = await startBridge();
  client = await bridge.client();
});
afterAll(closeAll);

const upload = async (content: Buffer) =>
  ok(await client.ask<Upload>('POST', UPLOADS, { body: { content: content.toString('base64') } }));

async function sendForm(form: FormData, more: Readonly<Record<string, string>> = {}) {
  const headers = { authorization: `Bearer ${client.token}`, ...more };
  const answer = await fetch(`${bridge.url}${UPLOADS}?multipart`, { method: 'POST', headers, body: form });
  return { status: answer.status, body: (await answer.json()) as Upload & ErrorBody };
}

const formWith = (name: string, file: Blob | string, filename?: string) => {
  const form = new FormData();
  if (typeof file === 'string') form.set(name, file);
  else form.set(name, file, filename);
  return form;
};

describe('a document in base64', () => {
  it('is answered with its id', async () => {
    specifies({ Conventions: 'DUP_ and 30 letters or digits name an uploaded document' });
    expect(await upload(PDF)).toEqual({
      object: 'document.uploads',
      id: expect.stringMatching(/^DUP_[A-Z0-9]{30}$/),
      created: expect.any(String),
    });
  });

  it('is read with its content', async () => {
    specifies({ Endpoints: 'POST /Document/Uploads in base64' });
    const { id } = await upload(PDF);
    expect(ok(await client.ask<Upload>('GET', `${UPLOADS}/${id}`))).toMatchObject({
      id,
      content: PDF.toString('base64'),
      type: 'application/pdf',
      size: PDF.length,
    });
  });

  it('is taken from a data address, too', async () => {
    const content = `data:application/pdf;base64,${PDF.toString('base64')}`;
    const { id } = ok(await client.ask<Upload>('POST', UPLOADS, { body: { content } }));
    expect(ok(await client.ask<Upload & { content: string }>('GET', `${UPLOADS}/${id}`)).content).toBe(
      PDF.toString('base64'),
    );
  });

  it.each([
    ['nothing', ''],
    ['letters that are none', 'ä%$'],
    ['a wrong length', 'AAA'],
    ['padding in the middle', 'AA==AAAA'],
  ])('is refused for %s', async (_, content) => {
    const { status, body } = await client.ask<ErrorBody>('POST', UPLOADS, { body: { content } });
    expect({ status, code: body.code }).toEqual({ status: 500, code: 1001 });
    expect(body.error_details).toMatch(/^content must/);
  });

  it('is refused without content', async () => {
    for (const body of [{}, { content: null }, { content: 5 }])
      expect((await client.ask('POST', UPLOADS, { body })).status).toBe(500);
  });

  it('is refused without any body', async () => {
    expect((await client.ask('POST', '/api/v2/Document/Uploads')).status).toBe(500);
    expect((await client.ask<{ code: number }>('POST', '/api/v2/Document/Uploads')).body.code).toBe(1001);
  });

  it('is no file of a form, whatever else it says', async () => {
    for (const bytes of [5, 'AAAA', { length: 1 }, { type: 'Buffer', data: [1] }])
      expect(ok(await client.ask('POST', UPLOADS, { body: { content: 'AAAA', bytes } }))).not.toHaveProperty('size');
  });

  it.each(['\ud800.pdf', "it's (1)*.pdf", 'x'.repeat(200), ' '])('is downloaded under the name %j', async name => {
    const { id } = ok(await client.ask<Upload>('POST', UPLOADS, { body: { content: 'AAAA', name } }));
    const { status, headers } = await client.ask('GET', `${UPLOADS}/${id}/Download`);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="DUP_\w{30}"(; filename\*=UTF-8''[\w.~!%-]+)?$/,
    );
  });

  it.each(['====', 'A===', 'AA=A', 'AAA', 'AAA*', '=AAA', ' ', `data:${'x'.repeat(5_000_000)}`])(
    'is refused where it is none, however long: case %#',
    async content => {
      const { status, body } = await client.ask<ErrorBody>('POST', UPLOADS, { body: { content } });
      expect({ status, code: body.code }).toEqual({ status: 500, code: 1001 });
    },
  );

  it('may have five mebibytes, though other bodies may not, and no byte more', async () => {
    expect(await upload(Buffer.alloc(LARGEST_DOCUMENT))).toMatchObject({ object: 'document.uploads' });
    const content = Buffer.alloc(LARGEST_DOCUMENT + 1).toString('base64');
    const { status, body } = await client.ask<ErrorBody>('POST', UPLOADS, { body: { content } });
    expect({ status, code: body.code }).toEqual({ status: 413, code: 1019 });
  });
});

describe('a document in a form', () => {
  it('is answered with type, name and size', async () => {
    specifies({ Endpoints: 'POST /Document/Uploads?multipart' });
    const { status, body } = await sendForm(formWith('file', new Blob([PDF]), 'Mandat für Erika.pdf'));
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        object: 'document.uploads',
        id: expect.stringMatching(/^DUP_/),
        created: expect.any(String),
        name: 'Mandat für Erika.pdf',
        type: 'application/pdf',
        size: PDF.length,
      },
    });
  });

  it('has the type its bytes tell, not the one it claims', async () => {
    const page = new Blob(['<script>alert(1)</script>'], { type: 'application/pdf' });
    expect((await sendForm(formWith('file', page, 'a.pdf'))).body.type).toBe('application/octet-stream');
  });

  it('has no folders in its name', async () => {
    expect((await sendForm(formWith('file', new Blob([PDF]), '../../etc/passwd'))).body.name).toBe('passwd');
  });

  it('repeated under one key is stored once, though boundaries differ', async () => {
    const send = (bytes: Buffer) =>
      sendForm(formWith('file', new Blob([new Uint8Array(bytes)]), 'a.pdf'), { 'idempotency-key': 'one file' });
    const first = await send(PDF);
    expect(await send(PDF)).toEqual(first);
    expect((await send(Buffer.from('%PDF-2.0'))).status).toBe(409);
  });

  it('is refused without the part file', async () => {
    for (const form of [
      formWith('other', new Blob([PDF]), 'a'),
      formWith('file', 'text'),
      formWith('file', new Blob([]), 'a'),
    ])
      expect(await sendForm(form)).toMatchObject({ status: 500, body: { code: 1001 } });
  });

  it('is refused when the form cannot be read', async () => {
    const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await fetch(`${bridge.url}${UPLOADS}`, { method: 'POST', headers, body: 'no form' });
    expect(answer.status).toBe(500);
    expect(((await answer.json()) as ErrorBody).error_details).toMatch(/^the form cannot be read/);
  });

  it('is taken here only', async () => {
    const headers = { authorization: `Bearer ${client.token}` };
    const body = formWith('file', new Blob([PDF]), 'a.pdf');
    const answer = await fetch(`${bridge.url}/api/v2/Payment/Customers`, { method: 'POST', headers, body });
    expect(answer.status).toBe(415);
  });
});

describe('Download', () => {
  it('gives the bytes, to be saved and never shown', async () => {
    specifies({ Endpoints: 'GET /Document/Uploads/{id}/Download' });
    const { body } = await sendForm(formWith('file', new Blob([PDF]), 'Mandat "ü".pdf'));
    const answer = await fetch(`${bridge.url}${UPLOADS}/${body.id}/Download`, {
      headers: { authorization: `Bearer ${client.token}` },
    });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PDF);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${body.id}"; filename*=UTF-8''Mandat%20%22%C3%BC%22.pdf`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  it('needs a token', async () => {
    const { id } = await upload(PDF);
    expect((await fetch(`${bridge.url}${UPLOADS}/${id}/Download`)).status).toBe(401);
  });
});

it('shows another merchant nothing', async () => {
  const { id } = await upload(PDF);
  const other = await bridge.client('other');
  for (const path of [`${UPLOADS}/${id}`, `${UPLOADS}/${id}/Download`])
    expect((await other.ask('GET', path)).status).toBe(404);
});

it('forgets a document that nothing takes within a day', async () => {
  const { id } = await upload(PDF);
  bridge.clock.pass(24 * HOUR);
  client = await bridge.client();
  expect((await client.ask('GET', `${UPLOADS}/${id}`)).status).toBe(404);
});

describe('the documents of a merchant', () => {
  it('are so many, and so large together, and no more until some have gone', async () => {
    const shop = await startBridge({
      config: { documents: { most: 3, megabytes: 0.002, megabytesEach: 0.002, scanner: null } },
    });
    const [till, other] = [await shop.client(), await shop.client('other')];
    const send = async (size: number, from = till) => {
      const body = { content: Buffer.alloc(size, 'x').toString('base64') };
      const answer = await from.ask<ErrorBody>('POST', UPLOADS, { body });
      return answer.status === 200 ? 200 : answer.body.code;
    };
    expect([await send(1500), await send(600), await send(400)]).toEqual([200, 2034, 200]);
    expect([await send(0), await send(1), await send(1)]).toEqual([1001, 200, 2034]);
    expect(await send(1500, other)).toBe(200);
    await shop.close();
  });

  it('are filled by nobody alone: what one client has sent, and nothing has taken, has a share', async () => {
    const shop = await startBridge({
      config: { documents: { most: 9, megabytes: 0.01, megabytesEach: 0.002, scanner: null } },
    });
    const body = { content: Buffer.alloc(1500, 'x').toString('base64') };
    const send = async (till: Client) => (await till.ask<ErrorBody>('POST', UPLOADS, { body })).body.code ?? 200;
    const till = await shop.client();
    expect([await send(till), await send(till)]).toEqual([200, 2034]);
    expect(await send(await shop.staff('manager'))).toBe(200);
    await shop.close();
  });
});

it('files leave the last of the disk to sales, which go on', async () => {
  const shop = await startBridge({ config: { diskReserve: 1_000_000 } });
  const till = await shop.client();
  const refused = await till.ask<ErrorBody>('POST', UPLOADS, { body: { content: PDF.toString('base64') } });
  expect(refused).toMatchObject({
    status: 405,
    body: { code: 1271, error_details: expect.stringMatching(/MB are free/) },
  });
  const { id } = await till.create(sale([item(450)]));
  expect((await till.post(`/${id}/start/cash`)).status).toBe(200);
  await shop.close();
});

describe('a document that the scanner of the installation', () => {
  const harm = Buffer.from('X5O!P%@AP-STANDARD-ANTIVIRUS-TEST-FILE');
  const grep = ['sh', '-c', 'if grep -q ANTIVIRUS-TEST-FILE; then exit 1; fi'];

  it('finds something in is refused and not stored; one it passes is stored', async () => {
    const scanned = { most: 10, megabytes: 100, megabytesEach: 100, scanner: grep };
    const shop = await startBridge({ config: { documents: scanned } });
    const till = await shop.client();
    const send = async (bytes: Buffer) =>
      (await till.ask<ErrorBody>('POST', UPLOADS, { body: { content: bytes.toString('base64') } })).body.code ?? 200;
    expect([await send(harm), await send(Buffer.concat([PDF, harm])), await send(PDF)]).toEqual([2039, 2039, 200]);
    const form = formWith('file', new Blob([harm]), 'a.pdf');
    const headers = { authorization: `Bearer ${till.token}` };
    const sent = await fetch(`${shop.url}${UPLOADS}?multipart`, { method: 'POST', headers, body: form });
    expect(sent.status).toBe(405);
    expect(shop.rows('SELECT 1 FROM document_upload').length).toBe(1);
    await shop.close();
  });

  it.each([
    ['is not there for', ['/nowhere/scanner'], /cannot be started/],
    ['breaks off at', ['sh', '-c', 'cat > /dev/null; exit 2'], /ended with 2/],
    ['takes too long for', ['sleep', '5'], /ended by SIGKILL/],
  ])('%s is not taken', async (_name, command, reason) => {
    await expect(scanDocument(command, PDF, 300)).rejects.toThrow(reason);
  });

  it('knows enough about before it has read everything is taken by its word', async () => {
    await scanDocument(['true'], Buffer.alloc(LARGEST_DOCUMENT));
    await expect(scanDocument(['false'], Buffer.alloc(LARGEST_DOCUMENT))).rejects.toThrow(/found something/);
  });
});
