/** The commands the virtual terminal knows, one row each, by topic; anything else is answered 84 83. */
import { administration } from './commands/administration.ts';
import { cardReader } from './commands/cardReader.ts';
import { display } from './commands/display.ts';
import { endOfDay } from './commands/endOfDay.ts';
import { files } from './commands/files.ts';
import { money } from './commands/money.ts';
import { preAuthorisation } from './commands/preAuthorisation.ts';
import { receipts } from './commands/receipts.ts';
import { registration } from './commands/registration.ts';
import type { HandlerTable } from './work.ts';

/** By packet name. */
export const handlers: HandlerTable = {
  ...registration,
  ...money,
  ...preAuthorisation,
  ...receipts,
  ...endOfDay,
  ...administration,
  ...display,
  ...cardReader,
  ...files,
};
