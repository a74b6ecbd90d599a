/** The result of an operation: its outcome, the details from the terminal, and its slips. */

import type { Operation } from '../../../main/wire/operations.ts';
import type { ReceiptLine } from '../../../main/wire/shapes.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Fact, ScreenTitle } from '../../parts/Panel.tsx';
import { Paper, usePrint } from '../../parts/usePrint.tsx';
import { useManagerTexts } from '../../texts/pages/manager.ts';
import { againOf, type OperationDraft, reversalOf } from './operationDraft.ts';
import { amountOf, OPERATION_STATES } from './operationStates.ts';

export interface OperationResultProps {
  readonly operation: Operation;
  readonly onDraft: (draft: OperationDraft) => void;
}

const LOOKS = {
  open: 'border-edge bg-surface',
  approved: 'border-good bg-good-tint',
  declined: 'border-bad bg-bad-tint',
  notSent: 'border-bad bg-bad-tint',
  unknown: 'border-warn bg-warn-tint',
} as const;

export function OperationResult({ operation, onDraft }: OperationResultProps) {
  const texts = useManagerTexts();
  const { t, moment, language } = texts;
  const { state, do: kind, reason, decided_by, started, card_name, last_four } = operation;
  const lines = operation.receipt as readonly ReceiptLine[];
  const { print, printout } = usePrint({ slip: lines }, 'slip');
  const back = reversalOf(operation);
  const again = againOf(operation);
  const card = [card_name, last_four && `… ${last_four}`].filter(Boolean).join(' ');
  return (
    <section
      aria-label={t('operations.result')}
      className={`grid grid-cols-[minmax(0,1fr)] gap-3 rounded-control border-2 p-5 ${LOOKS[state]}`}
    >
      <div className={`flex items-center gap-3 ${OPERATION_STATES[state].tone}`}>
        <Icon name={OPERATION_STATES[state].icon} size={40} />
        <ScreenTitle level={2} className="text-2xl leading-tight font-bold">
          {t(`operations.kind.${kind}`)}: {t(`operations.state.${state}`)}
        </ScreenTitle>
      </div>
      {operation.amount > 0 && <p className="figures text-sum leading-tight font-bold">{amountOf(operation, texts)}</p>}
      <p className="text-lg">
        {decided_by === null ? t(`operations.ended.${state}`) : t('operations.decided', { by: decided_by })}
      </p>
      <dl className="grid gap-1">
        {reason !== null && state !== 'approved' && <Fact name={t('dayEnd.reason')}>{reason[language]}</Fact>}
        <Fact name={t('dayEnd.at')}>{moment(Date.parse(started))}</Fact>
        {operation.receipt_number !== null && (
          <Fact name={t('operations.about')}>{t('operations.receipt', { number: operation.receipt_number })}</Fact>
        )}
        {operation.own_receipt_number !== null && (
          <Fact name={t('dayEnd.receipt')}>{t('operations.receipt', { number: operation.own_receipt_number })}</Fact>
        )}
        {card && <Fact name={t('method.cashless')}>{card}</Fact>}
      </dl>
      <div className="flex flex-wrap gap-2">
        {lines.length > 0 && (
          <Button icon="print" onPress={() => print('slip')}>
            {t('manager.print')}
          </Button>
        )}
        {again && (
          <Button look="primary" icon="terminal" onPress={() => onDraft(again)}>
            {t('operations.again')}
          </Button>
        )}
        {back && (
          <Button look="danger" icon="undo" onPress={() => onDraft(back)}>
            {t('operations.do.reversal')}
          </Button>
        )}
      </div>
      <Paper title={t('terminals.slip')} lines={lines} />
      {printout}
    </section>
  );
}
