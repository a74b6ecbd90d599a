/** The file in an upload: in base64 inside JSON, or as the part `file` of a form. */

import type { UploadInput } from '../../wire/documents.ts';
import { BridgeError } from '../../world/errors.ts';

export interface UploadedFile {
  readonly bytes: Buffer;
  readonly name: string | null;
}

/** Throws `badInput` for what is no base64. */
export function decodedFile({ content, name }: UploadInput): UploadedFile {
  const text = content.replace(/^data:[^,]*;base64,/i, '').replace(/\s+/g, '');
  if (text === '' || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    throw new BridgeError('badInput', 'content must be a document in base64');
  return { bytes: Buffer.from(text, 'base64'), name: nameOf(name) };
}

/** Throws `badInput` for a form that cannot be read, or has no file in it. */
export async function readForm(body: Buffer, contentType: string): Promise<UploadedFile> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(cause => {
      throw new BridgeError('badInput', 'the form cannot be read: a boundary or a part is wrong', { cause });
    });
  const file = form.get('file');
  if (file === null || typeof file === 'string' || file.size === 0)
    throw new BridgeError('badInput', 'the form has no part file with a document in it');
  return { bytes: Buffer.from(await file.arrayBuffer()), name: nameOf(file.name) };
}

/** The last word of a path, without what a file name cannot hold. */
function nameOf(said: string | null | undefined): string | null {
  const [name = ''] = (said ?? '').split(/[\\/]/).slice(-1);
  const clean = name
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 200)
    .toWellFormed();
  return clean === '' ? null : clean;
}
