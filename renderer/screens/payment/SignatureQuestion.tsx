/** The question whether a signature is right, with the picture of the signature or the slip to sign. */

import { useEffect, useState } from 'react';
import type { TerminalQuestion } from '../../../main/wire/events.ts';
import type { SlipView } from '../../../main/wire/till.ts';
import { useApp } from '../../app/context.tsx';
import { type KeyScope, useKeys } from '../../app/keys.ts';
import { problemOf } from '../../bridge/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Paper, usePrint } from '../../parts/usePrint.tsx';
import { useQuestion } from '../../parts/useQuestion.ts';
import { useTerminalTexts } from '../../texts/pages/terminal.ts';
import { useIsAnswered } from './useIsAnswered.ts';

/** The question of a terminal that waits for the answer. */
export function SignatureQuestion({ question }: { readonly question: TerminalQuestion }) {
  const { checkout } = useApp();
  const { t } = useTerminalTexts();
  const answered = useIsAnswered(question);
  const say = (right: boolean) => checkout.answer({ answer: right ? 'yes' : 'no' });
  return (
    <>
      <p className="text-lg">{t('question.signatureExplain')}</p>
      {question.picture ? (
        <img
          src={`data:${question.picture.media_type};base64,${question.picture.base64}`}
          alt={t('question.picture')}
          className="max-h-60 w-full rounded-control border border-line bg-white object-contain p-3"
        />
      ) : (
        <SlipOnPaper slip={question.receipt_merchant} />
      )}
      <SignatureDecision busy={answered} onRight={() => say(true)} onWrong={() => say(false)} />
    </>
  );
}

interface SignatureDecisionProps {
  readonly busy: boolean;
  readonly keyScope?: KeyScope;
  readonly onRight: () => unknown;
  readonly onWrong: () => unknown;
}

/**
 * A wrong signature moves money again, so that it needs a confirmation. The keys have the order of the buttons, and differ from the keys
 * of a sale.
 */
export function SignatureDecision({ busy, keyScope = 'screen', onRight, onWrong }: SignatureDecisionProps) {
  const { t } = useTerminalTexts();
  const { isOpen, ask, close, answer } = useQuestion();
  useKeys(
    [
      ['F10', !busy && !isOpen && onRight],
      ['F12', !busy && !isOpen && ask],
    ],
    keyScope,
  );
  if (isOpen)
    return (
      <Confirmation
        danger
        icon="undo"
        text={t('signature.sure')}
        no={t('late.confirmNot')}
        yes={t('late.confirmBack')}
        busy={busy}
        onNo={close}
        onYes={() => answer(onWrong)}
      />
    );
  return (
    <div className="grid gap-2">
      <div className="grid max-w-2xl grid-cols-2 gap-2">
        <Button look="primary" size="tender" icon="check" hint="F10" busy={busy} onPress={() => void onRight()}>
          {t('question.signatureYes')}
        </Button>
        <Button look="danger" size="tender" icon="cross" hint="F12" busy={busy} onPress={ask}>
          {t('question.signatureNo')}
        </Button>
      </div>
      <p className="text-soft">{t('question.signatureNoHelp')}</p>
    </div>
  );
}

/** The slip of a paid sale, or of the running command when `sale` is null. */
export function SlipToSign({ sale }: { readonly sale: string | null }) {
  return <SlipOnPaper slip={useSlip(sale)} />;
}

function SlipOnPaper({ slip }: { readonly slip: Lines }) {
  const { t } = useTerminalTexts();
  const { print, printout } = usePrint({ slip }, 'slip');
  if (slip.length === 0) return <p className="text-soft">{t('question.terminalPrints')}</p>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
      <Button icon="print" onPress={() => print('slip')}>
        {t('question.print')}
      </Button>
      <Paper title={t('question.slip')} lines={slip} />
      {printout}
    </div>
  );
}

type Lines = SlipView['receipt'];
const NONE: Lines = [];

/** The merchant's slip, which the customer signs; empty until the bridge has it. */
function useSlip(sale: string | null): Lines {
  const { client } = useApp();
  const [slip, setSlip] = useState(NONE);
  useEffect(() => {
    const loading = sale === null ? client.slip() : client.sale(sale);
    loading.then(({ receipt_merchant = NONE, receipt }) => {
      setSlip(receipt_merchant.length > 0 ? receipt_merchant : receipt);
    }, problemOf);
  }, [client, sale]);
  return slip;
}
