/** The behaviour that a virtual terminal is set to, and the behaviour that a single command meets. */
import type { Message } from '../../../zvt/codec/apdu.ts';
import { type Behaviour, behaviourOf, behaviourOfAmount, type LineFaults } from './behaviours.ts';

export interface BehaviourChoice {
  /** A name from `behaviours.ts`, some with `:N`. */
  name: string;
  /** Amounts with certain last digits bend the behaviour `approve`. */
  amountRules: boolean;
  /** Changes by a running scenario, for commands from now on. */
  overrides: Partial<Behaviour>;
  /** Milliseconds of an amount that is answered slowly. */
  readonly slow: number;
}

/** The behaviour by its name alone. */
export function usualBehaviour({ name }: BehaviourChoice): Behaviour {
  return behaviourOf(name) ?? behaviourOf('approve')!;
}

/** The behaviour for one command: the usual one, bent by the amount and by the scenario. */
export function behaviourFor(choice: BehaviourChoice, { fields }: Message): Behaviour {
  const { name, amountRules, overrides, slow } = choice;
  const isBent = amountRules && name === 'approve' && fields.amount !== undefined;
  const byAmount = isBent ? behaviourOfAmount(fields.amount, slow) : undefined;
  return { ...(byAmount ?? usualBehaviour(choice)), ...overrides };
}

/** The faults of the line that hold for every command; the other faults belong to one payment. */
export function lastingFaults({ line: { pieces, glue } }: Pick<Behaviour, 'line'>): LineFaults {
  return { ...(pieces === undefined ? {} : { pieces }), ...(glue ? { glue } : {}) };
}
