/**
 * The arrows: which folder of the product may import which, types counted. What a row does not name is refused, and so is
 * every circle of files. `npm run check` holds it.
 */

/** Below every folder of main/: pure rules, the shapes on the wire, what the core needs from outside, and the mask of card numbers. */
const ground = [
  'main/domain',
  'main/domain/cashRounding.ts',
  'main/domain/change.ts',
  'main/domain/currencies.ts',
  'main/domain/namedSpans.ts',
  'main/domain/receiptCode.ts',
  'main/domain/receiptLayout.ts',
  'main/domain/typedNumber.ts',
  'main/wire',
  'main/world',
  'drivers/masking',
] as const;

/** Below every screen: the app with its stores, common parts, texts, and the shapes of the wire. */
const screen = [
  'renderer/app',
  'renderer/bridge',
  'renderer/parts',
  'renderer/stores',
  'renderer/texts',
  'main/wire',
] as const;

/** Below every page of managers and of the back office. */
const page = [...screen, 'renderer/data', 'renderer/form'] as const;

/** Ground of every room of the back office: its database, and the ports that are handed round. */
const office = ['main/office/database', 'main/office/office.ts'] as const;

/** The ZVT driver: its codec at the bottom; drivers/zvt itself is the terminal with its connection, settings and tasks. */
const zvt = [
  'drivers/zvt',
  'drivers/zvt/codec',
  'drivers/zvt/texts',
  'drivers/zvt/framing',
  'drivers/zvt/exchange',
] as const;

