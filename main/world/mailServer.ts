/** How bridge and back office speak with a mail server, as options of nodemailer: a password goes over TLS alone. */

export interface MailServer {
  readonly host: string;
  /** Null: 465 with TLS from the first byte, else 587. */
  readonly port: number | null;
  /** TLS from the first byte; otherwise STARTTLS, which is required where there is a password. */
  readonly secure: boolean;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** The password may be sent readable for everybody on the way, where the server offers no STARTTLS. */
  readonly plainPassword?: boolean | undefined;
}

/** How long a mail server may take for each step, ms. */
const TIMEOUT = 20_000;

export const mailServerOptions = ({ host, port, secure, user, password, plainPassword = false }: MailServer) => ({
  host,
  port: port ?? (secure ? 465 : 587),
  secure,
  connectionTimeout: TIMEOUT,
  greetingTimeout: TIMEOUT,
  socketTimeout: TIMEOUT,
  ...(user === undefined ? {} : { auth: { user, pass: password ?? '' }, requireTLS: !secure && !plainPassword }),
});

/** The error in words that say what to do, where the server offers no STARTTLS; any other error as it is. */
export function mailServerError(error: unknown, { host }: MailServer, setting: string): unknown {
  const { code, command, message = '' } = error as { code?: string; command?: string; message?: string };
  const isPlain =
    (code === 'ETLS' && message.startsWith('Error upgrading')) || (command === 'EHLO' && /STARTTLS/.test(message));
  if (!isPlain) return error;
  return new Error(
    `the mail server ${host} offers no STARTTLS, so the password was not sent to it, nor any mail: use TLS from the first byte (port 465), or allow it with ${setting} where the network is trusted`,
    { cause: error },
  );
}
