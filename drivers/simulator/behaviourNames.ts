/** Behaviours by name, as both virtual terminals have them: `name` or `name:N`, and the rules for amounts. */
import { OptionError } from './options.ts';

/** Rows by name; the number behind the colon is given to the row. */
export type BehaviourTable<Row> = Readonly<Record<string, (parameter?: number) => Row>>;

/** Reads `name` or `name:N`; undefined when there is no such behaviour. */
export function rowOf<Row>(table: BehaviourTable<Row>, text: string): Row | undefined {
  const [, name = '', parameter] = /^([a-z-]+)(?::(\d+))?$/.exec(text) ?? [];
  if (!Object.hasOwn(table, name)) return undefined;
  return table[name]!(parameter === undefined ? undefined : Number(parameter));
}

/** Throws an `OptionError` for a name that the table does not have. */
export function checkBehaviour(table: BehaviourTable<unknown>, text: string): void {
  if (rowOf(table, text) === undefined)
    throw new OptionError(`there is no behaviour ${JSON.stringify(text)}; there are: ${Object.keys(table).join(', ')}`);
}

/** The behaviour that the last two digits of an amount ask for in demo mode; `slow`: milliseconds of a slow answer. */
export function nameForAmount(amount: number, slow: number): string | undefined {
  const name = AMOUNT_RULES[amount % 100];
  return name === 'slow' ? `slow:${slow}` : name;
}

const AMOUNT_RULES: Readonly<Record<number, string>> = {
  5: 'decline',
  7: 'card-error',
  9: 'slow',
  13: 'lose-line-before-result',
};
