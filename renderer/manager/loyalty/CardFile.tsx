/** Reads a file of cards: checked first, with every faulty line, and made into cards on a decision. */
import { useState } from 'react';
import type { Batch } from '../../../main/wire/loyaltyManagement.ts';
import { useChange } from '../../data/useChange.ts';
import { FileChoice } from '../../form/FileChoice.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { formatMoney } from '../../texts/money.ts';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { BesideForm } from '../Beside.tsx';
import { BatchProgress } from './BatchProgress.tsx';
import type { LoyaltyClient } from './client.ts';

interface CardFileProps {
  readonly client: LoyaltyClient;
  readonly currency: string;
  readonly onClose: () => void;
}

export function CardFile({ client, currency, onClose }: CardFileProps) {
  const { t, problem: textOf } = useLoyaltyTexts();
  const change = useChange();
  const [batch, setBatch] = useState<Batch | null>(null);
  const read = async (file: File) => {
    const found = await change.run(() => client.readFile(new Blob([file], { type: 'text/csv' })));
    if (found) setBatch(found);
  };
  const decide = async (skip: boolean) => {
    const begun = batch && (await change.run(() => client.applyFile(batch.id, skip)));
    if (begun) setBatch(begun);
  };
  const discard = async () => {
    if (batch?.state === 'preview') await change.run(() => client.stopBatch(batch.id));
    onClose();
  };
  return (
    <BesideForm title={t('cards.file')} onClose={() => void discard()}>
      <div className="grid gap-4">
        <StatusRegion>{change.problem && <Message tone="error">{textOf(change.problem)}</Message>}</StatusRegion>
        {batch === null && (
          <>
            <p>{t('file.help')}</p>
            <FileChoice
              look="primary"
              label={t('file.choose')}
              accept=".csv,.txt,.tsv,.xlsx,text/csv"
              onFile={file => void read(file)}
            />
          </>
        )}
        {batch?.state === 'preview' && (
          <FilePreview batch={batch} currency={currency} busy={change.busy} onDecide={decide} onDiscard={discard} />
        )}
        {batch && batch.state !== 'preview' && <BatchProgress client={client} begun={batch} onClose={onClose} />}
      </div>
    </BesideForm>
  );
}

interface FilePreviewProps {
  readonly batch: Batch;
  readonly currency: string;
  readonly busy: boolean;
  readonly onDecide: (skipFaulty: boolean) => Promise<void>;
  readonly onDiscard: () => Promise<void>;
}

function FilePreview({ batch, currency, busy, onDecide, onDiscard }: FilePreviewProps) {
  const { t, language } = useLoyaltyTexts();
  const { total, unchanged, faulty, faults, opening } = batch;
  const money = (minor: number) => formatMoney(minor, currency, language);
  const { cash, bonus, points } = opening;
  return (
    <>
      <Message tone={faulty > 0 ? 'warn' : 'good'}>{t('file.found', { total, unchanged, faulty })}</Message>
      {cash + bonus + points > 0 && (
        <p>{t('file.opening', { cash: money(cash), bonus: money(bonus), points: String(points) })}</p>
      )}
      {faults.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keys
        <ul tabIndex={0} aria-label={t('file.line', { line: '' })} className="grid max-h-72 gap-1 overflow-y-auto">
          {faults.map(({ line, column, texts }) => (
            <li key={`${line} ${column} ${texts.en}`} className="border-line border-b pb-1">
              <strong>{t('file.line', { line: String(line) })}</strong> {column} {texts[language]}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={() => void onDiscard()}>{t('file.discard')}</Button>
        {total > 0 && (
          <Button look="primary" busy={busy} onPress={() => void onDecide(faulty > 0)}>
            {t(faulty > 0 ? 'file.skip' : 'file.apply')}
          </Button>
        )}
      </div>
    </>
  );
}
