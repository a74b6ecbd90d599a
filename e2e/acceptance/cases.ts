/** The duties of a cash register, one row each, from the easiest to the hardest. */

import { type Ability, type Result, Unsupported } from './register.ts';
import type { Scene } from './scene.ts';
import { until } from './until.ts';

export interface Case {
  readonly name: string;
  /** The duty of the register, one sentence. */
  readonly duty: string;
  /** Page of the bridge that explains it. */
  readonly guide: string;
  /** Steps that a register may lack: the case is skipped then. */
  readonly needs?: readonly Ability[];
  play(scene: Scene): Promise<void>;
}

const endings = '/docs/guides/card-payment-all-endings';
const lost = '/docs/guides/lost-answer';

/** A payment whose behaviour the terminal chooses, and which ends in this way. */
const ordinary =
  (behaviour: string, result: Result, charges: 0 | 1) =>
  async (scene: Scene): Promise<void> => {
    scene.counter.terminal.behaviour = behaviour;
    await scene.sell();
    await scene.expect(result, charges);
  };

/** The request meets this fault at the bridge, once. */
const faulty =
  (operation: string, effect: { readonly cut?: 'before' | 'after'; readonly status?: number }) =>
  async (scene: Scene): Promise<void> => {
    await scene.counter.fault({ operation, ...effect });
    await scene.sell();
    await paidOnceWhateverItTook(scene);
  };

/** After a fault a register may give up or try again: what it says has to be true, and one charge is the most. */
async function paidOnceWhateverItTook(scene: Scene): Promise<void> {
  const settled = await until(async () => {
    const said = await scene.register.state(scene.order.reference);
    return said === 'unknown' ? null : said;
  }, scene.limit);
  await scene.expect(settled === 'not_paid' ? 'not_paid' : 'paid', settled === 'not_paid' ? 0 : 1);
}

/** A payment during which something happens while the terminal works on it. */
async function meanwhile(scene: Scene, behaviour: string, event: () => Promise<void>): Promise<void> {
  scene.counter.terminal.behaviour = behaviour;
  // A register that is switched off in the middle loses its answer; what it believes afterwards counts.
  const sold = scene.sell().catch(() => 'unknown' as const);
  if (await scene.atTheTerminal()) await event();
  else scene.findings.push('no payment arrived at the terminal');
  await sold;
}

/** A payment with a signature; a cashier who is asked says whether it is right. */
async function signed(scene: Scene, right: boolean): Promise<void> {
  await meanwhile(scene, 'signature', async () => {
    const shown = await until(
      async () => (await scene.sales()).find(({ outcome }) => outcome.question || outcome.final) ?? null,
      scene.limit,
    );
    if (shown?.outcome.question) await scene.register.sign(scene.order.reference, right);
    else if (!right) scene.findings.push('the register did not say that it answers questions ({"questions": true})');
  });
}

/** A register that asks no cashier is paid by the terminal alone. */
function ifAsked(error: unknown): void {
  if (!(error instanceof Unsupported)) throw error;
}

const STARTS = 'POST /api/v2/Smart/Transactions/*/start*';
/** How long the host takes where something is to happen meanwhile, ms. */
const HOST = 1500;

