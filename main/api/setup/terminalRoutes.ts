/** Terminals of the first run: searched for, and asked who they are. Nothing is stored before the set-up is finished. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { introduceStranger, knownModels } from '../../terminal/setup/pairing.ts';
import { SetupTerminal } from '../../wire/setup.ts';
import { Models, PairInput, Search, SearchAnswer, SearchInput, SearchStarted } from '../../wire/terminals.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/setup/terminals';
const config = { public: true } as const;

/** Stands in for the merchant that there is not yet. */
const NOBODY = 'setup';

/** The TID of the virtual terminal, which a shop may try before its own one arrives. */
const VIRTUAL = '60001234';

const schema = (summary: string, answer: object, body: object = {}) => ({
  ...{ tags: ['Set-up'], security: [], summary, ...body },
  response: { 200: answer },
});

/** `admit` throws unless the caller is the window that began the set-up. */
export function setupTerminalRoutes(
  app: FastifyInstance,
  { terminals }: Services,
  admit: (request: FastifyRequest) => void,
): void {
  const { search } = terminals;
  app.get(`${path}/search`, { config, schema: schema('The search for terminals', SearchAnswer) }, async request => {
    admit(request);
    return { ...search.view(NOBODY), ...(await search.places()) };
  });

  app.post<{ Body: SearchInput }>(
    `${path}/search`,
    { config, schema: schema('Search serial ports and networks for terminals', SearchStarted, { body: SearchInput }) },
    async request => {
      admit(request);
      return { search: search.start(NOBODY, request.body) };
    },
  );

  app.delete(`${path}/search`, { config, schema: schema('Stop searching', Search) }, async request => {
    admit(request);
    await search.stop(NOBODY);
    return search.view(NOBODY);
  });

  app.get(`${path}/models`, { config, schema: schema('The known models of terminals', Models) }, async request => {
    admit(request);
    return { data: await knownModels() };
  });

  app.post<{ Body: PairInput }>(
    `${path}/check`,
    {
      config,
      schema: schema('Ask a terminal who it is: registration and diagnosis', SetupTerminal, { body: PairInput }),
    },
    async request => {
      admit(request);
      const { settings, terminalId, software, problem } = await introduceStranger(terminals, request.body);
      const { protocol, connection, profile = null, options = {} } = settings;
      return {
        terminal: {
          protocol,
          connection,
          options,
          ...(profile ? { profile } : {}),
          ...(terminalId ? { tid: terminalId } : {}),
        },
        software,
        diagnosis: problem,
        isVirtual: terminalId === VIRTUAL,
      };
    },
  );
}
