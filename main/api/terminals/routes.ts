/** Card terminals: what there is, finding and pairing one, changing it, and asking it for what moves no money. */
import type { FastifyInstance } from 'fastify';
import { marked } from '../../domain/trainingMark.ts';
import { askStatus, readCard, receiptOf, runTask } from '../../terminals/ask.ts';
import { changeTerminal } from '../../terminals/change.ts';
import { knownModels } from '../../terminals/models.ts';
import { pair, unpair } from '../../terminals/pair.ts';
import { printReceipt } from '../../terminals/printReceipt.ts';
import { terminalOf, terminalsOf, viewOf } from '../../terminals/view.ts';
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
import { described } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/terminals';
const tag = 'Terminals';
const lead = { config: { roles: ['manager', 'integrator'] as const } };
const done = { result: true } as const;
/** How long a reader waits for a card when nothing else is said, and at most, s. */
const CARD_PATIENCE = { usual: 30, most: 120 };

interface One {
  Params: { device: string };
}

export function terminalRoutes(app: FastifyInstance, services: Services): void {
  const { terminals, world } = services;

  app.get(path, described(tag, 'The terminals of this bridge', Terminals), async ({ principal }) => {
    const data = terminalsOf(terminals, principal.merchant);
    return { count: data.length, data };
  });
  searchRoutes(app, services);

  app.get(
    `${path}/models`,
    described(tag, 'The models of terminals of which something is known', Models),
    async () => ({
      data: await knownModels(),
    }),
  );

  app.post<{ Body: PairInput }>(
    path,
    {
      ...described(tag, 'Pair a terminal: asked who it is, kept, and in use at once', PairAnswer, { body: PairInput }),
      ...lead,
    },
    async ({ principal, body }) => {
      refuseInTraining(world);
      const { terminal, slips, problem } = await pair(terminals, principal.merchant, body);
      return {
        terminal: viewOf(terminals, terminal),
        receipt: [...marked(world.settings, receiptOf({ receipts: slips }))],
        diagnosis: problem,
      };
    },
  );

  app.get<One>(`${path}/:device`, described(tag, 'One terminal', Terminal), async ({ principal, params }) =>
    viewOf(terminals, terminalOf(terminals, principal, params.device)),
  );

  app.put<One & { Body: TerminalInput }>(
    `${path}/:device`,
    {
      ...described(tag, 'Change what a terminal is called, who uses it, and how it is reached', Terminal, {
        body: TerminalInput,
      }),
      ...lead,
    },
    async ({ principal, params, body }) => {
      await changeTerminal(terminals, terminalOf(terminals, principal, params.device), body);
      return viewOf(terminals, terminalOf(terminals, principal, params.device));
    },
  );

  app.delete<One>(
    `${path}/:device`,
    { ...described(tag, 'Take a paired terminal out of use; its device stays', Result), ...lead },
    async ({ principal, params }) => {
      await unpair(terminals, principal, params.device);
      return done;
    },
  );

  app.post<One & { Body: TaskInput }>(
    `${path}/:device/tasks`,
    {
      ...described(tag, 'Let the terminal do something that moves no money', TaskAnswer, { body: TaskInput }),
      ...lead,
    },
    async ({ principal, params, body }) => {
      const ended = await runTask(world, terminalOf(terminals, principal, params.device), body);
      const totals = ended.totals && { amount: ended.totals.amount, byCardType: ended.totals.byCardType };
      return {
        do: body.do,
        receipt: [...marked(world.settings, receiptOf(ended))],
        totals: totals ?? null,
        follows: ended.follows ?? null,
        answer: ended.answer,
      };
    },
  );

  app.post<One & { Body: PrintReceiptInput }>(
    `${path}/:device/print-receipt`,
    described(tag, 'Print the receipt of a sale on the printer of the terminal', Result, { body: PrintReceiptInput }),
    async ({ principal, params, body }) => {
      await printReceipt(world, terminalOf(terminals, principal, params.device), principal, body);
      return done;
    },
  );

  app.post<One & { Body: ReadCardInput | null | undefined }>(
    `${path}/:device/read-card`,
    described(tag, 'Wait for a loyalty card at the reader of the terminal', CardAnswer, {
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
    described(tag, 'Ask the terminal whether it is ready, and if not, what would cure it', StatusAnswer),
    async ({ principal, params }) => askStatus(terminalOf(terminals, principal, params.device)),
  );
}

function searchRoutes(app: FastifyInstance, { terminals: { search }, world }: Services): void {
  app.get(
    `${path}/search`,
    described(tag, 'The search for terminals, and where one could search', SearchAnswer),
    async ({ principal }) => ({
      ...search.view(principal.merchant),
      ...(await search.places()),
    }),
  );

  app.post<{ Body: SearchInput }>(
    `${path}/search`,
    {
      ...described(
        tag,
        'Search serial ports and networks for terminals; what is found comes as events',
        SearchStarted,
        {
          body: SearchInput,
        },
      ),
      ...lead,
    },
    async ({ principal, body }) => {
      refuseInTraining(world);
      return { search: search.start(principal.merchant, body) };
    },
  );

  app.delete(`${path}/search`, { ...described(tag, 'Stop searching', Search), ...lead }, async ({ principal }) => {
    await search.stop(principal.merchant);
    return search.view(principal.merchant);
  });
}

/** Real terminals have no part in a training. */
function refuseInTraining({ settings }: Services['world']): void {
  if (settings.training) throw new BridgeError('trainingOnly', 'a training knows only the virtual terminal');
}

function secondsOf(seconds: string | number | null | undefined): number {
  const wanted = Number(seconds ?? CARD_PATIENCE.usual);
  if (wanted >= 1 && wanted <= CARD_PATIENCE.most) return wanted;
  throw new BridgeError('badInput', `seconds must be 1 to ${CARD_PATIENCE.most}`);
}
