/** The state of one till: read at every start of a screen, written when the next customer comes. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { flow } from '../../checkout/flow.ts';
import type { Language } from '../../domain/money.ts';
import { languageOf } from '../../http/errorAnswers.ts';
import { mayWorkAtTill } from '../../services/auth/rights.ts';
import { terminalOfLateApproval, terminalOfTill } from '../../terminal/payment/commandOwner.ts';
import { decisionOnSale, reasonOfSale } from '../../terminal/payment/reconciliation/records.ts';
import { viewOf, waitingViews } from '../../terminal/payment/screenView.ts';
import { slipsOf } from '../../terminal/payment/tillInput.ts';
import type { RunningPayment } from '../../wire/events.ts';
import { SaleVerdict } from '../../wire/operations.ts';
import { CashBackInput, PartVerdict } from '../../wire/returns.ts';
import { AbortAnswer, AnswerInput, HandOverInput, LateInput, SlipView, TillInput, TillView } from '../../wire/till.ts';
import { SmartTransaction } from '../../wire/transactions.ts';
import type { TerminalSlot } from '../../world/devices.ts';
import { BridgeError } from '../../world/errors.ts';
import type { Principal } from '../../world/people.ts';
import type { World } from '../../world/world.ts';
import { describeRoute, describeWaitingRoute } from '../resource.ts';
import type { Services } from '../services.ts';

const path = '/bridge/v1/till';
const tag = 'Screen';

export function tillRoutes(app: FastifyInstance, services: Services): void {
  viewRoutes(app, services);
  runningPaymentRoutes(app, services);
  settlingRoutes(app, services);
  verdictRoute(app, services);
  partRoute(app, services);
  partVerdictRoute(app, services);
}

function tillOf({ device }: Principal): string {
  if (device === null) throw new BridgeError('notFound', 'this merchant has no till');
  return device;
}

const terminalOf = (world: World, principal: Principal): TerminalSlot | null =>
  terminalOfTill(world, principal.merchant, tillOf(principal));

function assigned(slot: TerminalSlot | null): TerminalSlot {
  if (!slot) throw new BridgeError('noDevice', 'no terminal is assigned to this till');
  return slot;
}

/** The sale, the payment and the terminal of the till of the token, as the screen draws them, in the language of the caller. */
function tillView(services: Services, { principal, headers }: Caller): TillView {
  const { shop, world, events, devices, terminalView, queueView } = services;
  const id = tillOf(principal);
  const lastEventId = String(events.last());
  const device = devices.find(principal.merchant, id);
  const saleId = shop.saleOnTill(id);
  const slot = terminalOf(world, principal);
  const sale = saleId === null ? null : world.ledger.sale(principal.merchant, saleId);
  const payment = viewOf(world, id, slot?.device ?? null);
  if (payment && mayWorkAtTill(principal)) world.running.noteTillPolled(payment.device, id);
  return {
    device: { id, description: device?.description ?? '' },
    transaction: sale?.document ?? null,
    decision: sale && decisionOnSale(world, sale.id),
    reason: sale && reasonOfSale(world, sale),
    payment: payment && inLanguage(payment, languageOf(headers['accept-language'])),
    waiting: [...waitingViews(world, id)],
    terminal: slot ? terminalView(slot.device) : null,
    queue: queueView(),
    lastEventId,
  };
}

type Caller = Pick<FastifyRequest, 'principal' | 'headers'>;

const inLanguage = (payment: RunningPayment, language: Language): RunningPayment =>
  payment.question === null
    ? payment
    : { ...payment, question: { ...payment.question, text: payment.question.texts[language] } };

