/** The published documents of the bridge and of the back office say everything: names, words, headers and examples. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAll, startBridge } from '../../../doubles/bridge.fixture.ts';
import { openBooks } from '../../../office/reports/books.fixture.ts';
import { events } from '../../../wire/events.ts';
import { pushEvents } from '../../../wire/pushEvents.ts';
import { memberTexts } from './memberTexts.ts';

type Schema = Readonly<Record<string, unknown>>;
interface Media {
  readonly schema?: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly $ref?: string; readonly value?: unknown }>>;
}
interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters: readonly { readonly $ref?: string; readonly name: string; readonly description?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
    readonly parameters: Readonly<Record<string, { readonly name: string }>>;
  };
}

const office = openBooks();
const documents: Record<string, Document> = {};
beforeAll(async () => {
  const read = async (url: string) => (await (await fetch(`${url}/docs/json`)).json()) as Document;
  documents.bridge = await read((await startBridge()).url);
  documents.office = await read(office.url);
});
afterAll(closeAll);

const documentOf = (host: string): Document => documents[host] as Document;
const operationsOf = (host: string) =>
  Object.entries(documentOf(host).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ at: `${method} ${path}`, method, path, operation })),
  );

describe.each(['bridge', 'office'])('the document of the %s', host => {
  it('validates as OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(documentOf(host)) as never);
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  });

  it('says of every operation, every parameter and every member what it is', () => {
    for (const { at, operation } of operationsOf(host)) {
      expect([at, operation.summary, operation.description]).toEqual([at, expect.any(String), expect.any(String)]);
      for (const { $ref, name, description } of operation.parameters)
        if (!$ref) expect([at, name, description]).toEqual([at, name, expect.stringMatching(/\w{2}/)]);
    }
    const silent: string[] = [];
    eachMember([documentOf(host).components.schemas, documentOf(host).paths], (name, member) => {
      if (!member.description || member.description === name) silent.push(name);
    });
    expect([...new Set(silent)]).toEqual([]);
  });

  it('shows an example of every body and every answer, and each fits its schema', () => {
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    const { components } = documentOf(host);
    ajv.addSchema({ $id: 'document', components });
    const wrong: string[] = [];
    const compiled = new Map<string, ValidateFunction>();
    const validatorOf = (schema: object): ValidateFunction => {
      const text = JSON.stringify(schema).replaceAll('"#/', '"document#/');
      const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
      compiled.set(text, validate);
      return validate;
    };
    for (const { at, operation } of operationsOf(host))
      for (const [where, content] of contentsOf(operation))
        for (const { schema = {}, example, examples } of jsonOf(content)) {
          const [shared] = Object.values(examples ?? {});
          const value = shared?.$ref
            ? components.examples[shared.$ref.split('/').at(-1) ?? '']?.value
            : (shared?.value ?? example);
          const valid = validatorOf(schema);
          if (value === undefined || !valid(value)) wrong.push(`${at} ${where}: ${ajv.errorsText(valid.errors)}`);
        }
    expect(wrong).toEqual([]);
  });
});

const contentsOf = ({ requestBody, responses }: Operation) => [
  ...(requestBody ? [['body', requestBody.content] as const] : []),
  ...Object.entries(responses).flatMap(([status, { content }]) =>
    status.startsWith('2') && content ? [[status, content] as const] : [],
  ),
];

const jsonOf = (content: Readonly<Record<string, Media>>): readonly Media[] =>
  Object.entries(content).flatMap(([type, media]) => (/json|urlencoded/.test(type) && media.schema ? [media] : []));

function eachMember(value: unknown, visit: (name: string, member: Schema) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    if (key === 'properties' && typeof part === 'object')
      for (const [name, member] of Object.entries(part as Record<string, Schema>)) visit(name, member);
    eachMember(part, visit);
  }
}

it('the table of members has no row that nobody asks for', () => {
  const names = new Set<string>();
  eachMember(Object.values(documents), name => names.add(name));
  expect(Object.keys(memberTexts).filter(name => !names.has(name))).toEqual([]);
});

describe('the document of the bridge', () => {
  it('shows a count of the drawer that is taken as it stands', async () => {
    const bridge = await startBridge();
    const manager = await bridge.staff('manager');
    const { example, examples = {} } =
      documentOf('bridge').paths['/bridge/v1/shifts']?.post?.requestBody?.content['application/json'] ?? {};
    const [shown] = Object.values(examples);
    const opened = await manager.ask('POST', '/bridge/v1/shifts', { body: shown?.value ?? example });
    expect(opened.status, opened.text).toBe(200);
  });

  const parametersOf = (method: string, path: string) =>
    (documentOf('bridge').paths[path]?.[method]?.parameters ?? []).map(({ $ref, name }) =>
      $ref ? documentOf('bridge').components.parameters[$ref.split('/').at(-1) ?? '']?.name : name,
    );

  it.each([
    ['post', '/api/v2/Smart/Transactions', ['Idempotency-Key', 'X-Action', 'Accept-Language']],
    ['get', '/api/v2/Smart/Transactions/{id}', ['If-None-Match']],
    ['put', '/api/v2/Smart/Transactions/{id}', ['If-Match', 'Idempotency-Key']],
    ['post', '/bridge/v1/terminals/{device}/operations', ['Idempotency-Key']],
    ['post', '/bridge/v1/cash-movements', ['Idempotency-Key']],
    ['post', '/bridge/v1/returns/{id}/pay-out', ['Idempotency-Key']],
    ['get', '/bridge/v1/events', ['Last-Event-ID']],
    ['post', '/oauth/token', ['Tillbridge-Version', 'Tillbridge-Strict']],
  ])('declares the headers of %s %s', (method, path, names) => {
    expect(parametersOf(method, path)).toEqual(expect.arrayContaining(names));
  });

  it('declares no header where it means nothing', () => {
    expect(parametersOf('get', '/api/v2/Smart/Transactions/{id}')).not.toContain('Idempotency-Key');
    expect(parametersOf('post', '/api/v2/Smart/Transactions')).not.toContain('If-Match');
  });

  it('has every push notification as a webhook, and the shape of every event of the stream', () => {
    const { webhooks = {}, paths } = documentOf('bridge') as Document & { webhooks?: Record<string, { post: object }> };
    expect(Object.keys(webhooks)).toEqual(Object.keys(pushEvents));
    expect(JSON.stringify(webhooks['sale.paid'])).toContain('#/components/schemas/Notification');
    const stream = JSON.stringify(paths['/bridge/v1/events']?.get?.responses['200']);
    for (const name of Object.keys(events)) expect(stream).toContain(`"${name}":{"description"`);
  });

  it('names the methods that prepare and start know', () => {
    const { parameters = [] } =
      documentOf('bridge').paths['/api/v2/Smart/Transactions/{id}/start/{method}']?.post ?? {};
    const method = parameters.find(({ name }) => name === 'method') as unknown as { schema: { enum: string[] } };
    expect(method.schema.enum).toEqual(expect.arrayContaining(['cash', 'cashless', 'voucher']));
    expect(method.schema.enum).not.toContain('creditcard');
  });
});
