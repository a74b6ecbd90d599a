/** `/docs`: start page with the OpenAPI page, guides, settings, errors, types and examples. Their parts are loaded at the first visit, so that they cost nothing at the start. */
import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { methods, type PaymentMethod } from '../../acquirer/payments/methods.ts';
import { BridgeError } from '../../world/errors.ts';
import { languageOf } from '../htmlPage.ts';
import type { Services } from '../services.ts';
import { changelog, changelogPage, changelogTitle } from './changelogPage.ts';
import { clientRoutes } from './clients/routes.ts';
import type { Description } from './document/components.ts';
import { StandIns } from './document/standIns.ts';
import { sendDocument } from './documentPage.ts';
import { errorCatalogue, sendErrorsPage, tokenErrorCatalogue } from './errorCatalogue.ts';
import { eventCatalogue, eventsPage, eventsTitle } from './eventsPage.ts';
import { docsPage } from './page.ts';

const open = { config: { public: true }, schema: { hide: true } } as const;

/** Two ways to say the same: a token that was got by hand, or where a program gets it. */
const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'access_token of POST /oauth/token' },
  oauth2: {
    type: 'oauth2',
    description:
      'POST /oauth/token also takes grant_type appuser (username, password and device of a person at the till), refresh_token, device and urn:ietf:params:oauth:grant-type:device_code (RFC 8628): a person allows a device at verification_uri. What a client may do stands with the client; a token needs no scopes to be asked for.',
    flows: { clientCredentials: { tokenUrl: '/oauth/token', refreshUrl: '/oauth/token', scopes: {} } },
  },
} as const;

export async function docsRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const standIns = new StandIns();
  await app.register(swagger, {
    transform: standIns.transform,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tillbridge',
        version: services.version,
        description:
          'Local API of the till bridge: loyalty, checkout and payment, version 2.0.0 of the interface. ' +
          'Every answer names its version in Tillbridge-Version, and a request may ask for one by the same header. Unknown members are ignored, named or refused as the setting strict or the header Tillbridge-Strict (off, misspelt, all) says: Tillbridge-Unknown-Members of the answer names them. ' +
          'HTTP 500 is also the answer to a request that is not valid, as the specification wants it: `fault` of the body says whether the client or the server is to be mended. See also ' +
          '[errors](/docs/errors) ([JSON](/docs/errors.json)), [events and pushes](/docs/events) ([JSON](/docs/events.json)), [changes](/docs/changelog) ([JSON](/docs/changelog.json)), [test data](/docs/test-data) ([JSON](/docs/test-data.json)), ' +
          '[clients](/docs/clients), [types](/docs/types.d.ts) and the [examples](/docs/examples.json) to import into an HTTP client.',
      },
      components: {
        securitySchemes,
      },
      security: [{ bearer: [] }, { oauth2: [] }],
      servers: [{ url: '/', description: 'the bridge that publishes this document' }],
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
  app.get('/docs/events', open, (request, reply) => {
    const language = languageOf(request);
    return sendDocument(request, reply, { title: eventsTitle(language), body: eventsPage(language) });
  });
  app.get('/docs/events.json', open, async () => eventCatalogue());
  app.get('/docs/changelog', open, (request, reply) => {
    const language = languageOf(request);
    return sendDocument(request, reply, { title: changelogTitle(language), body: changelogPage(language) });
  });
  app.get('/docs/changelog.json', open, async () => changelog());
  clientRoutes(app, described);
  app.get('/docs/examples.json', open, async request => {
    const { exampleCollection } = await import('./exampleCollection.ts');
    return exampleCollection(addressOf(request));
  });
  readingRoutes(app, services);
  let page: Promise<FastifyInstance> | null = null;
  app.get('/docs/*', open, async (request, reply) => {
    page ??= described().then(docsPage);
    const { routing } = await page;
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '');
    routing(request.raw, reply.raw);
  });
}

