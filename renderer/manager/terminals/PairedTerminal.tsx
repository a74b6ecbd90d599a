/** The result of pairing: the diagnosis, and what the terminal reported about itself. */

import type { ReceiptLine } from '../../../main/wire/shapes.ts';
import type { PairAnswer } from '../../../main/wire/terminals.ts';
import { Button } from '../../parts/Button.tsx';
import { Fact, Message } from '../../parts/Panel.tsx';
import { Paper } from '../../parts/usePrint.tsx';
import { useManagerTexts } from '../../texts/pages/manager.ts';
import type { Model } from './connectionDraft.ts';
import { featureTexts } from './featureTexts.ts';
import { modelText } from './modelText.ts';

export interface PairedTerminalProps {
  readonly answer: PairAnswer;
  readonly models: readonly Model[];
  readonly onDone: () => void;
}

export function PairedTerminal({ answer, models, onDone }: PairedTerminalProps) {
  const texts = useManagerTexts();
  const { t, language } = texts;
  const { terminal, diagnosis, receipt } = answer;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Message tone={diagnosis === null ? 'good' : 'warn'}>
        {t('terminals.diagnosis')}: {diagnosis?.[language] ?? t('terminals.diagnosisGood')}
      </Message>
      <dl className="grid gap-1">
        <Fact name={t('terminals.name')}>{terminal.description}</Fact>
        <Fact name={t('terminals.registered')}>{t('terminals.registeredYes')}</Fact>
        <Fact name={t('terminals.tid')}>{terminal.terminalId ?? '–'}</Fact>
        <Fact name={t('terminals.software')}>{terminal.software ?? '–'}</Fact>
        <Fact name={t('terminals.profile')}>{modelText(terminal.profile, models, texts)}</Fact>
      </dl>
      {terminal.protocol === 'opi' && <Message tone="info">{t('terminals.opiChecked')}</Message>}
      <p>
        <span className="text-soft">{t('terminals.can')}: </span>
        {featureTexts(terminal.features, texts).join(', ')}
      </p>
      <Paper title={t('terminals.diagnosisSlip')} lines={receipt as readonly ReceiptLine[]} />
      <Button look="primary" size="tall" onPress={onDone}>
        {t('terminals.done')}
      </Button>
    </div>
  );
}
