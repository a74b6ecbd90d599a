/** The channels on which the page asks the shell for something, and the check of who sends on them. */
import { ownPage } from './page.ts';

export const channels = {
  /** Ends the application, after the question that unfinished payments call for; false where a manager must permit it. */
  quit: 'tillbridge:quit',
  /** Prints the page: in a kiosk at once at the usual printer, because the system's own question leads to the files of the machine. */
  print: 'tillbridge:print',
  /** Shows the report for the support, which a person may save. */
  report: 'tillbridge:report',
  /** To the page: nobody stands at the till any more. */
  lock: 'tillbridge:lock',
} as const;

/** `window.tillbridge` inside the desktop window; a browser does not have it. */
export interface Shell {
  quit(): Promise<boolean>;
  /** False: it was not printed. */
  print(): Promise<boolean>;
  report(): Promise<boolean>;
}

/** The frame that sent a message, as far as it matters; null when it is gone. */
export interface Sender {
  readonly url: string;
  /** null for the page itself, something for a frame inside it. */
  readonly parent: unknown;
}

/** True for a message without content from the bridge's own page; frames inside the page may not send. */
export const isFromOwnPage = (sender: Sender | null, args: readonly unknown[], origin: string): boolean =>
  sender !== null && sender.parent === null && args.length === 0 && ownPage(sender.url, origin);
