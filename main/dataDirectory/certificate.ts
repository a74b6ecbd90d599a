/** `npm run data -- certificate`: what the other side compares, for the certificate that the bridge made for itself. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CERTIFICATE_FILES, fingerprintsOf } from '../http/ownCertificate.ts';

const NONE = (data: string) =>
  `There is no certificate in ${data}: the bridge makes it at its first start with "tls": "generated".`;

/** Exit code 2 where there is none. */
export function sayCertificate(data: string, say: (line: string) => void): number {
  const file = join(data, CERTIFICATE_FILES.cert);
  if (!existsSync(file)) {
    say(NONE(data));
    return 2;
  }
  const { certificate, pin, until } = fingerprintsOf(readFileSync(file));
  say(`certificate  ${certificate}`);
  say('             SHA-256, as a browser shows it; another one after each renewal');
  say(`pin          ${pin}`);
  say(`             SHA-256 of the key, for curl --pinnedpubkey; stays`);
  say(`until        ${until.toISOString()}; made again 30 days before, with the same key`);
  return 0;
}
