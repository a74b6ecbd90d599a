/** How the back office sends mail, from the environment: secrets stand in no command line. */
import { ConfigRefusal } from '../../world/config.ts';
import { type Environment, secretOf } from '../../world/environment.ts';
import type { MailServer } from '../../world/mailServer.ts';

export interface OfficeMailSettings {
  /** Null: mails are written into `folder`. */
  readonly server: MailServer | null;
  readonly folder: string;
  readonly from: string;
  /** Minutes since midnight by the clock of the stores at which the mail of the morning goes out. */
  readonly minute: number;
  /** Address of the back office as people open it, for links; null: no links. */
  readonly address: string | null;
}

/** Throws ConfigRefusal with one sentence. */
export function readMailSettings(environment: Environment, folder: string, address: string | null): OfficeMailSettings {
  const time = environment.TILLBRIDGE_OFFICE_MAIL_TIME ?? '06:00';
  const [, hour = '', minute = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  if (hour === '') throw new ConfigRefusal('TILLBRIDGE_OFFICE_MAIL_TIME must be a time such as 06:00.');
  return {
    server: serverOf(environment),
    folder,
    from: environment.TILLBRIDGE_OFFICE_MAIL_FROM ?? 'backoffice@localhost',
    minute: Number(hour) * 60 + Number(minute),
    address,
  };
}

/** `smtp://user:password@host:port` or `smtps://…`. */
function serverOf(environment: Environment): MailServer | null {
  const address = secretOf(environment, 'TILLBRIDGE_OFFICE_MAIL_SERVER');
  if (address === null) return null;
  if (!/^smtps?:\/\//.test(address) || !URL.canParse(address))
    throw new ConfigRefusal('TILLBRIDGE_OFFICE_MAIL_SERVER must be an address such as smtp://user:password@host:587.');
  const { protocol, hostname, port, username, password } = new URL(address);
  return {
    host: hostname,
    port: Number(port) || null,
    secure: protocol === 'smtps:',
    ...(username === '' ? {} : { user: decodeURIComponent(username), password: decodeURIComponent(password) }),
    plainPassword: environment[PLAIN_PASSWORD] === 'yes',
  };
}

/** `yes`: the password is sent also where the server offers no STARTTLS. */
export const PLAIN_PASSWORD = 'TILLBRIDGE_OFFICE_MAIL_PLAIN_PASSWORD';
