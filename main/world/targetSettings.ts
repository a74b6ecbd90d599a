/** Settings of whatever the shop sends its records to: the upstream service, the back office, and the limits of the queue. */
import { readFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import type { BackOfficeSetting, Offline, Secret, Upstream, UpstreamSetting } from '../wire/targets.ts';

const limit = (description: string) =>
  Type.Union([Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()], {
    default: null,
    description,
  });

export const QueueSetting = Type.Object(
  {
    warnHours: Type.Union([Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()], {
      default: 24,
      description: 'the screen warns once the oldest record waits for so long',
    }),
    warnRecords: Type.Union([Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()], {
      default: 10_000,
      description: 'the screen warns once so many records wait',
    }),
    warnMoney: limit('the screen warns once sales of so much money wait, minor units'),
    stopHours: limit('no new sale once the oldest record waits for so long; null: the shop goes on'),
    stopRecords: limit('no new sale once so many records wait; null: the shop goes on'),
    stopMoney: limit('no new sale once sales of so much money wait, minor units; null: the shop goes on'),
  },
  {
    default: {},
    additionalProperties: false,
    description: 'limits of what may wait for upstream service and back office',
  },
);
export type QueueSetting = Static<typeof QueueSetting>;

/** Known to every demo, so that two commands show a till with its upstream service, and three a back office as well. */
const DEMO = { clientId: 'demo-client', clientSecret: 'demo-secret', enrol: 'DEMO-TILL' } as const;
const NO_CREDENTIALS = { clientId: '', clientSecret: '' } as const;

interface Settings {
  readonly demo: boolean;
  readonly training: boolean;
  readonly upstream: UpstreamSetting;
  readonly backoffice: BackOfficeSetting;
}

export interface UpstreamSettings {
  /** Without a slash at its end. */
  readonly address: string;
  readonly clientId: Secret;
  readonly clientSecret: Secret;
  readonly brand: string | null;
  /** YYYY-MM-DD; null: the last 30 days. */
  readonly from: string | null;
  readonly offline: Static<typeof Offline>;
  readonly cardTypes: Readonly<Record<string, string>>;
  /** Delay of a list there, ms. */
  readonly lag: number;
  /** ms between two readings of what flows down; 0: nothing does. */
  readonly downEvery: number;
}

export interface BackOfficeSettings {
  /** Without a slash at its end. */
  readonly address: string;
  /** One-time code; null where the bridge is enrolled already. */
  readonly enrol: string | null;
}

/** Null: nothing is sent. A training sends nothing, whatever is configured. In a demo the credentials are those of a demo. */
export function upstreamOf({ upstream, demo, training }: Settings): UpstreamSettings | null {
  if (upstream === null || training) return null;
  const given: Partial<Static<typeof Upstream>> = typeof upstream === 'string' ? { address: upstream } : upstream;
  const {
    address = '',
    client_id,
    client_secret,
    brand,
    from,
    offline,
    cardTypes = {},
    lagSeconds = 30,
    downMinutes = 5,
  } = given;
  const known = demo ? DEMO : NO_CREDENTIALS;
  return {
    address: withoutSlash(address),
    clientId: client_id ?? known.clientId,
    clientSecret: client_secret ?? known.clientSecret,
    brand: brand ?? null,
    from: from ?? null,
    offline: offline ?? { redeem: 'refuse', amount: 0, maxAgeHours: 72 },
    cardTypes,
    lag: lagSeconds * 1000,
    downEvery: downMinutes * 60_000,
  };
}

/** Null: no back office. In a demo the code of the demo enrols. */
export function backOfficeOf({ backoffice, demo, training }: Settings): BackOfficeSettings | null {
  if (backoffice === null || training) return null;
  const { address, enrol } = typeof backoffice === 'string' ? { address: backoffice } : backoffice;
  return { address: withoutSlash(address), enrol: enrol ?? (demo ? DEMO.enrol : null) };
}

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

/** The name of a service that is called without TLS beyond this machine; null: none is. */
export function plainTarget(settings: Settings): string | null {
  const targets = { upstream: upstreamOf(settings)?.address, backoffice: backOfficeOf(settings)?.address };
  return Object.entries(targets).find(([, address = '']) => isPlainBeyond(address))?.[0] ?? null;
}

/** An address that the URL parser does not read is not called at all. */
function isPlainBeyond(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !HERE.test(hostname);
}

const HERE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The missing setting, as a sentence; null where nothing is missing. */
export function targetProblem(settings: Settings): string | null {
  const upstream = upstreamOf(settings);
  if (upstream === null || (upstream.clientId !== '' && upstream.clientSecret !== '')) return null;
  return 'upstream: client_id and client_secret are missing; write {"address": …, "client_id": …, "client_secret": {"file": …}}';
}

/** The text of a secret. Throws an `Error` with one sentence that names the place, never the secret. */
export function secretText(secret: Secret, name: string, environment: NodeJS.ProcessEnv = process.env): string {
  if (typeof secret === 'string') return secret;
  const text = 'file' in secret ? fileText(secret.file, name) : environment[secret.env]?.trim();
  if (text) return text;
  throw new Error(`${name}: ${'file' in secret ? `the file ${secret.file}` : `the variable ${secret.env}`} is empty`);
}

function fileText(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(`${name}: the file ${file} cannot be read: ${(error as Error).message}`);
  }
}
