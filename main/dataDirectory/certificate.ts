/** `npm run data -- certificate`: what the other side compares, for the certificate that the bridge made for itself. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CERTIFICATE_FILES, type Fingerprints, fingerprintsOf } from '../http/ownCertificate.ts';

const linesOf = ({ certificate, pin, until }: Fingerprints): readonly string[] => [
  `certificate  ${certificate}`,
  '             SHA-256, as a browser shows it; another one after each renewal',
  `pin          ${pin}`,
  '             SHA-256 of the key, for curl --pinnedpubkey; stays',
  `until        ${until.toISOString()}`,
  '             made again 30 days before, with the same key',
];

const noneIn = (data: string): string =>
  `There is no certificate in ${data}: the bridge makes it at its first start with "tls": "generated".`;

/** Exit code 2 where there is none. */
export function sayCertificate(data: string, say: (line: string) => void): number {
  const file = join(data, CERTIFICATE_FILES.cert);
  if (!existsSync(file)) {
    say(noneIn(data));
    return 2;
  }
  for (const line of linesOf(fingerprintsOf(readFileSync(file)))) say(line);
  return 0;
}
