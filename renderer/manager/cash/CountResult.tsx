/** After a count: what was expected, the difference in words, the slip, and a recount by right. */

import { useState } from 'react';
import type { CountAnswer } from '../../../main/wire/cash.ts';
import { Field } from '../../form/Field.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message } from '../../parts/Panel.tsx';
import { usePrint } from '../../parts/usePrint.tsx';
import { useCashTexts } from '../../texts/pages/cash.ts';
import { CountForm } from './CountForm.tsx';
import type { CashClient } from './client.ts';

interface CountResultProps {
  readonly answer: CountAnswer;
  readonly denominations: readonly number[];
  readonly client: CashClient;
  readonly onCounted: (answer: CountAnswer) => void;
  readonly onDone: () => void;
}

export function CountResult({ answer, denominations, client, onCounted, onDone }: CountResultProps) {
  const { t, money } = useCashTexts();
  const [again, setAgain] = useState(false);
  const [reason, setReason] = useState('');
  const { count, shift, receipt } = answer;
  const { print, printout } = usePrint({ slip: receipt }, 'slip');
  if (again)
    return (
      <CountForm
        denominations={denominations}
        lacks={reason.trim() === '' ? t('money.noReason') : null}
        send={pieces => client.recount(shift.id, pieces, reason)}
        onCounted={counted => {
          setAgain(false);
          onCounted(counted);
        }}
        onCancel={() => setAgain(false)}
      >
        <Field label={t('money.recountReason')} value={reason} maxLength={200} onChange={setReason} />
      </CountForm>
    );
  const { difference, expected, counted } = count;
  return (
    <div className="grid gap-3">
      <dl className="figures grid max-w-md gap-1 text-xl">
        <Line name={t('money.sum')} value={money(counted)} />
        {expected !== null && <Line name={t('money.expectedNow')} value={money(expected)} />}
        {difference !== null && <Line name={t('day.difference')} value={money(difference)} strong />}
      </dl>
      <Message tone={difference === null || difference === 0 ? 'good' : 'warn'}>
        {difference === null && t('money.first')}
        {difference === 0 && t('money.fits')}
        {difference !== null && difference > 0 && t('money.tooMuch', { sum: money(difference) })}
        {difference !== null && difference < 0 && t('money.tooLittle', { sum: money(-difference) })}
      </Message>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" size="tall" icon="check" onPress={onDone}>
          {t('money.done')}
        </Button>
        <Button size="tall" icon="print" onPress={() => print('slip')}>
          {t('money.print')}
        </Button>
        {shift.state === 'closed' && difference !== null && difference !== 0 && (
          <Button size="tall" icon="undo" onPress={() => setAgain(true)}>
            {t('money.recount')}
          </Button>
        )}
      </div>
      {printout}
    </div>
  );
}

const Line = ({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) => (
  <div className={`flex justify-between gap-4 ${strong ? 'border-t border-line pt-1 font-bold' : ''}`}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
