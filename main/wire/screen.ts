/** The facts that the screen needs before anybody has signed in: `GET /bridge/v1/screen`, no token. */
import Type, { type Static } from 'typebox';
import { idOf, Money } from './shapes.ts';

export const ScreenInfo = Type.Object({
  version: Type.String(),
  demo: Type.Boolean({ description: 'demo data: the screen shows the PINs and the virtual terminal' }),
  training: Type.Boolean({ description: 'practice: a banner says on every screen that no payment is real' }),
  terminalPage: Type.Union([Type.String(), Type.Null()], {
    description: 'page of the virtual terminal, to be opened on the machine of the bridge; null without one',
  }),
  setup: Type.Object({
    waiting: Type.Boolean({ description: 'no shop has been set up: nobody can sign in' }),
    here: Type.Boolean({
      description: 'the caller sits at the machine of the bridge and may set a shop up, with the one-time code',
    }),
  }),
  merchant: Type.Object({
    name: Type.String(),
    currency: Type.String(),
    timeZone: Type.Optional(Type.String({ description: 'IANA name: the screen writes days and times by it' })),
    cashStep: Type.Integer({ description: 'the sum that is paid in cash is a multiple of it, minor units; 1: exact' }),
  }),
  staff: Type.Array(Type.Object({ username: Type.String(), name: Type.String(), role: Type.String() })),
  tills: Type.Array(
    Type.Object({
      id: idOf('SDV'),
      name: Type.String(),
      open_basket: Type.Optional(
        Type.Object(
          { lines: Type.Integer({ description: 'goods, without discounts' }), sum: Money },
          { description: 'whoever signs in at this till goes on with it; where no names are shown, it is left out' },
        ),
      ),
    }),
    { description: 'all tills of the shop: a screen says at the sign-in at which of them it stands' },
  ),
  staffHidden: Type.Boolean({
    description: 'names are shown on the machine of the bridge, and at a till that somebody has signed in at before',
  }),
  tips: Type.Optional(
    Type.Object(
      { ask: Type.Boolean(), perCent: Type.Array(Type.Number()) },
      { description: 'ask: the screen asks for a tip before a card payment; perCent: the shares that it offers' },
    ),
  ),
  lockAfter: Type.Integer({ description: 'minutes without a touch after which the till locks itself; 0: never' }),
  scanner: Type.Object({
    prefix: Type.String(),
    suffix: Type.String({ description: 'key name that ends a scan, for example Enter' }),
    gap: Type.Integer({ description: 'longest pause between two keys of a scan, milliseconds' }),
    cardPrefixes: Type.Array(Type.String(), { description: 'numbers that begin so are loyalty cards' }),
  }),
});
export type ScreenInfo = Static<typeof ScreenInfo>;