/** A folder, and those it may import; the files at the root of a folder are a row of their own. */
export const arrows: Readonly<Record<string, readonly string[]>> = {
  // Card terminals. The files of drivers/ itself are the contract and what every protocol needs; protocols.ts lists the protocols.
  'drivers/masking': [],
  'drivers/transport': ['drivers'],
  'drivers/scanner': ['drivers', 'drivers/transport'],
  'drivers/scale': ['drivers', 'drivers/transport'],
  'drivers/simulator/scale': ['drivers/scale', 'drivers/transport'],
  'drivers/zvt/codec': ['drivers/masking'],
  'drivers/zvt/texts': ['drivers'],
  'drivers/zvt/framing': ['drivers', 'drivers/transport', 'drivers/zvt/codec'],
  'drivers/zvt/exchange': [
    'drivers',
    'drivers/masking',
    'drivers/zvt/codec',
    'drivers/zvt/texts',
    'drivers/zvt/framing',
  ],
  'drivers/zvt': ['drivers', 'drivers/transport', ...zvt],
  'drivers/opi': ['drivers', 'drivers/masking', 'drivers/transport'],
  // Receipt printers, and the virtual one that parses the same bytes.
  'drivers/printer': ['drivers', 'drivers/transport'],
  'drivers/printer/code128.ts': [],
  'drivers/simulator/printer': [
    'drivers/printer',
    'drivers/printer/code128.ts',
    'drivers/transport',
    'drivers/simulator',
  ],
  'drivers/discovery': ['drivers', 'drivers/transport', ...zvt],

  // The virtual terminals speak through the codecs of the drivers. The engine is the terminal, and knows no single command.
  'drivers/simulator': [],
  'drivers/simulator/opi': ['drivers', 'drivers/transport', 'drivers/opi', 'drivers/simulator'],
  'drivers/simulator/zvt/engine': ['drivers', 'drivers/transport', ...zvt, 'drivers/simulator'],
  'drivers/simulator/zvt/commands': ['drivers', ...zvt, 'drivers/simulator/zvt/engine'],
  'drivers/simulator/zvt/recording': ['drivers/transport', ...zvt],
  'drivers/simulator/zvt/scenarios': [...zvt, 'drivers/simulator/zvt/engine', 'drivers/simulator/zvt/commands'],
  'drivers/simulator/zvt/control': ['drivers/simulator/zvt/engine', 'drivers/simulator/zvt/scenarios'],
  'drivers/simulator/zvt': [
    'drivers',
    'drivers/transport',
    ...zvt,
    'drivers/simulator',
    'drivers/simulator/zvt/engine',
    'drivers/simulator/zvt/commands',
    'drivers/simulator/zvt/recording',
    'drivers/simulator/zvt/scenarios',
    'drivers/simulator/zvt/control',
  ],
  'drivers/commandLine': [
    'drivers',
    'drivers/protocols.ts',
    'drivers/transport',
    ...zvt,
    'drivers/discovery',
    'drivers/simulator/zvt/recording',
  ],
  drivers: [],
  'drivers/protocols.ts': ['drivers', 'drivers/transport', ...zvt, 'drivers/opi'],
  // The door, by which main/ enters: what it exports is everything that the bridge uses.
  'drivers/index.ts': [
    'drivers',
    'drivers/protocols.ts',
    'drivers/discovery',
    'drivers/masking',
    'drivers/printer',
    'drivers/scale',
    'drivers/scanner',
    'drivers/transport',
  ],

  // The ground floor.
  'main/domain': [
    'main/domain/cashRounding.ts',
    'main/domain/change.ts',
    'main/domain/currencies.ts',
    'main/domain/namedSpans.ts',
    'main/domain/receiptCode.ts',
    'main/domain/receiptLayout.ts',
    'main/domain/typedNumber.ts',
  ],
  // Also computed by the screen, before anything is booked.
  'main/domain/cashRounding.ts': [],
  'main/domain/change.ts': [],
  // Also shown by the screen, as the change to hand out.
  'main/domain/currencies.ts': [],
  // The screen's "last seven days" are those of the mail with a kept view.
  'main/domain/namedSpans.ts': [],
  // Also read by the screen, when it is scanned.
  'main/domain/receiptCode.ts': [],
  // The one layout of receipts, for paper, PDF and screen.
  'main/domain/receiptLayout.ts': [],
  // Amounts as people type them at the screen, and as kept views hold them.
  'main/domain/typedNumber.ts': [],
  // Searches and filters of lists, as SQL and in memory.
  'main/query': [],
  // Builds of the screens, and how a host finds that one is stale.
  'main/build': [],
  // Locks and access rights of the data directory's files, and why a database is refused.
  'main/files': [],
  'main/wire': ['main/domain', 'main/domain/currencies.ts', 'main/domain/namedSpans.ts', 'main/domain/typedNumber.ts'],
  'main/world': ['main/domain', 'main/wire', 'drivers/masking', 'drivers/index.ts'],
  'main/store': [...ground, 'main/files', 'main/query', 'drivers/index.ts'],
  // Needs of every HTTP server, of the bridge and of the back office: cookies, errors, pages, the description of an API.
  'main/http': [...ground, 'main/reporting'],
  // Slips on their way to printers, receipts as a file.
  'main/printing': [...ground, 'main/store', 'drivers/index.ts'],

  // The core: a sale, from the payer's instruments up to the steps.
  'main/wallet': ground,
  'main/acquirer': [...ground, 'main/wallet'],
  'main/agreements': [...ground, 'main/wallet', 'main/acquirer'],
  'main/sale': [...ground, 'main/wallet', 'main/acquirer', 'drivers/index.ts'],
  'main/checkout/acquirer': [...ground, 'main/wallet', 'main/acquirer', 'main/sale'],
  'main/terminal/payment': [...ground, 'main/acquirer', 'main/sale', 'drivers/index.ts'],
  'main/checkout': [
    ...ground,
    'main/acquirer',
    'main/sale',
    'main/checkout/acquirer',
    'main/terminal/payment',
    'drivers/index.ts',
  ],
  'main/loyalty': [...ground, 'main/sale'],
  'main/terminal/dayEnd': [...ground, 'main/sale', 'main/terminal/payment', 'drivers/index.ts'],
  // The till's money: above the ends of days of the terminals, which belong to its business day.
  'main/cash': [...ground, 'main/terminal/dayEnd'],
  'main/terminal/setup': [
    ...ground,
    'main/sale',
    'main/terminal/payment',
    'main/services/push',
    'main/store',
    'drivers/index.ts',
  ],

  // Services beside the sales.
  'main/services/auth': [...ground, 'main/store'],
  'main/services/push': [...ground, 'main/store'],
  'main/services/doubts': [...ground, 'main/store'],
  'main/services/backup': [...ground, 'main/files', 'main/query', 'main/store'],
  'main/services/mail': [...ground, 'main/store'],
  'main/services/journal': [...ground, 'main/services/push', 'main/query', 'main/store'],
  'main/control': [...ground, 'main/checkout', 'main/store'],

  // Simulated money, and the data of the demo.
  'main/sandbox': [...ground, 'main/demo', 'main/acquirer', 'main/store', 'drivers/index.ts'],
  'main/demo': [
    'main/start',
    'drivers/index.ts',
    'drivers/simulator/zvt',
    ...ground,
    'main/sale',
    'main/agreements',
    'main/acquirer',
    'main/services/auth',
    'main/store',
    'main/terminal/setup',
    'main/wallet',
  ],

  // Master data: one file for each job, each with its audit entry; and the set-up that makes a whole shop of them.
  'main/masterData': [...ground, 'main/agreements', 'main/wallet', 'main/store', 'main/terminal/setup'],
  'main/masterData/articles': [...ground, 'main/masterData', 'main/store'],
  'main/masterData/loyalty': [...ground, 'main/masterData', 'main/loyalty', 'main/sale', 'main/store'],
  'main/setupCommand.ts': [
    'main',
    'main/files',
    'main/setup',
    'main/services/auth',
    'main/query',
    'main/store',
    'main/wiring',
    'main/world',
  ],
  'main/setup': [
    ...ground,
    'main/masterData',
    'main/masterData/articles',
    'main/masterData/loyalty',
    'main/sale',
    'main/services/auth',
    'main/query',
    'main/store',
    'main/terminal/setup',
    'drivers/index.ts',
  ],

  // The way out of the shop: the queue with its rules, the upstream service, and the link to the back office. main/batch is what
  // till and back office share: how a batch is written, digested and signed.
  'main/queue': ground,
  // Declarations of reports and their files, for the till and the back office.
  'main/reporting': ground,
  'main/tillReports': [...ground, 'main/reporting'],
  'main/batch': ground,
  'main/upstream': [...ground, 'main/queue', 'main/sale', 'drivers/index.ts'],
  'main/upstream/down': [...ground, 'main/queue', 'main/sale', 'main/upstream'],
  'main/upstream/live': [...ground, 'main/queue', 'main/sale', 'main/upstream', 'main/upstream/down'],
  'main/officeLink': [...ground, 'main/queue', 'main/batch'],

  // The back office is a program of its own. It knows no till but by its batches.
  'main/office/database': ['main/files'],
  'main/office/office.ts': ['main/world', 'main/office/database'],
  'main/office/ingest': [...ground, 'main/batch', ...office],
  'main/office/enrolment': [...ground, 'main/batch', ...office, 'main/office/people'],
  'main/office/reports': [...ground, ...office, 'main/reporting'],
  'main/office/people': [...ground, ...office],
  // The lists of the API, which mails hold, too.
  'main/office/lists': [...ground, 'main/query', 'main/reporting', ...office],
  'main/office/exports': [
    ...ground,
    ...office,
    'main/reporting',
    'main/office/lists',
    'main/office/people',
    'main/office/reports',
  ],
  'main/office/bank': [...ground, ...office],
  'main/office/targets': [...ground, ...office, 'main/reporting', 'main/office/bank'],
  'main/office/demo': [
    ...ground,
    'main/batch',
    'main/reporting',
    ...office,
    'main/office/enrolment',
    'main/office/ingest',
    'main/office/people',
  ],
  'main/office/api': [
    ...ground,
    'main/http',
    'main/query',
    'main/batch',
    'main/reporting',
    ...office,
    'main/office/enrolment',
    'main/office/ingest',
    'main/office/lists',
    'main/office/reports',
    'main/office/people',
    'main/office/exports',
    'main/office/bank',
    'main/office/targets',
  ],
  'main/office': [
    ...ground,
    'main/build',
    'main/files',
    'main/http',
    ...office,
    'main/office/enrolment',
    'main/office/ingest',
    'main/office/reports',
    'main/office/people',
    'main/office/exports',
    'main/office/demo',
    'main/office/api',
  ],

  // Devices for customers.
  'main/scale': [...ground, 'main/store', 'drivers/index.ts'],
  'main/scanner': [...ground, 'main/services/push', 'main/store', 'drivers/index.ts'],
  'main/display': [...ground, 'main/services/push', 'main/store'],

  // The routes, and what joins everything.
  'main/api': [
    ...ground,
    'main/http',
    'main/services/auth',
    'main/display',
    'main/scale',
    'main/scanner',
    'drivers/index.ts',
    'main/cash',
    'main/checkout',
    'main/officeLink',
    'main/masterData',
    'main/masterData/loyalty',
    'main/setup',
    'main/masterData/articles',
    'main/sale',
    'main/terminal/payment',
    'main/agreements',
    'main/control',
    'main/services/doubts',
    'main/services/backup',
    'main/terminal/dayEnd',
    'main/services/journal',
    'main/loyalty',
    'main/acquirer',
    'main/services/push',
    'main/query',
    'main/reporting',
    'main/printing',
    'main/tillReports',
    'main/store',
    'main/terminal/setup',
    'main/wallet',
  ],
  'main/wiring': [
    ...ground,
    'main/update',
    'main/checkout',
    'main/queue',
    'main/api',
    'main/cash',
    'main/http',
    'main/services/auth',
    'main/display',
    'main/scale',
    'main/scanner',
    'main/checkout/acquirer',
    'main/sale',
    'main/terminal/payment',
    'main/agreements',
    'main/control',
    'main/services/doubts',
    'main/services/backup',
    'main/demo',
    'main/services/journal',
    'main/services/mail',
    'main/acquirer',
    'main/officeLink',
    'main/services/push',
    'main/query',
    'main/masterData',
    'main/masterData/articles',
    'main/masterData/loyalty',
    'main/setup',
    'main/printing',
    'main/sandbox',
    'main/store',
    'main/terminal/dayEnd',
    'main/terminal/setup',
    'main/upstream',
    'main/upstream/down',
    'main/upstream/live',
    'main/wallet',
    'drivers/index.ts',
  ],
  main: [
    ...ground,
    'main/api',
    'main/build',
    'main/files',
    'main/http',
    'main/demo',
    'main/start',
    'main/store',
    'main/update',
    'main/wiring',
    'drivers/index.ts',
  ],
  'main/start': ['main/domain', 'main/store', 'main/world'],
  'main/update': ['main/store', 'main/wire', 'main/world'],
  'main/dataDirectory': [
    'main',
    'main/domain',
    'main/files',
    'main/http',
    'main/query',
    'main/services/auth',
    'main/services/backup',
    'main/store',
    'main/wire',
    'main/world',
  ],
  'main/electron': [
    'main',
    'main/dataDirectory',
    'main/files',
    'main/start',
    'main/store',
    'main/update',
    'main/world',
  ],

  // The screen knows the bridge by its shapes alone.
  'renderer/styles': [],
  'renderer/bridge': ['main/wire'],
  'renderer/texts': ['main/domain/typedNumber.ts', 'renderer/bridge', 'main/wire'],
  'renderer/scan': [],
  'renderer/stores': ['renderer/bridge', 'renderer/scan', 'renderer/texts', 'main/wire'],
  'renderer/checkout': ['renderer/bridge', 'renderer/scan', 'renderer/stores', 'renderer/texts', 'main/wire'],
  'renderer/app': [
    'main/domain/receiptCode.ts',
    'renderer/bridge',
    'renderer/checkout',
    'renderer/scan',
    'renderer/stores',
    'renderer/texts',
    'main/wire',
  ],
  'renderer/parts': ['renderer/app', 'renderer/bridge', 'renderer/texts', 'main/domain/receiptLayout.ts', 'main/wire'],
  'renderer/data': ['renderer/bridge', 'renderer/texts'],
  'renderer/form': ['renderer/parts', 'renderer/texts'],
  // Every component on a page, for people who build screens.
  'renderer/gallery': [...page, 'renderer/styles'],
  // Reports are drawn from their declarations, in the back office and on the till alike.
  'renderer/report': [
    'main/domain/namedSpans.ts',
    'renderer/bridge',
    'renderer/data',
    'renderer/form',
    'renderer/parts',
    'renderer/texts',
    'main/wire',
  ],
  'renderer/screens/signIn': [...page],
  // Steps that only dialogs take are loaded with them, and not with the first screen.
  'renderer/screens/sale': [
    ...screen,
    'main/domain/cashRounding.ts',
    'main/domain/change.ts',
    'main/domain/currencies.ts',
    'renderer/checkout',
    'renderer/form',
    'renderer/scan',
    'renderer/screens/sale/customer',
    'renderer/screens/signIn',
  ],
  'renderer/screens/sale/customer': [...screen, 'renderer/checkout'],
  'renderer/screens/payment': [...screen, 'renderer/checkout', 'renderer/screens/signIn'],
  'renderer/screens/openPayments': [
    ...screen,
    'renderer/checkout',
    'renderer/form',
    'renderer/screens/payment',
    'renderer/screens/signIn',
  ],
  'renderer/screens/frame': [
    ...screen,
    'renderer/data',
    'renderer/form',
    'renderer/styles',
    'renderer/scan',
    'renderer/screens/openPayments',
    'renderer/screens/payment',
    'renderer/screens/signIn',
    'drivers/printer/code128.ts',
  ],
  // Fields for the facts of the shop: of the first run, and of the page of the manager.
  'renderer/shop': [
    'renderer/bridge',
    'renderer/form',
    'renderer/parts',
    'renderer/texts',
    'main/domain/cashRounding.ts',
    'main/wire',
  ],
  'renderer/setup': [...page, 'renderer/styles', 'renderer/report', 'renderer/shop', 'renderer/manager/terminals'],
  'renderer/manager': [...page, 'renderer/styles'],
  'renderer/manager/dayEnd': [...page, 'renderer/manager'],
  'renderer/manager/operations': [...page, 'renderer/manager'],
  'renderer/manager/audit': [...page, 'renderer/manager'],
  'renderer/manager/lists': [...page, 'renderer/manager'],
  'renderer/manager/loyalty': [...page, 'renderer/manager', 'renderer/manager/lists'],
  'renderer/manager/people': [
    ...page,
    ...['renderer/manager', 'renderer/manager/audit', 'renderer/manager/lists', 'renderer/screens/signIn'],
  ],
  'renderer/manager/cash': [...page, 'renderer/manager'],
  'renderer/manager/doubts': [...page, 'renderer/manager'],
  'renderer/manager/backups': [...page, 'renderer/manager'],
  'renderer/manager/manage': [...page, 'renderer/styles'],
  'renderer/manager/closing': [...page, 'renderer/manager', 'renderer/manager/cash', 'renderer/report'],
  'renderer/manager/sales': [
    ...page,
    'renderer/checkout',
    'renderer/manager',
    'renderer/report',
    'renderer/screens/sale',
    'main/domain/cashRounding.ts',
    'main/domain/receiptCode.ts',
  ],
  'renderer/manager/queue': [...page, 'renderer/manager'],
  // Their tiles look as they do at the till.
  'renderer/manager/articles': [
    ...page,
    ...['renderer/manager', 'renderer/manager/lists', 'renderer/report', 'renderer/screens/sale'],
  ],
  'renderer/manager/tiles': [...page, 'renderer/manager', 'renderer/screens/sale'],
  'renderer/manager/printers': [...page, 'renderer/manager'],
  'renderer/manager/reports': [...page, 'renderer/manager', 'renderer/report'],
  'renderer/manager/shop': [...page, 'renderer/manager', 'renderer/shop'],
  'renderer/manager/terminals': [
    ...page,
    'renderer/manager',
    'renderer/manager/operations',
    'renderer/screens/payment',
  ],
  // The screen of the back office is a page of its own; it knows the back office by the shapes of the wire.
  'renderer/office': [...page, 'renderer/report'],
  renderer: [
    ...screen,
    'renderer/styles',
    'renderer/manager/audit',
    'renderer/manager/articles',
    'renderer/manager/cash',
    'renderer/manager/closing',
    'renderer/manager/dayEnd',
    'renderer/manager/backups',
    'renderer/manager/doubts',
    'renderer/manager/loyalty',
    'renderer/manager/manage',
    'renderer/manager/operations',
    'renderer/manager/people',
    'renderer/manager/printers',
    'renderer/manager/queue',
    'renderer/manager/reports',
    'renderer/manager/sales',
    'renderer/manager/shop',
    'renderer/manager/terminals',
    'renderer/manager/tiles',
    'renderer/scan',
    'renderer/setup',
    'renderer/screens/frame',
    'renderer/screens/openPayments',
    'renderer/screens/payment',
    'renderer/screens/sale',
    'renderer/screens/signIn',
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
  {
    what: /^better-sqlite3$/,
    users: /^main\/(store\/|files\/lock\.ts$)/,
    why: 'only main/store/, and main/files/lock.ts, open SQLite',
  },
  {
    what: /^serialport$/,
    users: /^drivers\/transport\/serial\.ts$/,
    why: 'only drivers/transport/serial.ts opens ports',
  },
  {
    what: /^fast-xml-parser$/,
    users: /^(drivers\/opi\/codec\/xml|main\/office\/bank\/camt)\.ts$/,
    why: 'only drivers/opi/codec/xml.ts, and main/office/bank/camt.ts for statements of banks, read XML',
  },
  {
    what: /^fastify$/,
    users: /^(main\/(api|http|office\/api)\/|drivers\/simulator\/zvt\/control\/)/,
    why: 'only main/http/, main/api/, main/office/api/, and the control of the virtual terminal, speak HTTP',
  },
  {
    what: /^(pg|pg-copy-streams|pg-query-stream|@electric-sql\/pglite)$/,
    users: /^main\/office\/database\//,
    why: 'only main/office/database/ opens PostgreSQL',
  },
  {
    what: /^main\/sandbox\//,
    users: /^main\/(sandbox\/|wiring\/foundation\.ts$)/,
    why: 'only main/wiring/foundation.ts loads what simulates money, and a live shop never does',
  },
  {
    what: /^main\/(demo\/|world\/demo(Catalogue|Chance)\.ts$)/,
    users: /^main\/(demo\/|sandbox\/|office\/demo\/|host\.ts$|demoHistory\.ts$|wiring\/(foundation|control)\.ts$)/,
    why: 'only demo and training load made-up data; a live shop never does',
  },
  {
    what: /^drivers\/simulator\//,
    users: /^(drivers\/(simulator|commandLine)\/|main\/demo\/)/,
    why: 'only demo and training start a virtual terminal; a live shop never does',
  },
  {
    what: /^drivers\/(?!index\.ts$|masking\/cardMask\.ts$|printer\/code128\.ts$|simulator\/)/,
    users: /^drivers\//,
    why: 'drivers/index.ts is the door of drivers/, drivers/masking/cardMask.ts that of card numbers, drivers/printer/code128.ts that of drawn codes',
  },
];

/** Files that stand alone although they are small and have one importer, each with its reason. */
export const boundaries: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['approval', 'hold', 'idleTender', 'number', 'spoken'].map(page => [
      `renderer/texts/pages/${page}.ts`,
      'the texts of all pages stand in one folder, where a test walks over them',
    ]),
  ),
  'renderer/parts/QrCode.tsx': 'a look of its own, which the styles of the first screen leave out',
  'renderer/screens/frame/TrainingBanner.tsx': 'the frame is long enough without it',
  'renderer/screens/frame/Address.tsx': 'loaded after the first screen, which is small without it',
  'renderer/app/keyHints.ts': 'loaded after the first screen, which is small without it',
  'renderer/app/takenOver.ts': 'loaded after the first screen, which is small without it',
  'renderer/screens/sale/ActionTile.tsx': 'loaded after the first screen, which is small without it',
  'main/services/backup/backupWorker.ts': 'a thread begins with a file of its own',
  'main/api/backups/routes.ts': 'each resource of the API has a folder',
  'main/api/update/routes.ts': 'each resource of the API has a folder',
  'main/update/view.ts': 'the bridge shows updates, and makes none',
  'main/wiring/lights.ts': 'the bridge itself knows no terminal and no queue; its parts do',
  'main/start/garbage.ts': 'its test runs it in a process without the host',
  'renderer/screens/sale/NoArticles.tsx': 'few shops see it, and the first screen is small without it',
};

/** How many files one file may load, itself included: a reader of it has to know all of them. */
export const closures: Readonly<Record<string, number>> = {
  // Twelve of them are the table of errors: its form, and one file for each subject.
  'main/terminal/payment/cashless.ts': 70,
  // Five of them make the receipts of the demo, which a live back office does not load.
  'main/office/serve.ts': 316,
};

/** The same of what is loaded at once, and not where it is used: each of them is a piece of every start. */
export const atOnce: Readonly<Record<string, number>> = {
  'main/headless.ts': 62,
  // The API is none of it: its first call loads routes and their shapes.
  'main/bridge.ts': 575,
};
