/** The file in an upload: in base64 inside JSON, or as the part `file` of a form. */

import type { UploadInput } from '../../wire/documents.ts';
import { BridgeError } from '../../world/errors.ts';

export interface UploadedFile {
  readonly bytes: Buffer;
  readonly name: string | null;
}

/** Throws `badInput` for what is no base64. */
export function decodedFile({ content, name }: UploadInput): UploadedFile {
  const text = content.replace(/^data:[^,]{0,200};base64,/i, '').replace(/\s/g, '');
  if (!isBase64(text)) throw new BridgeError('badInput', 'content must be a document in base64');
  return { bytes: Buffer.from(text, 'base64'), name: nameOf(name) };
}

/**
 * Looks for what must not be there. A pattern of the whole text keeps a way back for each of seven million characters, and
 * sometimes ends with "Maximum call stack size exceeded".
 */
function isBase64(text: string): boolean {
  const padding = text.indexOf('=');
  const letters = padding < 0 ? text.length : padding;
  return (
    letters > 0 &&
    text.length % 4 === 0 &&
    text.length - letters <= 2 &&
    !/[^A-Za-z0-9+/=]/.test(text) &&
    !/[^=]/.test(text.slice(letters))
  );
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
