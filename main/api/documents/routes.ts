/** Uploaded documents (`/Document/Uploads`): short-lived until something takes them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { documentOf, keepDocument } from '../../wallet/documents.ts';
import { LARGEST_DOCUMENT, Upload, UploadInput, UploadWithContent } from '../../wire/documents.ts';
import { BridgeError } from '../../world/errors.ts';
import type { DocumentContent } from '../../world/wallet.ts';
import { describeRoute, sendJson } from '../resource.ts';
import type { Services } from '../services.ts';
import { scanDocument } from './scanner.ts';
import { decodedFile, readForm, type UploadedFile } from './uploadedFile.ts';

const path = '/api/v2/Document/Uploads';
const tag = 'Documents';

/** In base64, with room for what stands around it. */
const LARGEST_BODY = Math.ceil((LARGEST_DOCUMENT * 4) / 3) + 65_536;

interface One {
  Params: { id: string };
}

export async function documentRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { world } = services;

  // Parts of a form are taken here and nowhere else, so the parser lives in a scope of its own.
  await app.register(async scope => {
    const options = { parseAs: 'buffer', bodyLimit: LARGEST_BODY } as const;
    scope.addContentTypeParser('multipart/form-data', options, async (request: FastifyRequest, body: Buffer) => {
      const read = await readForm(body, request.headers['content-type'] ?? '');
      const file = { ...read, name: read.name && app.shared.cards.cutText(read.name) };
      // Boundaries differ each time; what is repeated under one key is the file.
      request.sent = `${file.name}\n${file.bytes.toString('latin1')}`;
      return file;
    });
    uploadRoute(scope, services);
  });

  app.get<One>(
    `${path}/:id`,
    describeRoute(tag, 'Read a document with its content', UploadWithContent),
    async ({ principal, params }, reply) => {
      const { document, content } = documentOf(world, principal.merchant, params.id);
      return sendJson(reply, { ...document, content: content.toString('base64') });
    },
  );

  app.get<One>(
    `${path}/:id/Download`,
    describeRoute(tag, 'Read the bytes of a document', { description: 'the bytes', content: BYTES }),
    async ({ principal, params }, reply) => {
      const found = documentOf(world, principal.merchant, params.id);
      return reply.headers(downloadHeaders(found)).send(found.content);
    },
  );
}

function uploadRoute(app: FastifyInstance, { world, config }: Services) {
  app.post<{ Body: UploadInput | UploadedFile | undefined }>(
    path,
    {
      bodyLimit: LARGEST_BODY,
      ...describeRoute(tag, 'Upload a document', Upload, {
        body: { content: { 'application/json': { schema: UploadInput }, 'multipart/form-data': { schema: FORM } } },
      }),
    },
    async ({ principal, body }, reply) => {
      // Without a type of content there is nothing the validation could look at.
      if (!body) throw new BridgeError('badInput', 'the document is missing: send {content: base64} or a form');
      const { bytes, name } = isFile(body) ? body : decodedFile(body);
      if (bytes.length > LARGEST_DOCUMENT)
        throw new BridgeError(
          'tooLarge',
          `a document may have ${LARGEST_DOCUMENT} bytes; this one has ${bytes.length}`,
        );
      await scanDocument(config.documents.scanner, bytes);
      const document = await world.ledger.write(() => keepDocument(world, principal, bytes, name));
      const { object, id, created } = document;
      return sendJson(reply, isFile(body) ? document : { object, id, created });
    },
  );
}

/** Only the reader of forms makes one: what JSON says is never a buffer. */
const isFile = (body: UploadInput | UploadedFile): body is UploadedFile =>
  'bytes' in body && Buffer.isBuffer(body.bytes);

/** Never shown as a page of ours, whatever is in it. */
const downloadHeaders = ({ document: { id, name, type = '' } }: DocumentContent) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${id}"${name ? `; filename*=UTF-8''${encoded(name)}` : ''}`,
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-store',
});

/** RFC 8187 allows fewer characters than a URL does. */
const encoded = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

const BYTES = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } as const;
const FORM = {
  type: 'object',
  properties: { file: { type: 'string', format: 'binary', description: 'the document' } },
  additionalProperties: true,
} as const;
