/** What a terminal has told about itself, before a customer tries: why cards do not go, and what would cure it. */

import type { TerminalCondition } from '../../../main/wire/terminals.ts';
import { useWords } from '../../app/context.tsx';
import { Message } from '../../parts/Panel.tsx';
import { Cure, isCure } from './CureButton.tsx';

interface ConditionMessageProps {
  readonly device: string;
  readonly condition: TerminalCondition;
}

export default function ConditionMessage({ device, condition }: ConditionMessageProps) {
  const { t, language } = useWords();
  const { blocks, cure, texts } = condition;
  return (
    <Message tone="warn" action={isCure(cure) && <Cure device={device} cure={cure} />}>
      <span className="block">{t(blocks ? 'condition.blocks' : 'condition.asks', { why: texts[language] })}</span>
      <span className="block font-normal">{t(blocks ? `condition.do.${cure}` : 'condition.mayFail')}</span>
    </Message>
  );
}
