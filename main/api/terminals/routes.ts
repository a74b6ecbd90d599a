/** Card terminals: what there is, finding and pairing one, changing it, and asking it for what moves no money. */
import type { FastifyInstance } from 'fastify';
import { withTrainingMark } from '../../domain/trainingMark.ts';
import { knownModels, pair, unpair } from '../../terminal/setup/pairing.ts';
import { printReceipt } from '../../terminal/setup/printReceipt.ts';
import { askStatus, readCard, receiptOf, runTask } from '../../terminal/setup/tasks.ts';
import { changeTerminal } from '../../terminal/setup/terminalChange.ts';
import { terminalOf, terminalsOf, terminalView } from '../../terminal/setup/terminalView.ts';
import { nullable, Result } from '../../wire/shapes.ts';
import {
  CardAnswer,
  Models,
  PairAnswer,
  PairInput,
  PrintReceiptInput,
  ReadCardInput,
  Search,
  SearchAnswer,
  SearchInput,
  SearchStarted,
  StatusAnswer,
  TaskAnswer,
  TaskInput,
  Terminal,
  TerminalInput,
  Terminals,
} from '../../wire/terminals.ts';
import { BridgeError } from '../../world/errors.ts';
import { requireConnection, requirePlace } from '../placeCheck.ts';
import { describeRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/terminals';
const tag = 'Terminals';
const done = { result: true } as const;
/** How long a reader waits for a card when nothing else is said, and at most, s. */
const CARD_TIMEOUT = { usual: 30, most: 120 };

interface One {
  Params: { device: string };
}

export function terminalRoutes(app: FastifyInstance, services: Services): void {
  listRoutes(app, services);
  searchRoutes(app, services);
  pairRoute(app, services);
  oneTerminalRoutes(app, services);
  commandRoutes(app, services);
}

function listRoutes(app: FastifyInstance, { terminals }: Services): void {
  app.get(path, describeRoute(tag, 'The terminals of this bridge', Terminals), async ({ principal }) => {
    const data = terminalsOf(terminals, principal.merchant);
    return { count: data.length, data };
  });

  app.get(
    `${path}/models`,
    describeRoute(tag, 'The models of terminals of which something is known', Models),
    async () => ({
      data: await knownModels(),
    }),
  );
}

function pairRoute(app: FastifyInstance, { terminals, world, config }: Services): void {
  app.post<{ Body: PairInput }>(
    path,
    describeRoute(tag, 'Pair a terminal: asked who it is, kept, and in use at once', PairAnswer, {
      body: PairInput,
    }),
    async ({ principal, body }) => {
      refuseInTraining(config);
      await requireConnection(config, principal, 'terminal', body.connection);
      const { terminal, slips, problem } = await pair(terminals, principal.merchant, body);
      return {
        terminal: terminalView(terminals, terminal),
        receipt: [...withTrainingMark(world.settings, receiptOf({ receipts: slips }))],
        diagnosis: problem,
      };
    },
  );
}

function oneTerminalRoutes(app: FastifyInstance, { terminals, config }: Services): void {
  app.get<One>(`${path}/:device`, describeRoute(tag, 'One terminal', Terminal), async ({ principal, params }) =>
    terminalView(terminals, terminalOf(terminals, principal, params.device)),
  );

  app.put<One & { Body: TerminalInput }>(
    `${path}/:device`,
    describeRoute(tag, 'Change what a terminal is called, who uses it, and how it is reached', Terminal, {
      body: TerminalInput,
    }),
    async ({ principal, params, body }) => {
      await requireConnection(config, principal, 'terminal', body.connection);
      await changeTerminal(terminals, terminalOf(terminals, principal, params.device), body);
      return terminalView(terminals, terminalOf(terminals, principal, params.device));
    },
  );

  app.delete<One>(
    `${path}/:device`,
    describeRoute(tag, 'Take a paired terminal out of use; its device stays', Result),
    async ({ principal, params }) => {
      await unpair(terminals, principal, params.device);
      return done;
    },
  );
}

/** Commands at a terminal that move no money. */
function commandRoutes(app: FastifyInstance, { terminals, world }: Services): void {
  app.post<One & { Body: TaskInput }>(
    `${path}/:device/tasks`,
    describeRoute(tag, 'Let the terminal do something that moves no money', TaskAnswer, { body: TaskInput }),
    async ({ principal, params, body }) => {
      const ended = await runTask(world, terminalOf(terminals, principal, params.device), body);
      const totals = ended.totals && { amount: ended.totals.amount, byCardType: ended.totals.byCardType };
      return {
        do: body.do,
        receipt: [...withTrainingMark(world.settings, receiptOf(ended))],
        totals: totals ?? null,
        follows: ended.follows ?? null,
        answer: ended.answer,
      };
    },
  );

  app.post<One & { Body: PrintReceiptInput }>(
    `${path}/:device/print-receipt`,
    describeRoute(tag, 'Print the receipt of a sale on the printer of the terminal', Result, {
      body: PrintReceiptInput,
    }),
    async ({ principal, params, body }) => {
      await printReceipt(world, terminalOf(terminals, principal, params.device), principal, body);
      return done;
    },
  );

  app.post<One & { Body: ReadCardInput | null | undefined }>(
    `${path}/:device/read-card`,
    describeRoute(tag, 'Wait for a loyalty card at the reader of the terminal', CardAnswer, {
      body: nullable(ReadCardInput),
    }),
    async ({ principal, params, body }) => {
      const open = terminalOf(terminals, principal, params.device);
      const { number, uid, lastFour, cardName } = await readCard(world, open, secondsOf(body?.seconds));
      return { number: number ?? null, uid: uid ?? null, lastFour: lastFour ?? null, cardName: cardName ?? null };
    },
  );

  app.get<One>(
    `${path}/:device/status`,
    describeRoute(tag, 'Ask the terminal whether it is ready, and if not, what would cure it', StatusAnswer),
    async ({ principal, params }) => askStatus(terminalOf(terminals, principal, params.device)),
  );
}

function searchRoutes(app: FastifyInstance, { terminals: { search }, config }: Services): void {
  app.get(
    `${path}/search`,
    describeRoute(tag, 'The search for terminals, and where one could search', SearchAnswer),
    async ({ principal }) => ({
      ...search.view(principal.merchant),
      ...(await search.places()),
    }),
  );

  app.post<{ Body: SearchInput }>(
    `${path}/search`,
    describeRoute(tag, 'Search serial ports and networks for terminals; what is found comes as events', SearchStarted, {
      body: SearchInput,
    }),
    async ({ principal, body }) => {
      refuseInTraining(config);
      for (const subnet of body.subnets ?? [])
        await requirePlace(config, principal, {
          kind: 'terminal',
          member: 'subnets',
          host: subnet.replace(/\/.*$/, ''),
        });
      return { search: search.start(principal.merchant, body) };
    },
  );

  app.delete(`${path}/search`, describeRoute(tag, 'Stop searching', Search), async ({ principal }) => {
    await search.stop(principal.merchant);
    return search.view(principal.merchant);
  });
}

/** Real terminals have no part in a training. */
function refuseInTraining({ training }: Services['config']): void {
  if (training) throw new BridgeError('trainingOnly', 'a training knows only the virtual terminal');
}

function secondsOf(seconds: string | number | null | undefined): number {
  const wanted = Number(seconds ?? CARD_TIMEOUT.usual);
  if (wanted >= 1 && wanted <= CARD_TIMEOUT.most) return wanted;
  throw new BridgeError('badInput', `seconds must be 1 to ${CARD_TIMEOUT.most}`);
}
