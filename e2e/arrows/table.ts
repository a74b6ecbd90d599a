/**
 * The arrows: which folder of the product may import which, types counted. What a row does not name is refused, and so is
 * every circle of files. `npm run check` holds it.
 */

/** Below every folder of main/: pure rules, the shapes on the wire, and what the core needs from outside. */
const ground = ['main/domain', 'main/wire', 'main/world'] as const;

/** A folder, and those it may import; the files at the root of a folder are a row of their own. */
export const arrows: Readonly<Record<string, readonly string[]>> = {
  // Card terminals. The files of drivers/ itself are the contract, its settings and card numbers; index.ts lists the protocols.
  'drivers/transport': ['drivers'],
  'drivers/zvt': ['drivers', 'drivers/transport'],
  'drivers/opi': ['drivers', 'drivers/transport'],
  'drivers/discovery': ['drivers', 'drivers/transport', 'drivers/zvt'],
  'drivers/simulator': ['drivers', 'drivers/transport', 'drivers/zvt', 'drivers/opi'],
  'drivers/commandLine': ['drivers', 'drivers/transport', 'drivers/zvt', 'drivers/discovery', 'drivers/simulator'],
  drivers: ['drivers/transport', 'drivers/zvt', 'drivers/opi'],

  // The ground floor.
  'main/domain': [],
  'main/query': [],
  'main/wire': ['main/domain'],
  'main/world': ['main/domain', 'main/wire', 'drivers'],
  'main/store': [...ground, 'main/query', 'drivers'],

  // The core: a sale, from the payer's instruments up to the steps.
  'main/wallet': ground,
  'main/payments': [...ground, 'main/wallet'],
  'main/contracts': [...ground, 'main/wallet', 'main/payments'],
  'main/checkout/sale': [...ground, 'main/wallet', 'main/payments', 'drivers'],
  'main/checkout/acquirer': [...ground, 'main/wallet', 'main/payments', 'main/checkout/sale'],
  'main/checkout/terminal': [...ground, 'main/payments', 'main/checkout/sale', 'drivers'],
  'main/checkout': [
    ...ground,
    'main/payments',
    'main/checkout/sale',
    'main/checkout/acquirer',
    'main/checkout/terminal',
    'drivers',
  ],
  'main/loyalty': [...ground, 'main/checkout/sale'],
  'main/dayEnds': [...ground, 'main/checkout/sale', 'main/checkout/terminal', 'drivers'],
  'main/terminals': [
    ...ground,
    'main/checkout/sale',
    'main/checkout/terminal',
    'main/push',
    'main/store',
    'drivers',
    'drivers/discovery',
    'drivers/transport',
  ],

  // What stands beside the sales.
  'main/auth': [...ground, 'main/store'],
  'main/push': [...ground, 'main/store'],
  'main/mail': [...ground, 'main/store'],
  'main/journal': [...ground, 'main/push', 'main/query', 'main/store', 'drivers'],
  'main/control': [...ground, 'main/checkout', 'main/store'],

  // Whatever simulates money, and the data of the demo.
  'main/sandbox': [...ground, 'main/demo', 'main/payments', 'main/store', 'drivers'],
  'main/demo': [
    ...ground,
    'main/checkout/sale',
    'main/contracts',
    'main/payments',
    'main/store',
    'main/terminals',
    'main/wallet',
  ],

  // The routes, and what joins everything.
  'main/api': [
    ...ground,
    'main/auth',
    'main/checkout',
    'main/checkout/sale',
    'main/checkout/terminal',
    'main/contracts',
    'main/control',
    'main/dayEnds',
    'main/journal',
    'main/loyalty',
    'main/payments',
    'main/push',
    'main/query',
    'main/store',
    'main/terminals',
    'main/wallet',
    'drivers',
  ],
  'main/wiring': [
    ...ground,
    'main/api',
    'main/auth',
    'main/checkout/acquirer',
    'main/checkout/sale',
    'main/checkout/terminal',
    'main/contracts',
    'main/control',
    'main/demo',
    'main/journal',
    'main/payments',
    'main/push',
    'main/query',
    'main/sandbox',
    'main/store',
    'main/terminals',
    'main/wallet',
    'drivers',
  ],
  main: [
    ...ground,
    'main/api',
    'main/checkout/sale',
    'main/conformance',
    'main/contracts',
    'main/control',
    'main/dayEnds',
    'main/demo',
    'main/mail',
    'main/payments',
    'main/push',
    'main/query',
    'main/start',
    'main/store',
    'main/terminals',
    'main/wiring',
    'drivers',
  ],
  'main/conformance': [],
  'main/start': ['main/domain', 'main/store', 'main/world'],
  'main/dataDirectory': ['main', 'main/query', 'main/store', 'main/world'],
  'main/electron': ['main', 'main/start', 'main/store', 'main/world'],

  // The screen knows the bridge by its shapes alone.
  'renderer/scan': [],
  'renderer/stores': ['renderer', 'renderer/scan', 'renderer/texts', 'main/wire'],
  'renderer/texts': ['renderer', 'renderer/stores'],
  'renderer/checkout': ['renderer', 'renderer/stores', 'main/wire'],
  'renderer/parts': ['renderer', 'renderer/screens', 'renderer/stores', 'renderer/texts', 'main/wire'],
  'renderer/screens': ['renderer', 'renderer/parts', 'renderer/scan', 'renderer/stores', 'renderer/texts', 'main/wire'],
  'renderer/manager': [
    'renderer',
    'renderer/parts',
    'renderer/screens',
    'renderer/stores',
    'renderer/texts',
    'main/wire',
  ],
  renderer: [
    'renderer/checkout',
    'renderer/manager',
    'renderer/parts',
    'renderer/scan',
    'renderer/screens',
    'renderer/stores',
    'renderer/texts',
    'main/wire',
  ],
};

interface Place {
  readonly what: RegExp;
  readonly users: RegExp;
  readonly why: string;
}

/** Packages and folders that one place alone may import. */
export const places: readonly Place[] = [
  { what: /^electron$/, users: /^main\/electron\//, why: 'only main/electron/ knows the shell' },
  { what: /^better-sqlite3$/, users: /^main\/store\//, why: 'only main/store/ opens SQLite' },
  {
    what: /^serialport$/,
    users: /^drivers\/transport\/serial\.ts$/,
    why: 'only drivers/transport/serial.ts opens ports',
  },
  {
    what: /^fast-xml-parser$/,
    users: /^drivers\/opi\/codec\/xml\.ts$/,
    why: 'only drivers/opi/codec/xml.ts reads XML',
  },
  { what: /^fastify$/, users: /^main\/(api\/|wiring\/lastAnswers\.ts$)/, why: 'only main/api/ speaks HTTP' },
  {
    what: /^main\/sandbox\//,
    users: /^main\/(sandbox\/|wiring\/outside\.ts$)/,
    why: 'only main/wiring/outside.ts loads what simulates money, and a live shop never does',
  },
];
