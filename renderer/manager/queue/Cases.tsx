/** Open cases: what the till and the target say differently. Both versions stand side by side, and a manager closes the case. */

import { useStore } from 'zustand';
import type { QueueCaseView } from '../../../main/wire/queue.ts';
import { Button } from '../../parts/Button.tsx';
import { formatMoney } from '../../texts/money.ts';
import { de } from '../../texts/queue/de.ts';
import { type QueueTextKey, useQueueTexts } from '../../texts/queue/texts.ts';
import { Section } from '../Page.tsx';
import type { QueueStore } from './queueStore.ts';

export function Cases({ store }: { readonly store: QueueStore }) {
  const { t } = useQueueTexts();
  const { cases, busy } = useStore(store);
  return (
    <Section title={t('queue.cases')}>
      {cases?.length === 0 && <p className="text-soft">{t('queue.casesNone')}</p>}
      <ul className="grid gap-2">
        {cases?.map(one => (
          <li key={one.id} className="grid gap-3 rounded-panel border border-line bg-raised p-3">
            <CaseFacts case={one} />
            <Button className="justify-self-start" busy={busy} onPress={() => void store.closeCase(one)}>
              {t('queue.close')}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface CaseProps {
  readonly case: QueueCaseView;
}

function CaseFacts({ case: { title, at, amount, currency, receipt_number: receipt, object, facts } }: CaseProps) {
  const { t, moment, language } = useQueueTexts();
  const { versions, others } = factsOf(facts);
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{title[language]}</span>
        {amount !== null && (
          <span className="figures font-semibold">{formatMoney(amount, currency ?? 'EUR', language)}</span>
        )}
      </p>
      <p className="figures flex flex-wrap gap-x-4 text-sm text-soft">
        <span>{moment(Date.parse(at))}</span>
        {receipt !== null && <span>{t('queue.receipt', { number: receipt })}</span>}
        <span className="wrap-anywhere">{object}</span>
      </p>
      {others.length > 0 && <Facts facts={others} currency={currency} />}
      {versions.length > 0 && (
        <div className="grid gap-2 sm:grid-cols-2">
          {versions.map(([name, version]) => (
            <Version key={name} name={name} version={version} currency={currency} />
          ))}
        </div>
      )}
    </div>
  );
}

type Fact = readonly [name: string, value: unknown];

/** The members that are objects are the versions, which stand side by side; the others are what led to the case. */
function factsOf(facts: object): {
  readonly versions: readonly (readonly [string, object])[];
  readonly others: readonly Fact[];
} {
  const members: readonly Fact[] = Object.entries(facts);
  const isVersion = (fact: Fact): fact is readonly [string, object] => typeof fact[1] === 'object' && fact[1] !== null;
  return { versions: members.filter(isVersion), others: members.filter(fact => !isVersion(fact)) };
}

/** The word for a member of the facts; a member without one keeps its name. */
function useFactName(): (name: string) => string {
  const { t } = useQueueTexts();
  return name => {
    const key = `queue.fact.${name}`;
    return key in de ? t(key as QueueTextKey) : name;
  };
}

interface FactsProps {
  readonly facts: readonly Fact[];
  readonly currency: string | null;
}

interface VersionProps extends Omit<FactsProps, 'facts'> {
  readonly name: string;
  readonly version: object;
}

function Version({ name, version, currency }: VersionProps) {
  const nameOf = useFactName();
  return (
    <section aria-label={nameOf(name)} className="rounded-panel border border-line bg-panel p-3">
      <h3 className="text-sm text-soft">{nameOf(name)}</h3>
      <Facts facts={Object.entries(version)} currency={currency} />
    </section>
  );
}

function Facts({ facts, currency }: FactsProps) {
  const { language } = useQueueTexts();
  const nameOf = useFactName();
  /** What both sides say about a sum is money. */
  const textOf = ([name, value]: Fact) => {
    if (typeof value === 'number' && AMOUNTS.has(name)) return formatMoney(value, currency ?? 'EUR', language);
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  return (
    <dl className="figures text-sm">
      {facts.map(fact => (
        <div key={fact[0]} className="flex flex-wrap justify-between gap-x-3">
          <dt className="text-soft">{nameOf(fact[0])}</dt>
          <dd className="wrap-anywhere">{textOf(fact)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Members of the facts that are amounts in minor units. */
const AMOUNTS: ReadonlySet<string> = new Set(['here', 'there', 'sum']);