/** The pages to read: start, guides, settings. */
function readingRoutes(app: FastifyInstance, { config, terminalControl }: Services): void {
  app.get('/docs', open, async (request, reply) => {
    const { startPage, startScripts, startTitle } = await import('./startPage.ts');
    const language = languageOf(request);
    const facts = {
      address: addressOf(request),
      demo: config.demo,
      terminalPage: terminalControl(),
      serves: (path: string) => app.hasRoute({ url: path, method: 'GET' }),
    };
    const [title, body, scripts] = [startTitle(language), startPage(language, facts), startScripts(facts)];
    return sendDocument(request, reply, { title, body, scripts, loads: true });
  });
  app.get('/docs/guides', open, async (request, reply) => {
    const { guidesPage, guidesTitle } = await import('./guides.ts');
    const language = languageOf(request);
    return sendDocument(request, reply, { title: guidesTitle(language), body: guidesPage(language) });
  });
  app.get<{ Params: { name: string } }>('/docs/guides/:name', open, async (request, reply) => {
    const { guidePage } = await import('./guides.ts');
    const page = await guidePage(request.params.name, languageOf(request), addressOf(request));
    if (!page) throw new BridgeError('notFound', 'there is no guide with this name: /docs/guides lists them');
    return sendDocument(request, reply, page);
  });
  app.get<{ Params: { name: string; file: string } }>('/docs/guides/:name/:file', open, async (request, reply) => {
    const { guideProgram } = await import('./guides.ts');
    const text = await guideProgram(request.params.name, request.params.file, addressOf(request));
    if (text === null) throw new BridgeError('notFound', 'this guide has no program with this name');
    return reply.type('text/plain; charset=utf-8').send(text);
  });
  app.get('/docs/payment-states', open, async (request, reply) => {
    const { paymentStatesPage, paymentStatesTitle } = await import('./paymentStatesPage.ts');
    const language = languageOf(request);
    return sendDocument(request, reply, { title: paymentStatesTitle(language), body: paymentStatesPage(language) });
  });
  app.get('/docs/settings', open, async (request, reply) => {
    const { settingsPage, settingsTitle } = await import('./settingsPage.ts');
    const language = languageOf(request);
    return sendDocument(request, reply, { title: settingsTitle(language), body: settingsPage(language) });
  });
  app.get('/docs/settings.json', open, async () => (await import('./settingsPage.ts')).settingsSchema());
}

/** The address under which the caller has reached this bridge; its host was checked before. */
const addressOf = ({ protocol, host }: FastifyRequest): string => `${protocol}://${host}`;

async function describe(app: FastifyInstance, standIns: StandIns): Promise<Description> {
  const [{ wireModules }, { wholeDocument }, { withHappenings }, { orderedByTags }] = await Promise.all([
    import('./document/wireModules.ts'),
    import('./document/document.ts'),
    import('./document/happenings.ts'),
    import('./document/tags.ts'),
  ]);
  const isVersioned = (path: string) => app.readers.has(path.replaceAll(/\{(\w+)\}/g, ':$1')) || VERSIONED.test(path);
  const shapes = standIns.nameShapes(wireModules);
  const surroundings = { shapes, isVersioned, choices: methodChoices };
  return orderedByTags(wholeDocument(withHappenings(app.swagger() as unknown as Description), surroundings));
}

/** Beside the resources that are stored as text. */
const VERSIONED = /^\/bridge\/v1\/(shop|tax-rates|catalogue(\/pages)?|campaigns|tills\/\{id\}|.*\/picture)$/;

const methodsFor = (action: 'prepare' | 'start'): readonly string[] =>
  Object.entries<PaymentMethod>(methods)
    .filter(([, method]) => method[action])
    .map(([name]) => name);

/** Closed sets of values of path parameters, by path and name. */
const methodChoices: Readonly<Record<string, readonly string[]>> = {
  '/api/v2/Smart/Transactions/{id}/prepare/{method} method': methodsFor('prepare'),
  '/api/v2/Smart/Transactions/{id}/start/{method} method': methodsFor('start'),
};
