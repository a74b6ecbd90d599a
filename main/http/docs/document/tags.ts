/** The headings of the published description, in the order in which somebody who integrates a till needs them. */
import type { Description } from './components.ts';

const tags = [
  { name: 'Authentication', description: 'A token first: every other call wants one.' },
  {
    name: 'Smart Transactions',
    description:
      'Sales: create, pay, cancel. `outcome` of every answer says paid, not paid or unknown, whether that is final, and the next call.',
  },
  {
    name: 'Screen',
    description: 'What a till does while a payment runs: stop, answer the terminal, decide, follow the events.',
  },
  { name: 'Terminals', description: 'Card terminals: find, pair, look at.' },
  { name: 'Terminal', description: 'The end-of-day of a terminal.' },
  {
    name: 'Cash',
    description:
      'The money of a till: shifts and blind counts, cash in and out, X and Z reports, the end of the business day.',
  },
  {
    name: 'Terminal operations',
    description: 'Money at a terminal without a sale: refund, reversal, pre-authorisation.',
  },
  { name: 'Idents' },
  { name: 'Check-ins' },
  { name: 'Loyalty' },
  { name: 'Devices' },
  { name: 'Payment Transactions' },
  { name: 'Payment Customers' },
  { name: 'Payment Containers' },
  { name: 'Payment Contracts' },
  { name: 'General Contracts' },
  { name: 'General Merchants' },
  { name: 'General Stores' },
  {
    name: 'Queue',
    description: 'What waits for the upstream service and the back office, and the decisions about it.',
  },
  { name: 'Reports', description: 'Figures of this till from its own records, as the back office counts them.' },
  { name: 'Push notifications' },
  { name: 'Journal' },
] as const;

/** The tools of those who test come last. */
const lastTags = [
  {
    name: 'Control',
    description: 'For tests alone: data, clock and faults; only with --demo or where it is switched on.',
  },
] as const;

interface Tagged {
  readonly tags?: readonly string[];
}

/**
 * The description with its headings, and its paths below them, in this order. Headings missing from the order come before those
 * that are always last.
 */
export function orderedByTags(description: Description): Description {
  const used = Object.values(description.paths).flatMap(operations =>
    Object.values(operations as Readonly<Record<string, Tagged>>).flatMap(({ tags: own = [] }) => own),
  );
  const ordered: readonly { readonly name: string }[] = [...tags, ...lastTags];
  const others = [...new Set(used)].filter(name => !ordered.some(tag => tag.name === name)).map(name => ({ name }));
  const all = [...tags, ...others, ...lastTags].filter(({ name }) => used.includes(name));
  const place = (operations: unknown) => {
    const [first] = Object.values(operations as Readonly<Record<string, Tagged>>).flatMap(({ tags: own = [] }) => own);
    return all.findIndex(({ name }) => name === first);
  };
  const paths = Object.fromEntries(Object.entries(description.paths).toSorted(([, a], [, b]) => place(a) - place(b)));
  return { ...description, tags: all, paths };
}