function viewRoutes(app: FastifyInstance, services: Services): void {
  const { shop, world, sales } = services;

  app.get(path, describeRoute(tag, 'What this till is doing', TillView), async request => tillView(services, request));

  app.put<{ Body: TillInput }>(
    path,
    describeRoute(tag, 'Put a sale on the screen, or none', TillView, { body: TillInput }),
    async request => {
      const { principal, body } = request;
      const till = tillOf(principal);
      if (body.transaction !== null && sales.bytes(principal.merchant, body.transaction) === undefined)
        throw new BridgeError('notFound', `there is no Smart Transaction ${body.transaction}`);
      await world.ledger.write(() => {
        const isThere = body.instead_of === undefined || shop.saleOnTill(till) === body.instead_of;
        if (isThere) shop.putOnTill(till, body.transaction);
      });
      return tillView(services, request);
    },
  );
}

/** Calls about the payment that runs: stop it, answer the terminal, say what became of the goods. */
function runningPaymentRoutes(app: FastifyInstance, services: Services): void {
  const { world } = services;

  app.post(
    `${path}/abort`,
    describeRoute(tag, 'Ask the terminal to stop the running payment', AbortAnswer, {
      description:
        'For whatever runs for this till, without a body. `requested` true: the terminal was asked; the call that pays answers how it ended (405 with code 1006 where it was stopped). An approval that comes all the same is paid, with `outcome.late`, and `POST /bridge/v1/till/late` decides about it; until then the end-of-day is refused (1080). `requested` false: nothing runs. `POST /api/v2/Smart/Transactions/{id}/abort` does the same for one sale.',
    }),
    async ({ principal }) => ({ requested: await flow.stop(world, principal, tillOf(principal)) }),
  );

  app.post<{ Body: AnswerInput }>(
    `${path}/answer`,
    describeRoute(tag, 'Answer a question of the terminal', TillView, {
      body: AnswerInput,
      description:
        'Payments that were started with `{"questions": true}`, or from the screen of the till, wait for an answer until the terminal gives up. Any other waits for a till that reads `GET /bridge/v1/till` within three seconds, and otherwise goes on without an answer: a signature counts as right, the slip of the merchant has the line to sign on, and who finds it wrong cancels the sale. `{"questions": false}` goes on at once. The question, its `id`, the slip to sign and until when it is open stand in `outcome.question` of the sale, and in `payment.question` of `GET /bridge/v1/till` and of the event `payment`. A refused signature takes the payment back (405 with code 1260). A signature is answered with yes or no; a choice with chosen and its value; an input with typed and its text.',
    }),
    async request => {
      const { principal, body } = request;
      flow.answerQuestion(world, principal, assigned(terminalOf(world, principal)), body);
      return tillView(services, request);
    },
  );

  app.post<{ Body: HandOverInput }>(
    `${path}/hand-over`,
    describeRoute(tag, 'Say what became of the goods of an approved payment', TillView, { body: HandOverInput }),
    async request => {
      const { principal, body } = request;
      flow.handOver(world, principal, assigned(terminalOf(world, principal)), body.result);
      return tillView(services, request);
    },
  );
}

/** Calls about a payment whose end has still to be settled. */
function settlingRoutes(app: FastifyInstance, services: Services): void {
  const { world } = services;

  app.post<{ Body: LateInput }>(
    `${path}/late`,
    describeWaitingRoute(
      tag,
      'Say whether a late approval is kept, or a signature is right; or take the payment back',
      TillView,
      {
        body: LateInput,
        description:
          'A payment whose `outcome.late` is true, or whose signature is to be compared, is paid until somebody takes it back here. The end-of-day waits for it (1080).',
      },
    ),
    async request => {
      const { principal, body } = request;
      const { keep, transaction: sale, about } = body;
      const slot = terminalOfLateApproval(world, principal.merchant, tillOf(principal));
      // The sale that is named is found wherever it was paid.
      const at = sale ? null : assigned(slot).device;
      await flow.decideLateApproval(world, principal, at, keep, { sale, about });
      return tillView(services, request);
    },
  );

  app.post(
    `${path}/recover`,
    describeRoute(tag, 'Ask the terminal now how the last command ended', TillView),
    async request => {
      const { principal } = request;
      const slot = terminalOf(world, principal);
      // A terminal that is no longer connected cannot be asked: the view says what is left to a person.
      if (slot) await world.recovery.askNow(slot);
      return tillView(services, request);
    },
  );

  app.get(
    `${path}/slip`,
    describeRoute(tag, 'Slips of the payment whose ending is not settled yet, for a reprint', SlipView),
    async ({ principal }) => slipsOf(world, principal, tillOf(principal), terminalOf(world, principal)),
  );
}

