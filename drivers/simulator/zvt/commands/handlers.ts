/** All commands of the virtual terminal, one row each; any other command is answered 84 83. */

import type { HandlerTable } from '../engine/work.ts';
import { administration } from './administration.ts';
import { cardReader } from './cardReader.ts';
import { display } from './display.ts';
import { endOfDay } from './endOfDay.ts';
import { files } from './files.ts';
import { money } from './money.ts';
import { preAuthorisation } from './preAuthorisation.ts';
import { receipts } from './receipts.ts';
import { registration } from './registration.ts';

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
