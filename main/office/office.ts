/** The parts that all rooms of the back office share: database, clock, log and settings. */
import type { Clock } from '../world/clock.ts';
import type { Log } from '../world/log.ts';
import type { OfficeDatabase } from './database/officeDatabase.ts';

/** Where people may sign in with their company account. */
export interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Algorithm of its ID tokens, for example RS256; a token by any other one is refused. */
  readonly algorithm: string;
  /** Address of the back office as browsers reach it; the provider sends them back there. */
  readonly address: string;
  /** People sign in here alone, and where the ID token names more than one factor. */
  readonly secondFactor: boolean;
}

export interface OfficeSettings {
  /** Directory of the embedded database, its dumps, and the log. */
  readonly data: string;
  /** Fixed demo data, people and the enrolment code that serves any number of times. */
  readonly demo: boolean;
  /** Days of sales that the first start of the demo makes; 90 where nothing is said. */
  readonly demoDays?: number;
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** `postgres://…`; null: the embedded database. */
  readonly database: string | null;
  /** Batches that may wait for their turn; a batch beyond that is answered with 429. */
  readonly backlog: number;
  /** Ms within which the reader of an export has to take its next piece; two minutes where nothing is said. */
  readonly exportReadWithin?: number;
  /** Names beside the own addresses of the machine by which the back office may be called, with or without a port. */
  readonly names?: readonly string[];
  /** Address of the back office as browsers reach it, without a slash at its end; null where nobody named one. */
  readonly address?: string | null;
  /** Addresses and networks of proxies that say for whom they call; of nobody else is it believed. */
  readonly trustedProxies?: readonly string[];
  /** Of the secrets in the database; null: they lie there as they are. */
  readonly key?: string | null;
  /** Null: people sign in with passwords alone. */
  readonly openId?: OpenIdSettings | null;
}

export interface Office {
  readonly database: OfficeDatabase;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: OfficeSettings;
}
