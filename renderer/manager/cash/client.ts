/** The bridge's calls for the cash of the till and the end of its day. They reject like the calls of the screen. */
import type {
  CashMovement,
  CountAnswer,
  CurrentShift,
  DrawerOpeningInput,
  ExpectedCash,
  MovementInput,
} from '../../../main/wire/cash.ts';
import type { DayClose, ZDays, ZInput, ZReport } from '../../../main/wire/zReports.ts';
import type { Ask } from '../../bridge/client.ts';

export type Pieces = readonly { readonly value: number; readonly pieces: number }[];

export const createCashClient = (ask: Ask) => ({
  current: () => ask<CurrentShift>('GET', `${SHIFTS}/current`),
  open: (pieces: Pieces) => ask<CountAnswer>('POST', SHIFTS, { pieces }),
  countAlone: (pieces: Pieces) => ask<CountAnswer>('POST', `${SHIFTS}/count`, { pieces }),
  close: (id: string, pieces: Pieces) => ask<CountAnswer>('POST', `${SHIFTS}/${id}/close`, { pieces }),
  handOver: (id: string, pieces: Pieces, username: string, pin: string) =>
    ask<CountAnswer>('POST', `${SHIFTS}/${id}/hand-over`, { pieces, username, pin }),
  recount: (id: string, pieces: Pieces, reason: string) =>
    ask<CountAnswer>('POST', `${SHIFTS}/${id}/recount`, { pieces, reason }),
  move: (input: MovementInput) => ask<CashMovement>('POST', MOVEMENTS, input),
  movements: () => ask<{ readonly data: readonly CashMovement[] }>('GET', `${MOVEMENTS}?count=10`),
  expected: () => ask<ExpectedCash>('GET', `${MOVEMENTS}/expected`),
  openDrawer: (input: DrawerOpeningInput) =>
    ask<{ readonly drawer: 'opened' | 'noDrawer' | 'unreachable' }>('POST', '/bridge/v1/drawer-openings', input),
  steps: () => ask<DayClose>('GET', `${REPORTS}/next`),
  interim: () => ask<ZReport>('GET', `${REPORTS}/interim`),
  days: () => ask<ZDays>('GET', `${REPORTS}/days?count=31`),
  report: (id: string) => ask<ZReport>('GET', `${REPORTS}/${id}`),
  make: (input: ZInput) => ask<ZReport>('POST', REPORTS, input),
});

export type CashClient = ReturnType<typeof createCashClient>;

const SHIFTS = '/bridge/v1/shifts';
const MOVEMENTS = '/bridge/v1/cash-movements';
const REPORTS = '/bridge/v1/z-reports';
