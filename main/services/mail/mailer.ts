/** Sends the mails that wait, after the commit that asked for them; what fails is tried again, and nothing waits for it. */

import type { MailStore, WaitingMail } from '../../store/mails.ts';
import type { SmartTransaction } from '../../wire/transactions.ts';
import type { Clock } from '../../world/clock.ts';
import type { Merchant } from '../../world/people.ts';
import type { Ledger } from '../../world/sales.ts';
import { receiptMail } from './receiptMail.ts';
import type { SendMail } from './transport.ts';

export interface MailerParts {
  readonly store: MailStore;
  readonly post: SendMail;
  readonly ledger: Pick<Ledger, 'write' | 'sale'>;
  readonly merchant: (id: string) => Merchant;
  readonly clock: Clock;
  log(level: 'info' | 'warn' | 'error', message: string, facts?: Readonly<Record<string, unknown>>): void;
}

export interface Mailer {
  /** Resolves when what is being sent has been sent; nothing is begun afterwards. */
  stop(): Promise<void>;
}

const FIRST_PAUSE = 30_000;
const LONGEST_PAUSE = 3_600_000;
/** Attempts that with the pauses above take about a day. */
const ATTEMPTS = 30;
/** Timers cannot wait longer, and a virtual clock may be set forward. */
const LOOK_AGAIN = 60_000;

export function createMailer(around: MailerParts): Mailer {
  const { store, clock } = around;
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;

  function wake() {
    if (stopped || running) return;
    running = sendDue(around)
      .catch(error => around.log('error', 'mails could not be sent', { error: String(error) }))
      .finally(() => {
        running = null;
        plan();
      });
  }

  function plan() {
    if (timer) clearTimeout(timer);
    const next = stopped ? null : store.nextDue();
    if (next === null) return;
    timer = setTimeout(wake, Math.min(LOOK_AGAIN, Math.max(0, next - clock.now())));
    timer.unref();
  }

  store.onQueued(wake);
  plan();
  return {
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}

async function sendDue(around: MailerParts): Promise<void> {
  for (;;) {
    const waiting = around.store.due(around.clock.now());
    if (waiting.length === 0) return;
    for (const mail of waiting) await sendOne(around, mail);
  }
}

async function sendOne(around: MailerParts, mail: WaitingMail): Promise<void> {
  const { store, post, ledger, log } = around;
  const facts = { mail: mail.id, sale: mail.sale };
  try {
    const sale = ledger.sale(mail.merchant, mail.sale);
    if (!sale) throw new Error(`the sale ${mail.sale} is gone`);
    await post(messageOf(around, mail, sale.document));
  } catch (error) {
    log('warn', 'a mail could not be sent', { ...facts, error: String(error) });
    return ledger.write(() => postpone(around, mail, String(error)));
  }
  await ledger.write(() => store.sent(mail.id));
  log('info', 'a mail was sent', facts);
}

function messageOf({ merchant }: MailerParts, mail: WaitingMail, document: SmartTransaction) {
  const shop = merchant(mail.merchant);
  return { id: mail.id, to: mail.recipient, shop: shop.name, ...receiptMail(document, shop.name, mail.language) };
}

function postpone({ store, clock, log }: MailerParts, mail: WaitingMail, problem: string) {
  if (mail.attempts + 1 >= ATTEMPTS) {
    log('error', 'a mail is given up', { mail: mail.id, sale: mail.sale, problem });
    return store.giveUp(mail.id, problem);
  }
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(20, mail.attempts));
  store.again(mail.id, clock.now() + pause, problem);
}
