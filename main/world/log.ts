/** The journal: one JSON object a line, on standard error and in two files of the data directory that take turns. */
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { type IsLoyaltyCard, loyaltyCardsBy, maskCards } from '../../drivers/masking/cardMask.ts';
import { type Config, ConfigRefusal } from './config.ts';
import { supportIdOfWork } from './requestContext.ts';

export type Log = (
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  facts?: Readonly<Record<string, unknown>>,
) => void;

/** A file that has grown to this is put aside, and the one put aside before it goes, bytes. */
const LARGEST = 20_000_000;

/** Bytes that may wait for room on the disk; lines beyond that are dropped. */
const MOST_WAITING = 1_000_000;

const SECRETS = ['access_token', 'refresh_token', 'client_secret', 'password', 'pin'].flatMap(name => [
  name,
  `*.${name}`,
]);

/** A line that is written for a request names it, as the answer, the journal and the trace do. */
const ofRequest = (): object => {
  const supportId = supportIdOfWork();
  return supportId === null ? {} : { supportId };
};

type LogSettings = Pick<Config, 'data' | 'logLevel' | 'loyaltyPrefixes'>;

export function openLog({ data, logLevel: level, loyaltyPrefixes }: LogSettings): Log {
  if (level === 'silent') return () => undefined;
  makeDirectory(data);
  if (!process.stderr.listeners('error').includes(ignore)) process.stderr.on('error', ignore);
  const isOwn = loyaltyCardsBy(loyaltyPrefixes);
  const streams = [
    { level, stream: withoutCards(process.stderr, isOwn) },
    { level, stream: withoutCards(rollingFile(data), isOwn) },
  ];
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: SECRETS, mixin: ofRequest },
    pino.multistream(streams),
  );
  return (severity, message, facts) => logger[severity](facts ?? {}, message);
}

/** Texts of terminals, receivers and libraries come here, too: the last door before paper. */
const withoutCards = (to: { write(line: string): unknown }, isOwn: IsLoyaltyCard) => ({
  write: (line: string) => void to.write(maskCards(line, isOwn)),
});

/** A log that cannot be written, on a full disk for example, ends nothing: the money is more important than its story. */
const ignore = () => undefined;

function makeDirectory(data: string) {
  try {
    mkdirSync(data, { recursive: true });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new ConfigRefusal(`The data directory ${data} cannot be used (${code}).`, { cause });
  }
}

function rollingFile(data: string) {
  const file = join(data, 'tillbridge.log');
  let size = existsSync(file) ? statSync(file).size : 0;
  const destination = pino.destination({ dest: file, sync: true, maxLength: MOST_WAITING });
  destination.on('error', ignore);
  return {
    write(line: string) {
      size += line.length;
      destination.write(line);
      if (size < LARGEST) return;
      renameSync(file, join(data, 'tillbridge.1.log'));
      destination.reopen(file);
      size = 0;
    },
  };
}
