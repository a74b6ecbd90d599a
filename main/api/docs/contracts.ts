/** The contracts whose shapes have names in the published description, one line each. */
import * as cards from '../cards/contract.ts';
import * as catalogue from '../catalogue/contract.ts';
import * as containers from '../containers/contract.ts';
import * as customers from '../customers/contract.ts';
import * as devices from '../devices/contract.ts';
import * as documents from '../documents/contract.ts';
import * as routings from '../routings/contract.ts';
import * as screen from '../screen/contract.ts';
import * as session from '../session/contract.ts';
import * as till from '../till/contract.ts';
import * as token from '../token/contract.ts';
import * as transactions from '../transactions/contract.ts';
import * as wire from '../wire.ts';

export const contracts = {
  wire,
  transactions,
  cards,
  catalogue,
  devices,
  routings,
  screen,
  session,
  till,
  token,
  customers,
  containers,
  documents,
} as const;
