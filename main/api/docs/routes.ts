/** `/docs`: start page with the OpenAPI page, guides, settings, errors, types and examples. Their parts are loaded at the first visit, so that they cost nothing at the start. */
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify';
import { sendDocument } from '../../http/docs/documentPage.ts';
import { errorCatalogue, sendErrorsPage, tokenErrorCatalogue } from '../../http/docs/errorCatalogue.ts';
import { docsPage } from '../../http/docs/page.ts';
import { LANGUAGE_HEADERS, languageOf } from '../../http/htmlPage.ts';
import { BridgeError } from '../../world/errors.ts';
import { sendTagged } from '../etag.ts';
import type { Services } from '../services.ts';
import { changelog, changelogPage, changelogTitle } from './changelogPage.ts';
import { clientAddresses } from './clients/names.ts';
import { clientRoutes } from './clients/routes.ts';
import type { Declarations, DescriptionText } from './description.ts';
import { type DescriptionTexts, descriptionTexts } from './descriptionThread.ts';
import { eventCatalogue, eventsPage, eventsTitle } from './eventsPage.ts';

const open = { config: { public: true }, schema: { hide: true } } as const;

/** The routes that the description names, and the description as a text. */
export interface Published {
  readonly routes: Declarations['routes'];
  readonly textOf: DescriptionTexts;
}

export async function docsRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const routes: Declarations['routes'][number][] = [];
  const { shared } = app;
  const textOf = descriptionTexts(() => ({ version: services.version, routes, readers: [...shared.readers.keys()] }));
  shared.published = { routes, textOf };
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (!(schema as { hide?: boolean } | undefined)?.hide) routes.push({ method, url, ...(schema ? { schema } : {}) });
  });
  for (const [address, text] of Object.entries(texts))
    app.get(address, { ...open, preHandler: typed(typeOf(text)) }, () => textOf(text));
  app.get('/docs/errors', open, sendErrorsPage);
  app.get('/docs/errors.json', open, (request, reply) =>
    sendData(request, reply, { errors: errorCatalogue(), token_errors: tokenErrorCatalogue() }),
  );
  app.get('/docs/events', open, (request, reply) => {
    const language = languageOf(request);
    return sendDocument(request, reply, { title: eventsTitle(language), body: eventsPage(language) });
  });
  app.get('/docs/events.json', open, (request, reply) => sendData(request, reply, eventCatalogue()));
  app.get('/docs/changelog', open, (request, reply) => {
    const language = languageOf(request);
    return sendDocument(request, reply, { title: changelogTitle(language), body: changelogPage(language) });
  });
  app.get('/docs/changelog.json', open, (request, reply) => sendData(request, reply, changelog()));
  clientRoutes(app);
  app.get('/docs/examples.json', open, async request => {
    const { exampleCollection } = await import('./exampleCollection.ts');
    return exampleCollection(addressOf(request));
  });
  readingRoutes(app, services);
  let page: Promise<FastifyInstance> | null = null;
  app.get('/docs/*', open, async (request, reply) => {
    page ??= docsPage(ELSEWHERE);
    const { routing } = await page;
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '');
    routing(request.raw, reply.raw);
  });
}

/** Texts that are made from the routes, by their address. */
const texts: Readonly<Record<string, DescriptionText>> = {
  '/docs/json': 'json',
  '/docs/yaml': 'yaml',
  ...clientAddresses,
};

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  yaml: 'application/x-yaml',
  js: 'text/javascript',
};

const typeOf = (text: DescriptionText): string =>
  `${TYPES[text.split('.').at(-1) ?? ''] ?? 'text/plain'}; charset=utf-8`;

const typed =
  (type: string): preHandlerHookHandler =>
  (_request, reply, done) => {
    reply.type(type);
    done();
  };

/** The page of all calls fetches the document; it wants one to begin with. */
const ELSEWHERE = { openapi: '3.1.0', info: { title: 'Tillbridge', version: '' }, paths: {} } as const;

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
  manualRoutes(app);
  app.get('/docs/settings', open, async (request, reply) => {
    const { settingsPage, settingsTitle } = await import('./settingsPage.ts');
    const language = languageOf(request);
    return sendDocument(request, reply, { title: settingsTitle(language), body: settingsPage(language) });
  });
  app.get('/docs/settings.json', open, async (request, reply) =>
    sendData(request, reply, (await import('./settingsPage.ts')).settingsSchema()),
  );
}

/** The manual: its pages, its pictures, and all of it as data for the till. */
function manualRoutes(app: FastifyInstance): void {
  app.get('/docs/manual', open, async (request, reply) => {
    const { manualContents, manualTitle, SEARCH } = await import('./manual.ts');
    const language = languageOf(request);
    const [title, body] = [manualTitle(language), await manualContents(language)];
    return sendDocument(request, reply, { title, body, scripts: [SEARCH] });
  });
  app.get('/docs/manual.json', open, async (request, reply) => {
    const manual = await (await import('./manual.ts')).manualIn(languageOf(request));
    return sendData(request, reply.header('vary', LANGUAGE_HEADERS), manual);
  });
  app.get('/docs/manual/whole', open, async (request, reply) => {
    const { manualTitle, wholeManual } = await import('./manual.ts');
    const language = languageOf(request);
    const [title, body] = [manualTitle(language), await wholeManual(language)];
    return sendDocument(request, reply, { title, body, loads: true });
  });
  app.get<{ Params: { page: string } }>('/docs/manual/:page', open, async (request, reply) => {
    const { manualPage } = await import('./manual.ts');
    const page = await manualPage(request.params.page, languageOf(request));
    if (!page) throw new BridgeError('notFound', 'the manual has no page with this name: /docs/manual lists them');
    return sendDocument(request, reply, { ...page, loads: true });
  });
  app.get<{ Params: { name: string } }>('/docs/manual/pictures/:name', open, async (request, reply) => {
    const { manualPicture } = await import('./manual.ts');
    const picture = await manualPicture(request.params.name);
    if (!picture) throw new BridgeError('notFound', 'the manual has no picture with this name');
    return reply.type('image/webp').header('cache-control', 'no-cache').send(picture);
  });
}

/** A document as data: browsers keep it, and ask with its tag whether it is still the same. */
const sendData = (request: FastifyRequest, reply: FastifyReply, data: object): FastifyReply =>
  sendTagged(request, reply.header('cache-control', 'no-cache'), Buffer.from(JSON.stringify(data)));

/** The address under which the caller has reached this bridge; its host was checked before. */
const addressOf = ({ protocol, host }: FastifyRequest): string => `${protocol}://${host}`;
