/** The clock of the mails: looks each minute whether the mail of the morning or that of a kept view is due. */
import type { MailParts } from './mailing.ts';
import { sendMorningMails } from './morningMail.ts';
import { sendViewMails } from './viewMails.ts';

/** How often the clock is looked at, ms. */
const LOOK_EVERY = 60_000;

/** Looks at the clock every minute; `close` waits for a mail that is under way. */
export function startMails(parts: MailParts): { close(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  const look = () => {
    if (isRunning) return;
    isRunning = true;
    running = sendMorningMails(parts)
      .then(() => sendViewMails(parts))
      .catch(error => parts.log('warn', 'the mails have to wait', { error: (error as Error).message }))
      .finally(() => {
        isRunning = false;
      });
  };
  look();
  const timer = setInterval(look, LOOK_EVERY);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
