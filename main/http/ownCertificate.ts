/**
 * The certificate that a bridge makes for itself (`"tls": "generated"`). Nobody vouches for it: people compare its fingerprint, programs pin
 * its key. It is made again before it ends, and where the machine got another name or address, always with the same key, so that a pin holds.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  randomBytes,
  X509Certificate,
} from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:https';
import { isIP, isIPv4 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const CERTIFICATE_FILES = { key: 'tls.key', cert: 'tls.pem' } as const;
const DAY = 86_400_000;
/** Days that browsers take a certificate for, and those before its end in which it is made again. */
const LIFE = 397 * DAY;
const RENEWED_BEFORE = 30 * DAY;
/** A client whose clock is behind takes it, too. */
const BEGUN_BEFORE = DAY;

export interface OwnCertificate {
  /** PEM */
  readonly key: string;
  readonly cert: string;
}

/** The figures that both sides compare. */
export interface Fingerprints {
  /** SHA-256 of the certificate, as browsers show it; another one after each renewal. */
  readonly certificate: string;
  /** SHA-256 of its key, as curl takes it (`--pinnedpubkey`); stays. */
  readonly pin: string;
  readonly until: Date;
}

export function fingerprintsOf(cert: string | Buffer): Fingerprints {
  const { fingerprint256, publicKey, validTo } = new X509Certificate(cert);
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const pin = `sha256//${createHash('sha256').update(key).digest('base64')}`;
  return { certificate: fingerprint256, pin, until: new Date(validTo) };
}

/** Reads it from the data directory, and makes it, or makes it again, where that is due; `now` in ms since 1970. */
export async function ownCertificate(data: string, now: number): Promise<OwnCertificate> {
  const [key, cert] = [join(data, CERTIFICATE_FILES.key), join(data, CERTIFICATE_FILES.cert)];
  const known = readOrNull(key);
  const before = readOrNull(cert);
  if (known !== null && before !== null && isGood(known, before, now)) return { key: known, cert: before };
  const used = known ?? (await newKey());
  if (known === null) keep(key, used);
  const made = await signed(used, now);
  keep(cert, made);
  return { key: used, cert: made };
}

/** Looks each day, and gives a server that runs the new certificate; what is open goes on with the old one. Gives what ends it. */
export function followCertificate(
  server: object,
  data: string,
  now: () => number,
  log: (level: 'error', message: string, facts: Readonly<Record<string, unknown>>) => void,
  every = DAY,
): () => void {
  let shown = readOrNull(join(data, CERTIFICATE_FILES.cert));
  let isLooking = false;
  // One look at a time: two would make two certificates.
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const own = await ownCertificate(data, now());
      if (own.cert === shown) return;
      (server as Server).setSecureContext({ ...own });
      shown = own.cert;
    } catch (error) {
      log('error', 'the certificate was not made again', { error: String(error) });
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), every).unref();
  return () => clearInterval(timer);
}

function isGood(key: string, pem: string, now: number): boolean {
  try {
    const certificate = new X509Certificate(pem);
    const isNow =
      now >= certificate.validFromDate.getTime() && now < certificate.validToDate.getTime() - RENEWED_BEFORE;
    const covers = (name: string) =>
      (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined;
    return isNow && namesHere().every(covers) && certificate.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/** Names and addresses by which others may call this machine. */
function namesHere(): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap(all => all ?? []);
  // An IPv6 address of one link alone is called by nobody.
  const ips = addresses.filter(({ address }) => !address.startsWith('fe80:')).map(({ address }) => address);
  const host = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(hostname()) ? [hostname()] : [];
  return [...new Set([...host, 'localhost', '127.0.0.1', ...ips])];
}

async function newKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
}

/** A certificate of this key by itself, PEM. */
async function signed(key: string, now: number): Promise<string> {
  // Loaded here alone: most shops use no TLS.
  const [pkijs, asn1js] = await Promise.all([import('pkijs'), import('asn1js')]);
  const { subtle } = crypto;
  const curve = { name: 'ECDSA', namedCurve: 'P-256' };
  const privateKey = await subtle.importKey('pkcs8', der(createPrivateKey(key), 'pkcs8'), curve, false, ['sign']);
  const publicKey = await subtle.importKey('spki', der(createPublicKey(key), 'spki'), curve, true, ['verify']);
  const certificate = new pkijs.Certificate();
  certificate.version = 2;
  // Positive, so the first bit is none.
  const number = randomBytes(16);
  number[0]! &= 0x7f;
  number[0]! |= 0x40;
  certificate.serialNumber = new asn1js.Integer({ valueHex: new Uint8Array(number).buffer });
  const name = new pkijs.AttributeTypeAndValue({
    type: '2.5.4.3',
    value: new asn1js.Utf8String({ value: 'Tillbridge' }),
  });
  certificate.subject.typesAndValues.push(name);
  certificate.issuer.typesAndValues.push(name);
  certificate.notBefore.value = new Date(now - BEGUN_BEFORE);
  certificate.notAfter.value = new Date(now + LIFE - BEGUN_BEFORE);
  const names = namesHere().map(
    one =>
      new pkijs.GeneralName(
        isIP(one) ? { type: 7, value: new asn1js.OctetString({ valueHex: bytesOf(one) }) } : { type: 2, value: one },
      ),
  );
  const extension = (id: string, critical: boolean, value: ArrayBuffer) =>
    new pkijs.Extension({ extnID: id, critical, extnValue: value });
  certificate.extensions = [
    extension('2.5.29.17', false, new pkijs.GeneralNames({ names }).toSchema().toBER()),
    extension('2.5.29.19', true, new pkijs.BasicConstraints({ cA: false }).toSchema().toBER()),
    // digitalSignature
    extension(
      '2.5.29.15',
      true,
      new asn1js.BitString({ valueHex: new Uint8Array([0x80]).buffer, unusedBits: 7 }).toBER(),
    ),
    // TLS server
    extension('2.5.29.37', false, new pkijs.ExtKeyUsage({ keyPurposes: ['1.3.6.1.5.5.7.3.1'] }).toSchema().toBER()),
  ];
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  await certificate.sign(privateKey, 'SHA-256');
  const bytes = Buffer.from(certificate.toSchema(true).toBER());
  return new X509Certificate(bytes).toString();
}

const der = (key: KeyObject, type: 'pkcs8' | 'spki') => key.export({ type: type as 'spki', format: 'der' });

/** An address as a certificate holds it: 4 or 16 bytes. */
function bytesOf(address: string): ArrayBuffer {
  if (isIPv4(address)) return new Uint8Array(address.split('.').map(Number)).buffer;
  const groups = (part: string) => part.split(':').filter(Boolean);
  const [front = '', back = ''] = address.split('::');
  const gap = address.includes('::') ? 8 - groups(front).length - groups(back).length : 0;
  const all = [...groups(front), ...Array<string>(gap).fill('0'), ...groups(back)].map(group =>
    Number.parseInt(group, 16),
  );
  return new Uint8Array(all.flatMap(group => [group >> 8, group & 0xff])).buffer;
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Whole or not at all: half a key would be another pin. */
function keep(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}
