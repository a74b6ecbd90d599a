/** The dialog about parts that go back: what happens to which money, then what has gone back, with its slip. */

import { useStore } from 'zustand';
import type { SalePart } from '../../../main/wire/transactions.ts';
import { useApp } from '../../app/context.tsx';
import { createGiveBackSteps } from '../../checkout/giveBack.ts';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { HandOut } from '../../parts/HandOut.tsx';
import { Message } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { Paper, usePrint } from '../../parts/usePrint.tsx';
import { broughtBy } from '../../stores/basketState.ts';
import type { GiveBack } from '../../stores/till.ts';
import { useTenderTexts } from '../../texts/pages/tenders.ts';
import { partName } from './partName.ts';

export default function GiveBackSheet({ giveBack }: { readonly giveBack: GiveBack }) {
  const steps = createGiveBackSteps(useApp().checkout.inside);
  const { t, money } = useTenderTexts();
  const amount = money(giveBack.parts.reduce((sum, part) => sum + broughtBy(part), 0));
  const title = giveBack.state === 'asking' ? t('giveBack.title') : t('giveBack.done', { amount });
  return (
    <Sheet manual="pay-parts" title={title} closeLabel={t('common.close')} onClose={steps.closeGiveBack}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {giveBack.state === 'asking' ? (
          <Ask key={giveBack.parts.map(({ id }) => id).join()} parts={giveBack.parts} amount={amount} />
        ) : (
          <Done parts={giveBack.parts} />
        )}
      </div>
    </Sheet>
  );
}

interface PartsProps {
  readonly parts: readonly SalePart[];
}

function Ask({ parts, amount }: PartsProps & { readonly amount: string }) {
  const { checkout, till } = useApp();
  const steps = createGiveBackSteps(checkout.inside);
  const { t } = useTenderTexts();
  const busy = useStore(till, state => state.busy !== null);
  return (
    <>
      <p className="text-lg">{t('giveBack.text', { amount })}</p>
      <Parts parts={parts} after="" />
      <Confirmation
        danger
        icon="undo"
        busy={busy}
        no={t('giveBack.no')}
        yes={t('giveBack.yes', { amount })}
        onNo={steps.closeGiveBack}
        onYes={() => void steps.giveBack(parts)}
      />
    </>
  );
}

function Done({ parts }: PartsProps) {
  const steps = createGiveBackSteps(useApp().checkout.inside);
  const { t, money } = useTenderTexts();
  const cash = parts.reduce((sum, part) => sum + (part.method === 'cash' ? part.amount : 0), 0);
  const slip = parts.flatMap(({ receipt_reversal = [] }) => receipt_reversal);
  const { print, printout } = usePrint({ slip }, 'slip');
  return (
    <>
      <Message tone="good">{t('giveBack.doneText')}</Message>
      <Parts parts={parts} after="Done" />
      {cash > 0 && <HandOut name={t('giveBack.handOut')} amount={money(cash)} />}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" size="tall" icon="back" onPress={steps.closeGiveBack}>
          {t('giveBack.back')}
        </Button>
        {slip.length > 0 && (
          <Button size="tall" icon="print" onPress={() => print('slip')}>
            {t('giveBack.print')}
          </Button>
        )}
      </div>
      <Paper title={t('giveBack.slip')} lines={slip} />
      {printout}
    </>
  );
}

/** Each part with its amount and where the money goes. */
function Parts({ parts, after }: PartsProps & { readonly after: '' | 'Done' }) {
  const { t, money } = useTenderTexts();
  return (
    <ul className="grid gap-2">
      {parts.map(part => (
        <li
          key={part.id}
          data-testid="give-back-part"
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 well px-3 py-2"
        >
          <span className="min-w-0 text-lg font-semibold wrap-anywhere">{partName(part, t)}</span>
          <span className="figures text-lg font-semibold">{money(broughtBy(part))}</span>
          <span className="col-span-2 text-soft">{wayBack(part, after, t)}</span>
        </li>
      ))}
    </ul>
  );
}

function wayBack(
  { method, card, voucher }: SalePart,
  after: '' | 'Done',
  t: ReturnType<typeof useTenderTexts>['t'],
): string {
  if (card !== undefined) return t(`giveBack.card${after}`);
  if (voucher !== undefined) return t(`giveBack.shopVoucher${after}`);
  return method === 'cash' ? t(`giveBack.cash${after}`) : t('giveBack.voucher');
}
