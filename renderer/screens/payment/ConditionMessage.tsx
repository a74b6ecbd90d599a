/** The message that a terminal takes no cards, or needs attention, with its reason and its cure. */

import type { TerminalCondition } from '../../../main/wire/terminals.ts';
import { Message } from '../../parts/Panel.tsx';
import { usePaymentTexts } from '../../texts/pages/payment.ts';
import { CureButton, isCure } from './CureButton.tsx';

interface ConditionMessageProps {
  readonly device: string;
  readonly condition: TerminalCondition;
}

export default function ConditionMessage({ device, condition }: ConditionMessageProps) {
  const { t, language } = usePaymentTexts();
  const { blocks, cure, texts } = condition;
  return (
    <Message tone="warn" action={isCure(cure) && <CureButton device={device} cure={cure} />}>
      <span className="block">{t(blocks ? 'condition.blocks' : 'condition.asks', { why: texts[language] })}</span>
      <span className="block font-normal">{t(blocks ? `condition.do.${cure}` : 'condition.mayFail')}</span>
    </Message>
  );
}
