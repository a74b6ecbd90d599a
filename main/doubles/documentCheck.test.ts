/** The check of answers against the published document finds every kind of fault, and none where there is none. */
import swagger from '@fastify/swagger';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentFaults } from './documentCheck.ts';

let app: FastifyInstance;
let answer: { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown };

const Refusal = {
  type: 'object',
  title: 'ErrorBody',
  additionalProperties: true,
  required: ['code'],
  properties: { code: { type: 'integer' } },
};
const Sale = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string' },
    parts: { type: 'array', items: { type: 'object', properties: { sum: { type: 'integer' } } } },
  },
};

beforeAll(async () => {
  app = fastify();
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  await app.register(swagger, { openapi: { openapi: '3.1.0', info: { title: 'double', version: '1' } } });
  app.get('/docs/json', { schema: { hide: true } }, async () => {
    const { paths } = app.swagger() as unknown as {
      paths: Record<string, { get: { responses: Record<string, object> } }>;
    };
    const [one] = Object.values(paths);
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } };
    Object.assign(one?.get.responses ?? {}, { '4XX': { content } });
    return { paths, components: { schemas: { ErrorBody: Refusal }, responses: {} } };
  });
  app.get('/sales/:id', { schema: { response: { 200: Sale } } as object }, (_request, reply) =>
    reply
      .code(answer.status ?? 200)
      .headers(answer.headers ?? {})
      .send(answer.body),
  );
  await documentFaults();
});
afterAll(() => app.close());

it.each([
  ['nothing in an answer as declared', { body: { id: '1', parts: [{ sum: 1 }] } }, []],
  ['a member that is missing', { body: {} }, [" must have required property 'id'"]],
  ['a member of another type', { body: { id: 1 } }, ['/id must be string']],
  ['a member that nobody declared', { body: { id: '1', colour: 1 } }, [' must NOT have additional properties: colour']],
  ['one deeper', { body: { id: '1', parts: [{ sum: 1, x: 1 }] } }, ['/parts/0 must NOT have additional properties: x']],
  ['a header', { headers: { 'x-colour': 'red' }, body: { id: '1' } }, ['the header x-colour is not declared']],
  ['a status', { status: 201, body: { id: '1' } }, ['this status is not declared']],
  ['a member of a refusal', { status: 409, body: { code: 1, why: '' } }, [' must NOT have additional properties: why']],
])('finds %s', async (_what, given, faults) => {
  answer = given;
  await app.inject('/sales/1');
  const at = `GET /sales/{id} ${answer.status ?? 200}: `;
  expect(await documentFaults()).toEqual(faults.map(fault => at + fault));
});

it('finds what a page of ours sends and no operation knows, and not what others send', async () => {
  answer = { headers: { 'tillbridge-unknown-members': '"colour"' }, body: { id: '1' } };
  await app.inject('/sales/1');
  const undeclared = 'GET /sales/{id} 200: the header tillbridge-unknown-members is not declared';
  expect(await documentFaults()).toEqual([undeclared]);
  await app.inject({ url: '/sales/1', headers: { 'user-agent': 'Mozilla/5.0' } });
  expect(await documentFaults()).toEqual([undeclared, 'GET /sales/{id} 200: a page of ours sends "colour"']);
});

it('holds a server whose routes are all known against the document that is there', async () => {
  const other = fastify();
  other.setValidatorCompiler(() => () => true);
  other.setSerializerCompiler(() => JSON.stringify);
  other.get('/docs/json', { schema: { hide: true } }, () => Promise.reject(new Error('asked for another document')));
  other.get('/sales/:id', { schema: { response: { 200: Sale } } as object }, async () => ({ id: '1', colour: 1 }));
  await other.inject('/sales/1');
  expect(await documentFaults()).toEqual(['GET /sales/{id} 200:  must NOT have additional properties: colour']);
  await other.close();
});
