/** `/docs`: the OpenAPI page of the back office, and its description at `/docs/json`. */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { Description } from '../../../http/docs/document/components.ts';
import { StandIns } from '../../../http/docs/document/standIns.ts';
import { errorCatalogue, sendErrorsPage, tokenErrorCatalogue } from '../../../http/docs/errorCatalogue.ts';
import { docsPage } from '../../../http/docs/page.ts';
import * as errorBody from '../../../wire/errorBody.ts';
import * as lists from '../../../wire/lists.ts';
import * as bank from '../../../wire/office/bank.ts';
import * as batches from '../../../wire/office/batches.ts';
import * as enrolment from '../../../wire/office/enrolment.ts';
import * as people from '../../../wire/office/people.ts';
import * as records from '../../../wire/office/records.ts';
import * as reports from '../../../wire/office/reports.ts';
import * as sales from '../../../wire/office/sales.ts';
import * as shapes from '../../../wire/shapes.ts';
import * as token from '../../../wire/token.ts';

/** The modules whose shapes have names in the document. */
const modules = {
  wire: shapes,
  errorBody,
  lists,
  person: people,
  sale: sales,
  report: reports,
  batch: batches,
  record: records,
  enrolment,
  bank,
  token,
} as const;

const open = { schema: { hide: true } } as const;

const ABOUT = [
  'The back office: what tills send, and what people read of it.',
  'People sign in at POST /office/v1/token and send the token as bearer; a browser may ask for a cookie instead.',
  'Tills sign every request (RFC 9421); their calls need no token.',
  'Lists take q, sort, fields, count and offset as those of the bridge do. Amounts are minor units.',
  'What belongs to another merchant, or to a store that the person may not see, is not there (404).',
].join(' ');

/** Before the routes, so that all of them are described. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  const standIns = new StandIns();
  await app.register(swagger, {
    transform: standIns.transform,
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Tillbridge back office', version: '1', description: ABOUT },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
  });
  let description: Promise<Description> | null = null;
  const described = () => {
    description ??= describe(app, standIns);
    return description;
  };
  app.get('/docs/json', open, described);
  app.get('/docs/errors', open, sendErrorsPage);
  app.get('/docs/errors.json', open, async () => ({ errors: errorCatalogue(), token_errors: tokenErrorCatalogue() }));
  let page: Promise<FastifyInstance> | null = null;
  for (const url of ['/docs', '/docs/*'])
    app.get(url, open, async (request, reply) => {
      page ??= described().then(docsPage);
      const { routing } = await page;
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '');
      routing(request.raw, reply.raw);
    });
}

/** Made at the first visit, as the document of the bridge is. */
async function describe(app: FastifyInstance, standIns: StandIns): Promise<Description> {
  const { wholeDocument } = await import('../../../http/docs/document/document.ts');
  const shapes = standIns.nameShapes(modules);
  return wholeDocument(app.swagger() as unknown as Description, {
    shapes,
    isVersioned: () => false,
    choices: {},
  });
}