/** A mistake of one part needs no new sale: the other parts stay paid. */
function partRoute(app: FastifyInstance, { world }: Services): void {
  app.post<{ Params: { id: string; part: string }; Body: CashBackInput }>(
    '/bridge/v1/transactions/:id/parts/:part/cash-back',
    describeRoute(tag, 'Give a card part of a half cancelled sale back in cash', SmartTransaction, {
      description:
        'Only where some parts of a closed sale have gone back and the terminal cannot give this one back. The payment stays on the card; the cash is recorded. When no card part is left, cash and vouchers go back too and the sale is cancelled. Repeating it gives nothing back twice.',
      body: CashBackInput,
    }),
    async ({ principal, params, body }) =>
      flow.giveBackInCash(world, principal, params.id, params.part, body.reason.trim()),
  );

  app.post<{ Params: { id: string; part: string } }>(
    '/bridge/v1/transactions/:id/parts/:part/return',
    describeWaitingRoute(tag, 'Give back one part of a sale that is not paid whole yet', SmartTransaction, {
      description:
        'The path holds the `id` of one of the `parts`. A card is given back at the terminal that took it; cash and vouchers at once. The sale stays open with the new missing_sum. Repeating it gives nothing back twice. To give back all parts, cancel the sale.',
    }),
    async ({ principal, params }) => flow.giveBackPart(world, principal, params.id, params.part),
  );
}

function partVerdictRoute(app: FastifyInstance, { world }: Services): void {
  app.post<{ Params: { id: string; part: string }; Body: PartVerdict }>(
    '/bridge/v1/transactions/:id/parts/:part/verdict',
    describeRoute(tag, 'A person says that the terminal holds the money of a part no more', SmartTransaction, {
      description:
        'Only for a card part of a sale that is not paid whole, after its terminal has refused to give it back (1007). Look at the list of the terminal itself first: nothing is sent to it. The part counts as given back, the sale stays open with the new missing_sum, and the journal keeps who said it and why. Repeating it changes nothing.',
      body: PartVerdict,
    }),
    async ({ principal, params, body }) =>
      flow.writeOffPart(world, principal, params.id, params.part, body.reason.trim()),
  );
}

function verdictRoute(app: FastifyInstance, { world }: Services): void {
  app.post<{ Params: { id: string }; Body: SaleVerdict }>(
    '/bridge/v1/transactions/:id/verdict',
    describeRoute(tag, 'A person decides whether money moved, where the terminal could not tell', SmartTransaction, {
      description:
        'For a sale whose `outcome.result` is unknown and whose `outcome.next` names this call. Until then the terminal takes no other payment (405, code 1017). Look at the list of the terminal itself: `paid` true closes the sale as paid in full, `paid` false leaves it unpaid, so that it can be paid again. Of a reversal, `paid` true means that the money went back. Where the terminal approved only a part of the amount (`approved_amount` in `payments`), neither is true (1269): `part` keeps that money as a part of the payment, or reverses it at the terminal; only a reversal that was carried out leaves nothing paid, and one that was refused leaves the part paid.',
      body: SaleVerdict,
    }),
    async ({ principal, params, body: { paid, part, receipt_number: receipt, reason } }) => {
      if (part !== undefined) return flow.decidePart(world, principal, params.id, part);
      if (paid === undefined) throw new BridgeError('badInput', 'paid or part is missing');
      return flow.decideByPerson(world, principal, params.id, { happened: paid, receipt, why: reason?.trim() });
    },
  );
}