export const cases: readonly Case[] = [
  {
    name: 'approved',
    duty: 'says paid when outcome.result is paid, and puts its own number into transactionRef',
    guide: endings,
    play: ordinary('approve', 'paid', 1),
  },
  {
    name: 'declined',
    duty: 'says not paid after a declined card, and does not charge again by itself',
    guide: endings,
    play: ordinary('decline', 'not_paid', 0),
  },
  {
    name: 'declined-then-approved',
    duty: 'takes the same sale again after a declined card, by a new attempt',
    guide: endings,
    async play(scene) {
      await ordinary('decline', 'not_paid', 0)(scene);
      scene.counter.terminal.behaviour = 'approve';
      await scene.sell();
      await scene.expect('paid', 1);
    },
  },
  {
    name: 'slow',
    duty: 'waits for a slow host without a second start',
    guide: endings,
    play: ordinary('slow:4000', 'paid', 1),
  },
  {
    name: 'signature',
    duty: 'finishes a payment that wants a signature, also where it answers no question of the terminal',
    guide: '/docs/guides/signature-and-questions',
    async play(scene) {
      await signed(scene, true).catch(ifAsked);
      await scene.expect('paid', 1);
    },
  },
  {
    name: 'signature-refused',
    duty: 'shows the slip of outcome.question to the cashier, and says not paid where the signature is wrong: 1260, signatureRefused',
    guide: '/docs/guides/signature-and-questions',
    needs: ['signature'],
    async play(scene) {
      await signed(scene, false);
      await scene.expect('not_paid', 0);
      const [sale] = await scene.sales();
      const code = sale?.payments.at(-1)?.reason?.code;
      if (code !== 'signatureRefused')
        scene.findings.push(`the reason at the bridge is ${code}, and not signatureRefused`);
    },
  },
  {
    name: 'stopped',
    duty: 'stops a payment that nobody has paid yet, and says not paid only when the bridge does',
    guide: endings,
    needs: ['stop'],
    async play(scene) {
      await meanwhile(scene, 'manual', () => scene.register.stop(scene.order.reference));
      await scene.expect('not_paid', 0);
    },
  },
  {
    name: 'approved-after-stop',
    duty: 'says paid where the approval came although somebody had pressed stop',
    guide: endings,
    needs: ['stop'],
    async play(scene) {
      await meanwhile(scene, `late-approval:${HOST}`, async () => {
        await until(() => (scene.counter.terminal.device.phase === 'host' ? true : null), scene.limit);
        await scene.register.stop(scene.order.reference);
      });
      await scene.expect('paid', 1);
    },
  },
  {
    name: 'terminal-away',
    duty: 'says not paid where the terminal cannot be reached, and works again afterwards',
    guide: endings,
    async play(scene) {
      const { terminal } = scene.counter;
      terminal.restart(600_000);
      await scene.sell();
      await scene.expect('not_paid', 0);
      await scene.counter.calm();
      await scene.sell();
      await scene.expect('paid', 1);
    },
  },
  {
    name: 'line-lost',
    duty: 'waits for the bridge where the line to the terminal broke after the approval',
    guide: endings,
    play: ordinary('lose-line-before-result', 'paid', 1),
  },
  {
    name: 'contradicted',
    duty: 'waits for the bridge where the terminal reported a failure after its approval',
    guide: endings,
    play: ordinary('fails-after-approval', 'paid', 1),
  },
  {
    name: 'create-answer-lost',
    duty: 'finds or repeats its sale where the answer to the creation was lost',
    guide: lost,
    play: faulty('POST /api/v2/Smart/Transactions', { cut: 'after' }),
  },
  {
    name: 'request-lost',
    duty: 'does not take a request that never arrived for a payment',
    guide: lost,
    play: faulty(STARTS, { cut: 'before' }),
  },
  {
    name: 'answer-lost',
    duty: 'asks the bridge where the answer about the money was lost, and charges once',
    guide: lost,
    play: faulty(STARTS, { cut: 'after' }),
  },
  {
    name: 'server-error',
    duty: 'takes an answer 503 neither for paid nor for a reason to charge twice',
    guide: lost,
    play: faulty(STARTS, { status: 503 }),
  },
  {
    name: 'bridge-killed',
    duty: 'learns the end of a payment during which the bridge lost its power',
    guide: lost,
    async play(scene) {
      await meanwhile(scene, `slow:${HOST}`, async () => {
        await scene.counter.killBridge();
        await scene.counter.startBridge();
      });
      await scene.expect('paid', 1);
    },
  },
  {
    name: 'register-restarted',
    duty: 'learns the end of a payment during which the register itself was switched off',
    guide: lost,
    needs: ['restart'],
    async play(scene) {
      await meanwhile(scene, `slow:${HOST}`, () => scene.register.restart());
      await scene.expect('paid', 1);
    },
  },
  {
    name: 'unknown',
    duty: 'takes the card no second time while nobody knows, and follows the decision of a person',
    guide: endings,
    async play(scene) {
      scene.counter.terminal.behaviour = 'partial:50';
      await scene.sell();
      const open = await until(async () => (await scene.sales()).find(isUnknown) ?? null, scene.limit);
      if (open === null) {
        scene.findings.push('no sale of unknown outcome is at the bridge');
        return;
      }
      scene.counter.terminal.behaviour = 'approve';
      // The cashier presses the key again.
      const again = await scene.sell();
      if (again !== 'unknown') scene.findings.push(`the register said ${again} while nobody knew`);
      if (scene.charged().length > 1) scene.findings.push('the customer was charged again while nobody knew');
      await scene.counter.takePartBack(open.id);
      await scene.register.state(scene.order.reference);
      const end = await until(
        async () => ((await scene.register.state(scene.order.reference)) === 'not_paid' ? true : null),
        scene.limit,
      );
      if (end === null)
        scene.findings.push(
          `the terminal took back what it had approved, and the register says ${await scene.register.state(scene.order.reference)}`,
        );
    },
  },
  {
    name: 'cancelled',
    duty: 'gives the money of a paid sale back through the bridge',
    guide: '/docs/guides/returns-and-cancel',
    needs: ['cancel'],
    async play(scene) {
      await ordinary('approve', 'paid', 1)(scene);
      await scene.register.cancel(scene.order.reference);
      await scene.expect('cancelled', 0);
    },
  },
];

const isUnknown = ({ outcome }: { readonly outcome: { readonly result: string } }) => outcome.result === 'unknown';
