/** The facts of a case: the versions side by side with what differs between them, and below them what led to the case. */

import type { QueueCaseView } from '../../../main/wire/queue.ts';
import { formatMoney } from '../../texts/money.ts';
import { type QueueTextKey, queueTexts, useQueueTexts } from '../../texts/pages/queue.ts';

type Fact = readonly [name: string, value: unknown];

export function CaseFacts({ case: { facts, currency } }: { readonly case: QueueCaseView }) {
  const { versions, others } = factsOf(facts);
  return (
    <>
      {versions.length > 0 && (
        <div className="grid gap-2 sm:grid-cols-2">
          {versions.map(([name, version]) => (
            <Version key={name} name={name} version={version} currency={currency} />
          ))}
        </div>
      )}
      {others.length > 0 && <Facts facts={others} currency={currency} />}
    </>
  );
}

/** Members that say nothing to a person: the kind is the title of the case, and the base is the version before both. */
const HIDDEN: ReadonlySet<string> = new Set(['part', 'base']);

interface CaseMembers {
  readonly versions: readonly (readonly [string, readonly Fact[]])[];
  readonly others: readonly Fact[];
}

/** The members that are objects are the versions, which stand side by side; the others are what led to the case. */
function factsOf(facts: object): CaseMembers {
  const members: readonly Fact[] = Object.entries(facts).filter(([name]) => !HIDDEN.has(name));
  const isVersion = ([, value]: Fact) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const versions = members.filter(isVersion).map(([name, value]) => [name, Object.entries(value as object)] as const);
  const others = members.filter(fact => !isVersion(fact));
  return { versions: differing(versions), others };
}

/** Of two versions, the members in which they differ: an article has a dozen, and its price is what somebody looks for. */
function differing(versions: CaseMembers['versions']): CaseMembers['versions'] {
  const [one, other] = versions;
  if (!one || !other || versions.length !== 2) return versions;
  const textsOf = ([, facts]: readonly [string, readonly Fact[]]) =>
    new Map(facts.map(([name, value]) => [name, JSON.stringify(value)]));
  const [left, right] = [textsOf(one), textsOf(other)];
  const isDifferent = ([name]: Fact) => left.get(name) !== right.get(name);
  return versions.map(([name, facts]) => [name, facts.filter(isDifferent)] as const);
}

interface FactsProps {
  readonly facts: readonly Fact[];
  readonly currency: string | null;
}

/** The word for a member of the facts; a member without one keeps its name. */
function useFactName(): (name: string) => string {
  const { t } = useQueueTexts();
  return name => {
    const key = `queue.fact.${name}`;
    return key in queueTexts ? t(key as QueueTextKey) : name.replaceAll('_', ' ');
  };
}

interface VersionProps {
  readonly name: string;
  readonly version: readonly Fact[];
  readonly currency: string | null;
}

function Version({ name, version, currency }: VersionProps) {
  const nameOf = useFactName();
  return (
    <section aria-label={nameOf(name)} className="card p-3">
      <h3 className="mb-1 text-sm font-semibold">{nameOf(name)}</h3>
      <Facts facts={version} currency={currency} />
    </section>
  );
}

function Facts({ facts, currency }: FactsProps) {
  const { language } = useQueueTexts();
  const nameOf = useFactName();
  const wordOf = useFactWord();
  const textOf = ([name, value]: Fact) =>
    typeof value === 'number' && AMOUNTS.has(name) ? formatMoney(value, currency ?? 'EUR', language) : wordOf(value);
  return (
    <dl className="figures grid gap-1 text-sm">
      {facts.map(fact => (
        <div key={fact[0]} className="flex flex-wrap justify-between gap-x-3">
          <dt className="text-soft">{nameOf(fact[0])}</dt>
          <dd className="wrap-anywhere">{textOf(fact)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A value as people read it: a day without its time, yes and no, a dash for nothing. */
function useFactWord(): (value: unknown) => string {
  const { t, language } = useQueueTexts();
  // The day as the text names it, wherever the screen stands.
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const wordOf = (value: unknown): string => {
    if (value === null || value === '') return '–';
    if (typeof value === 'boolean') return t(value ? 'queue.yes' : 'queue.no');
    if (Array.isArray(value)) return value.map(wordOf).join(value.some(isObject) ? '; ' : ', ');
    if (isObject(value)) return Object.values(value).map(wordOf).join(', ');
    if (MOMENT.test(String(value))) return day.format(new Date(String(value).slice(0, 10)));
    const key = `queue.word.${String(value)}`;
    return key in queueTexts ? t(key as QueueTextKey) : String(value);
  };
  return wordOf;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const MOMENT = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/;

/** Members of the facts that are amounts in minor units. */
const AMOUNTS: ReadonlySet<string> = new Set(['here', 'there', 'sum', 'price', 'cash', 'bonus', 'balance_limit']);
