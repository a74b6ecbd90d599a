/** How the back office sends mail, from the environment: secrets stand in no command line. */
import { ConfigRefusal } from '../../world/config.ts';
import { type Environment, secretOf } from '../../world/environment.ts';

export interface OfficeMailSettings {
  /** `smtp://user:password@host:port` or `smtps://…`; null: mails are written into `folder`. */
  readonly server: string | null;
  readonly folder: string;
  readonly from: string;
  /** Minutes since midnight by the clock of the stores at which the mail of the morning goes out. */
  readonly minute: number;
  /** Address of the back office as people open it, for links; null: no links. */
  readonly address: string | null;
}

/** Throws ConfigRefusal with one sentence. */
export function readMailSettings(environment: Environment, folder: string, address: string | null): OfficeMailSettings {
  const server = secretOf(environment, 'TILLBRIDGE_OFFICE_MAIL_SERVER');
  if (server !== null && !/^smtps?:\/\//.test(server))
    throw new ConfigRefusal('TILLBRIDGE_OFFICE_MAIL_SERVER must be an address such as smtp://user:password@host:587.');
  const time = environment.TILLBRIDGE_OFFICE_MAIL_TIME ?? '06:00';
  const [, hour = '', minute = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  if (hour === '') throw new ConfigRefusal('TILLBRIDGE_OFFICE_MAIL_TIME must be a time such as 06:00.');
  return {
    server,
    folder,
    from: environment.TILLBRIDGE_OFFICE_MAIL_FROM ?? 'backoffice@localhost',
    minute: Number(hour) * 60 + Number(minute),
    address,
  };
}
