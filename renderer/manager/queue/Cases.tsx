/** Open cases: what the till and the target say differently. Both versions stand side by side, and a manager chooses or closes. */

import { useStore } from 'zustand';
import type { CaseChoice, QueueCaseView } from '../../../main/wire/queue.ts';
import { Button } from '../../parts/Button.tsx';
import { formatMoney } from '../../texts/money.ts';
import { type QueueTextKey, queueTexts, useQueueTexts } from '../../texts/pages/queue.ts';
import { Section } from '../Page.tsx';
import { CaseFacts } from './CaseFacts.tsx';
import { usePartName } from './FlowingDown.tsx';
import type { QueueStore } from './queueStore.ts';

interface CasesProps {
  readonly store: QueueStore;
}

export function Cases({ store }: CasesProps) {
  const { t } = useQueueTexts();
  const { cases } = useStore(store);
  return (
    <Section title={t('queue.cases')}>
      {cases?.length === 0 && <p className="text-soft">{t('queue.casesNone')}</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {cases?.map(one => (
          <li key={one.id} className="grid grid-cols-[minmax(0,1fr)] gap-3 well p-3">
            <CaseHead case={one} />
            <CaseFacts case={one} />
            <Counting kind={one.kind} />
            <Decisions store={store} case={one} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface CaseProps {
  readonly case: QueueCaseView;
}

function CaseHead({ case: { title, at, amount, currency, receipt_number: receipt, object } }: CaseProps) {
  const { t, moment, language } = useQueueTexts();
  const nameOf = usePartName();
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
        <span className="wrap-anywhere">{nameOf(object)}</span>
      </p>
    </div>
  );
}

/** Names the version that counts until somebody decides; only for cases about versions. */
function Counting({ kind }: Pick<QueueCaseView, 'kind'>) {
  const { t } = useQueueTexts();
  const key = `queue.counts.${kind}`;
  return key in queueTexts ? <p className="text-sm">{t(key as QueueTextKey)}</p> : null;
}

/** Closing decides nothing: the version in force stays in force. */
function Decisions({ store, case: one }: CasesProps & CaseProps) {
  const { t } = useQueueTexts();
  const busy = useStore(store, state => state.busy);
  const isGone = one.kind === 'manyVanished';
  const mine = isGone ? 'queue.keepKnown' : one.kind === 'settingDiffers' ? 'queue.keepOurs' : 'queue.chooseHere';
  const choose = (version: CaseChoice['version']) => void store.choose(one, version);
  return (
    <div className="flex flex-wrap gap-2">
      {one.versions.includes('here') && (
        <Button busy={busy} onPress={() => choose('here')}>
          {t(mine)}
        </Button>
      )}
      {one.versions.includes('there') && (
        <Button {...(isGone ? { look: 'danger' as const } : {})} busy={busy} onPress={() => choose('there')}>
          {t(isGone ? 'queue.reallyGone' : 'queue.chooseThere')}
        </Button>
      )}
      <Button
        look={one.versions.length === 0 ? 'tonal' : 'quiet'}
        busy={busy}
        onPress={() => void store.closeCase(one)}
      >
        {t('queue.close')}
      </Button>
    </div>
  );
}
