/**
 * The text of a JSON or form body: UTF-8 (RFC 8259), or the character set that its Content-Type names. Many registers write the set
 * of their Windows and name none; read as UTF-8, their umlauts would be replacement characters in receipts and books for ever.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { BridgeError } from '../world/errors.ts';

/** The text, or the refusal: `malformedJson` for bytes of another set, `unsupportedMedia` for an unknown set or a packed body. */
export function bodyText(body: Buffer, headers: IncomingHttpHeaders): string | BridgeError {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && !/^identity$/i.test(encoding))
    return new BridgeError(
      'unsupportedMedia',
      `a body of Content-Encoding ${quoted(encoding)} is not read: send it unpacked`,
    );
  const charset = charsetOf(headers['content-type'] ?? '');
  if (!UTF8.test(charset)) return decoded(body, charset);
  return isUtf8(body) ? body.toString('utf8') : new BridgeError('malformedJson', notUtf8(body));
}

const UTF8 = /^utf-?8$/i;

const charsetOf = (type: string): string => /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1] ?? 'utf-8';

const quoted = (name: string): string => JSON.stringify(name.slice(0, 40));

function decoded(body: Buffer, charset: string): string | BridgeError {
  const decoder = decoderOf(charset);
  if (decoder === null)
    return new BridgeError('unsupportedMedia', `the character set ${quoted(charset)} is not known: send UTF-8`);
  try {
    return decoder.decode(body);
  } catch {
    return new BridgeError(
      'malformedJson',
      `the bytes of the body are not ${quoted(charset)}, which its Content-Type names`,
    );
  }
}

function decoderOf(charset: string): TextDecoder | null {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    return null;
  }
}

/** With the first wrong byte, by which a caller finds the text that it wrote in another set. */
function notUtf8(body: Buffer): string {
  const [before = ''] = body.toString('utf8').split('\uFFFD', 1);
  const at = Buffer.byteLength(before);
  const byte = body[at]?.toString(16).toUpperCase();
  return `the body is not UTF-8: byte ${byte} at position ${at}. Send UTF-8, or name the set: "application/json; charset=windows-1252"`;
}
