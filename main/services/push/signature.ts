/**
 * Signatures of pushes as Standard Webhooks 1.0 describes them: HMAC-SHA256 over `id.timestamp.body`, in the header
 * `webhook-signature` one for each secret that is good now.
 */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
/** Length of a new secret, bytes; the standard wants 24 to 64. */
const LENGTH = 32;

export const newPushSecret = (): string => PREFIX + randomBytes(LENGTH).toString('base64');

/**
 * `id` stays the same over repetitions, `at` (ms since 1970) is the time of this try. Without a secret the push is sent
 * with its id and its time alone.
 */
export function signatureHeaders(
  id: string,
  at: number,
  body: string,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const time = String(Math.floor(at / 1000));
  const signatures = secrets.map(secret => `v1,${signed(secret, `${id}.${time}.${body}`)}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': time,
    ...(signatures.length > 0 ? { 'webhook-signature': signatures.join(' ') } : {}),
  };
}

const signed = (secret: string, text: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(text)
    .digest('base64');
