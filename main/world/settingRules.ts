/** Rules of the settings that no schema can say: settings that contradict each other, addresses, and files that must be there. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Config } from './config.ts';
import { plainTarget } from './targetSettings.ts';

/** A sentence without its end, the place first; null: nothing is wrong. */
type Rule = (config: Config) => string | null;

const RULES: readonly Rule[] = [
  ({ pinLength: { shortest, longest } }) =>
    shortest <= longest
      ? null
      : `pinLength: shortest is ${shortest} and longest is ${longest}, so no PIN fits; shortest must not be more than longest`,
  ({ allowedHosts }) =>
    wrongIn('allowedHosts', allowedHosts, isHost, 'a host name or address such as till.shop.example'),
  ({ allowedOrigins }) =>
    wrongIn(
      'allowedOrigins',
      allowedOrigins,
      isOrigin,
      'scheme, host and port such as https://register.shop.example',
      meantOrigin,
    ),
  ({ push }) => wrongIn('push.allow', push.allow, isHost, 'a host name or address, with or without port'),
  config => plainTargetProblem(config),
  ({ authorities }) => certificateProblem('authorities', authorities),
  ({ push: { authorities } }) => certificateProblem('push.authorities', authorities),
  ({ mail: { smtp } }) =>
    smtp !== null && (smtp.user === undefined) !== (smtp.password === undefined)
      ? `mail.smtp: user and password belong together; ${smtp.user === undefined ? 'user' : 'password'} is missing`
      : null,
  ({ documents: { megabytes, megabytesEach } }) =>
    megabytesEach <= megabytes || megabytesEach === DEFAULT_EACH
      ? null
      : `documents: megabytesEach is ${megabytesEach} and megabytes is ${megabytes}; one person cannot have more than all`,
];

/** A configuration with a smaller total needs no limit for each client. */
const DEFAULT_EACH = 100;

/** The first thing that is wrong, as one sentence without its end; null where nothing is. */
export function settingProblem(config: Config): string | null {
  for (const rule of RULES) {
    const problem = rule(config);
    if (problem !== null) return problem;
  }
  return null;
}

/** Demo and training have nothing to steal. */
function plainTargetProblem(config: Config): string | null {
  const target = config.demo || config.plainHttp ? null : plainTarget(config);
  return target === null
    ? null
    : `${target}: the address begins with http:// and is another machine's, so secrets and sales can be read on the way; write https://, or allow it with "plainHttp": true (--plain-http) where the network is trusted`;
}

function wrongIn(
  path: string,
  values: readonly string[],
  isRight: (value: string) => boolean,
  wanted: string,
  meant: (value: string) => string | null = () => null,
): string | null {
  const index = values.findIndex(value => !isRight(value));
  if (index < 0) return null;
  const value = values[index] ?? '';
  const near = meant(value);
  return `${path}.${index} must be ${wanted}; it is "${value}"${near === null ? '' : `, and ${near} is meant, it seems`}`;
}

/** A name, an IPv4 or an IPv6 address, with or without port. */
const isHost = (text: string): boolean =>
  /^(\[[0-9a-f:.]+\]|[0-9a-f]*:[0-9a-f:.]+|[\p{L}\p{N}._-]+)(:\d{1,5})?$/iu.test(text);

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text.toLowerCase();

function meantOrigin(text: string): string | null {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  return URL.canParse(whole) && /^https?:/.test(whole) ? new URL(whole).origin : null;
}

function certificateProblem(path: string, file: string | null): string | null {
  if (file === null) return null;
  try {
    new X509Certificate(readFileSync(file));
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code?.startsWith('E') && !code.startsWith('ERR_')
      ? `${path}: the file ${file} cannot be read (${code})`
      : `${path}: the file ${file} holds no certificate (PEM)`;
  }
}
