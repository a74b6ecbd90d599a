/** Where mails of the back office go: to a mail server, or into a folder of `.eml` files where none is named. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mailServerError, mailServerOptions } from '../../world/mailServer.ts';
import type { Letter } from './letter.ts';
import { type OfficeMailSettings, PLAIN_PASSWORD } from './mailSettings.ts';

export function createOfficeMail({ server, folder, from }: Pick<OfficeMailSettings, 'server' | 'folder' | 'from'>) {
  return async (to: string, id: string, letter: Letter): Promise<void> => {
    const { createTransport } = await import('nodemailer');
    const message = {
      from,
      to: { name: '', address: to },
      // The same at every attempt, so that a mail that arrives twice is recognised.
      messageId: `<${id}@tillbridge>`,
      ...letter,
      attachments: [...(letter.attachments ?? [])],
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    if (server === null) {
      const written = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(
        message,
      );
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${id}.eml`);
      // A reader of the folder never sees half a mail: it gets its name when it is written whole.
      await writeFile(`${file}.part`, written.message as Buffer);
      await rename(`${file}.part`, file);
      return;
    }
    const transport = createTransport(mailServerOptions(server));
    try {
      await transport.sendMail(message);
    } catch (error) {
      throw mailServerError(error, server, `${PLAIN_PASSWORD}=yes`);
    } finally {
      transport.close();
    }
  };
}
