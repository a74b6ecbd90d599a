/** Where mails go: into a folder of `.eml` files, or to a mail server. */
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MailServer, mailServerError, mailServerOptions } from '../../world/mailServer.ts';
import type { MailText } from './receiptMail.ts';

export interface Message extends MailText {
  /** The same at every attempt, so that a mail that arrives twice is recognised. */
  readonly id: string;
  readonly to: string;
  /** Name of the shop. */
  readonly shop: string;
}

export type SendMail = (message: Message) => Promise<void>;

export interface MailSettings {
  /** Address mails come from. */
  readonly from: string;
  readonly smtp: MailServer | null;
}

/** The library is loaded when the first mail is sent: most starts send none. */
const nodemailer = () => import('nodemailer');

export const createSendMail = (settings: MailSettings, folder: string): SendMail =>
  settings.smtp === null ? intoFolder(settings, folder) : toServer(settings, settings.smtp);

function intoFolder(settings: MailSettings, folder: string): SendMail {
  return async message => {
    const { createTransport } = await nodemailer();
    const written = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(
      envelope(settings, message),
    );
    await mkdir(folder, { recursive: true });
    const file = join(folder, `${message.id}.eml`);
    // A program that watches the folder never sees half a mail.
    await writeFile(`${file}.part`, written.message as Buffer);
    await rename(`${file}.part`, file);
  };
}

/** The name that `intoFolder` gives: a folder that a setting names may hold files of others. */
const OWN_FILE = /^[0-9a-f]{32}\.eml(\.part)?$/;

/** Removes the mails of the folder that were written before `until` (ms since 1970): each holds the address of a customer. */
export async function forgetMails(folder: string, until: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(name => OWN_FILE.test(name))) {
    const file = join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < until) await rm(file, { force: true });
  }
}

function toServer(settings: MailSettings, smtp: NonNullable<MailSettings['smtp']>): SendMail {
  return async message => {
    const { createTransport } = await nodemailer();
    const transport = createTransport(mailServerOptions(smtp));
    try {
      await transport.sendMail(envelope(settings, message));
    } catch (error) {
      throw mailServerError(error, smtp, 'mail.smtp.plainPassword');
    } finally {
      transport.close();
    }
  };
}

const envelope = ({ from }: MailSettings, { id, to, shop, subject, text, html }: Message) => ({
  from: { name: shop, address: from },
  to: { name: '', address: to },
  messageId: `<${id}@tillbridge>`,
  subject,
  text,
  html,
  // Text from a caller is never read as a file or fetched from an address.
  disableFileAccess: true,
  disableUrlAccess: true,
});
