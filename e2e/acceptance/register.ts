/**
 * The cash register under test, as the acceptance sees it: a few HTTP calls that its vendor adds for the test, or a person
 * who works the real register and types what its screen shows.
 */
import type { Interface } from 'node:readline/promises';

/** The register's belief about a sale. `unknown`: it waits for the bridge, and takes no money meanwhile. */
export const results = ['paid', 'not_paid', 'unknown', 'cancelled'] as const;
export type Result = (typeof results)[number];

export interface SaleOrder {
  /** The register puts it into `transactionRef`, so that the sale is found at the bridge. */
  readonly reference: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** Steps that a register may leave out; the cases that need them are skipped then. */
export type Ability = 'stop' | 'cancel' | 'restart' | 'signature';

export interface Register {
  /** Rings up one sale and takes the money by card. The same reference once more is the cashier who presses the key again. */
  sell(order: SaleOrder): Promise<Result>;
  /** The register's belief now. */
  state(reference: string): Promise<Result>;
  /** The cashier presses stop while the card is taken. */
  stop(reference: string): Promise<void>;
  /** The terminal asks about the signature, and the cashier says whether it is right. */
  sign(reference: string, right: boolean): Promise<void>;
  /** The cashier gives the money of a finished sale back. */
  cancel(reference: string): Promise<Result>;
  /** The register is switched off and on; resolves when it works again. */
  restart(): Promise<void>;
}

/** The register does not offer this step. */
export class Unsupported extends Error {}

/** The register does not answer as the acceptance asks. */
export class RegisterFault extends Error {}

/**
 * A register with the calls below `/acceptance` (docs/acceptance.md); `limit` is the longest answer, ms. A 404 for a step that the
 * register does not offer is no fault; a 404 for a sale that was rung up is: the register has forgotten money.
 */
export function httpRegister(base: string, limit: number): Register {
  const rungUp = new Set<string>();
  const saleOf = (reference: string) => `/acceptance/sales/${encodeURIComponent(reference)}`;

  async function ask(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    const { status, text } = await send(method, path, body);
    if (status === 404 || status === 501)
      throw new Unsupported(`the register does not offer ${method} ${path} (${status})`);
    if (status < 200 || status > 299)
      throw new RegisterFault(`${method} ${path} answered ${status}: ${text.slice(0, 200)}`);
    return text === '' ? null : jsonOf(text);
  }

  async function send(method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
    const address = base.replace(/\/+$/, '') + path;
    const response = await fetch(address, {
      method,
      signal: AbortSignal.timeout(limit),
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    }).catch((error: Error) => {
      throw new RegisterFault(`${method} ${address}: ${reasonOf(error)}`);
    });
    return { status: response.status, text: await response.text() };
  }

  /** The answer to a call that every register has to offer. */
  function mandatory(answer: Promise<unknown>, isMissing: () => void): Promise<unknown> {
    return answer.catch(error => {
      if (!(error instanceof Unsupported)) throw error;
      isMissing();
      throw new RegisterFault(error.message);
    });
  }

  async function state(reference: string): Promise<Result> {
    const path = saleOf(reference);
    return resultOf(
      await ask('GET', path).catch(error => {
        if (!(error instanceof Unsupported)) throw error;
        throw new RegisterFault(
          rungUp.has(reference)
            ? `the register has forgotten the sale ${reference}: GET ${path} answered 404, and its payment may be running or paid`
            : error.message,
        );
      }),
    );
  }

  /** A step that a register may leave out; where it knows the sale no more, the step is not what is missing. */
  async function step(reference: string, name: string, body?: object): Promise<unknown> {
    try {
      return await ask('POST', `${saleOf(reference)}/${name}`, body);
    } catch (error) {
      if (error instanceof Unsupported && rungUp.has(reference)) await state(reference);
      throw error;
    }
  }

  return {
    sell: async order => {
      rungUp.add(order.reference);
      return resultOf(await mandatory(ask('POST', '/acceptance/sales', order), () => rungUp.delete(order.reference)));
    },
    state,
    async stop(reference) {
      await step(reference, 'stop');
    },
    async sign(reference, right) {
      await step(reference, 'signature', { right });
    },
    cancel: async reference => resultOf(await step(reference, 'cancel')),
    async restart() {
      await ask('POST', '/acceptance/restart');
    },
  };
}

const reasonOf = ({ name, cause, message }: Error): string =>
  name === 'TimeoutError' ? 'no answer in time' : ((cause as { code?: string } | undefined)?.code ?? message);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function resultOf(answer: unknown): Result {
  const { result } = (answer ?? {}) as { result?: unknown };
  const known = results.find(name => name === result);
  if (known === undefined)
    throw new RegisterFault(`the answer has no "result" out of ${results.join(', ')}: ${JSON.stringify(answer)}`);
  return known;
}

/** A register without such calls: a person works it, and says what its screen shows. */
export function registerByHand(terminal: Pick<Interface, 'question'>): Register {
  const said = async (question: string): Promise<Result> => {
    for (;;) {
      const letter = (
        await terminal.question(`   ${question}\n   p paid, n not paid, u not known yet, c cancelled: `)
      ).trim();
      const result = BY_LETTER[letter.toLowerCase()];
      if (result !== undefined) return result;
    }
  };
  return {
    sell: ({ reference, amount, currency }) =>
      said(
        `Ring up ${(amount / 100).toFixed(2)} ${currency} with the reference ${reference} and take it by card. What does the register show in the end?`,
      ),
    state: reference => said(`What does the register show for ${reference} now?`),
    async stop(reference) {
      await terminal.question(`   Press stop at the register for ${reference}, then Enter: `);
    },
    async sign(reference, right) {
      const words = right ? 'is right' : 'is wrong';
      await terminal.question(
        `   The register shows the slip to sign for ${reference}: say that the signature ${words}, then Enter: `,
      );
    },
    cancel: reference => said(`Cancel the sale ${reference} at the register. What does it show?`),
    async restart() {
      await terminal.question('   Switch the register off and on, then Enter: ');
    },
  };
}

const BY_LETTER: Readonly<Record<string, Result>> = { p: 'paid', n: 'not_paid', u: 'unknown', c: 'cancelled' };
