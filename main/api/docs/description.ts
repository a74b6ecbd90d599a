/**
 * The OpenAPI document of the bridge and what is made from it, as text. Making it takes seconds, so `descriptionThread.ts` runs this
 * beside the loop.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import fastify from 'fastify';
import { methods, type PaymentMethod } from '../../acquirer/payments/methods.ts';
import type { Description } from '../../http/docs/document/components.ts';
import { wholeDocument } from '../../http/docs/document/document.ts';
import { withHappenings } from '../../http/docs/document/happenings.ts';
import { StandIns } from '../../http/docs/document/standIns.ts';
import { orderedByTags } from '../../http/docs/document/tags.ts';
import * as wireModules from '../../http/docs/document/wireModules.ts';
import type { ClientFile } from './clients/names.ts';

/** Declarations of the routes without their functions, so that another thread can take them. */
export interface Declarations {
  readonly version: string;
  readonly routes: readonly { readonly method: string | string[]; readonly url: string; readonly schema?: object }[];
  /** Paths of the resources that are read as the text that is stored. */
  readonly readers: readonly string[];
}

/** The document itself, in two ways to write it. */
export type DocumentFormat = 'json' | 'yaml';
export type DescriptionText = DocumentFormat | ClientFile;

/** A text to be made: from the routes, or from the document in JSON. */
export type DescriptionWork =
  | { readonly format: DocumentFormat; readonly declarations: Declarations }
  | { readonly file: ClientFile; readonly document: Uint8Array };

export async function descriptionText(work: DescriptionWork): Promise<string> {
  if ('file' in work) return clientText(work.file, JSON.parse(new TextDecoder().decode(work.document)) as Description);
  const document = await describe(work.declarations);
  return work.format === 'yaml' ? yamlOf(document) : JSON.stringify(document);
}

/** As `npm run api` writes them; the packaged application has them alone, and no compiler of types. */
const BUILT = join(import.meta.dirname, '..', '..', '..', 'dist', 'api');

/** Made from the description where the compiler of types is installed, so that they are never older than the routes. */
async function clientText(file: ClientFile, description: Description): Promise<string> {
  const makers = await import('./clients/clientFiles.ts').catch(() => null);
  return makers ? makers.clientFiles[file](description) : readFile(join(BUILT, file), 'utf8');
}

/** Written by the same framework as the page of all calls. */
async function yamlOf(document: Description): Promise<string> {
  const app = fastify();
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.ready();
  return app.swagger({ yaml: true });
}

async function describe({ version, routes, readers }: Declarations): Promise<Description> {
  const standIns = new StandIns();
  // The modules that others build on name their shapes first: they keep their plain names.
  const { wire, list, transaction, ...others } = wireModules;
  const shapes = standIns.nameShapes({ wire, list, transaction, ...others });
  const app = fastify({ exposeHeadRoutes: false });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  await app.register(swagger, { transform: standIns.transform, openapi: openapiOf(version) });
  for (const { method, url, schema } of routes)
    app.route({ method, url, ...(schema ? { schema } : {}), handler: async () => null });
  await app.ready();
  const versioned = new Set(readers);
  const isVersioned = (path: string) => versioned.has(path.replaceAll(/\{(\w+)\}/g, ':$1')) || VERSIONED.test(path);
  const surroundings = { shapes, isVersioned, choices: methodChoices };
  return orderedByTags(wholeDocument(withHappenings(app.swagger() as unknown as Description), surroundings));
}

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

const openapiOf = (version: string): NonNullable<FastifyDynamicSwaggerOptions['openapi']> => ({
  openapi: '3.1.0',
  info: {
    title: 'Tillbridge',
    version,
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
});

/** Beside the resources that are stored as text. */
const VERSIONED = /^\/bridge\/v1\/(shop|tax-rates|tiles|catalogue(\/pages)?|campaigns|tills\/\{id\}|.*\/picture)$/;

const methodsFor = (action: 'prepare' | 'start'): readonly string[] =>
  Object.entries<PaymentMethod>(methods)
    .filter(([, method]) => method[action])
    .map(([name]) => name);

/** Closed sets of values of path parameters, by path and name. */
const methodChoices: Readonly<Record<string, readonly string[]>> = {
  '/api/v2/Smart/Transactions/{id}/prepare/{method} method': methodsFor('prepare'),
  '/api/v2/Smart/Transactions/{id}/start/{method} method': methodsFor('start'),
};
