/** The ground of the mail of the morning and of those of kept views: the parts they need, whom they go to, how often one is tried. */
import type { Language } from '../../domain/money.ts';
import type { Clock } from '../../world/clock.ts';
import type { Log } from '../../world/log.ts';
import type { OfficeDatabase } from '../database/officeDatabase.ts';
import { SEES } from '../people/principal.ts';
import type { Letter } from './letter.ts';

export interface MailParts {
  readonly database: OfficeDatabase;
  readonly clock: Clock;
  readonly log: Log;
  /** Minutes since midnight from which mails go out. */
  readonly minute: number;
  readonly address: string | null;
  readonly send: (to: string, id: string, letter: Letter) => Promise<void>;
}

export interface Reader {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly merchant: string;
  readonly language: Language;
  readonly stores: readonly string[];
}

export const READER = `person.id, person.username, person.name, person.merchant, person.language,
    ARRAY(SELECT store.id FROM store WHERE store.merchant = person.merchant
      AND ${SEES}) AS stores`;

/** The user name is the address. */
export const HAS_ADDRESS = `NOT person.locked AND position('@' IN person.username) > 0`;

/**
 * Minutes between the attempts at one mail: a mail server that is away for a morning is back by noon. All back offices at one
 * database share them. After the last one the row says why it was given up, and the person sees a note.
 */
const PAUSES = [5, 15, 30, 60, 120, 240] as const;
export const MAIL_ATTEMPTS = PAUSES.length + 1;

/** True for a row whose last attempt failed and is due again; `now`: the expression of the time. */
export const isDueAgain = (table: string, now: string): string =>
  `${table}.sent IS NULL AND ${table}.problem IS NOT NULL AND ${table}.failures < ${MAIL_ATTEMPTS}
         AND ${table}.claimed <= ${now} - (ARRAY[${PAUSES.join()}])[${table}.failures] * interval '1 minute'`;
