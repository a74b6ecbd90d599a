/** A return without a receipt: articles by number or scan, what the shop gives for each, and the reason; a manager approves it. */

import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Article } from '../../../main/wire/catalogue.ts';
import { useApp } from '../../app/context.tsx';
import { type Problem, problemOf } from '../../bridge/problem.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { type Amount, formatMeasure } from '../../texts/measure.ts';
import { useReturnsTexts } from '../../texts/pages/returns.ts';
import { BesideForm, LeaveQuestion } from '../Beside.tsx';
import { useGuard, useUnsaved } from '../unsaved.tsx';
import { ReturnButtons, usePreview } from './GoodsReturn.tsx';
import { articleFrom, changed, type LooseLine, MOST_STEPS, withArticle } from './looseLines.ts';
import { MeasureDigits, MeasureInput, useMeasureEntry } from './MeasureEntry.tsx';
import { ReturnOutcome } from './ReturnOutcome.tsx';
import { ReturnReason } from './ReturnReason.tsx';
import { useReturnSteps } from './useReturnSteps.ts';

interface LooseReturnProps {
  /** Asks before chosen articles are lost. */
  readonly onClose: () => void;
  /** The return is a basket now. */
  readonly onOpened: () => void;
}

export function LooseReturn({ onClose, onOpened }: LooseReturnProps) {
  const { basket, session } = useApp();
  const { t, problem: textOf, language } = useReturnsTexts();
  const currency = useStore(session, state => state.info?.merchant.currency ?? 'EUR');
  const hasBasket = useStore(basket, state => state.lines.length > 0);
  const [lines, setLines] = useState<readonly LooseLine[]>([]);
  const [reason, setReason] = useState('');
  useUnsaved(lines.length > 0);
  const { isAsking } = useGuard();
  const { busy, refused, open } = useReturnSteps(onOpened);
  const articles = lines.flatMap(line => articleFrom(line, currency) ?? []);
  const add = useCallback(
    (article: Article) => setLines(before => withArticle(before, article, { currency, language })),
    [currency, language],
  );
  const change = (next: LooseLine) => setLines(before => changed(before, next));
  const isPriced = articles.length === lines.length && lines.length > 0;
  const preview = usePreview(isPriced ? { articles } : {});
  const shown = preview.problem ?? refused;
  const isReady = isPriced && reason.trim() !== '' && preview.answer !== null && !busy;
  return (
    <BesideForm title={t('back.loose')} manual="return" onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="text-soft">{t('back.looseHint')}</p>
        <StatusRegion>{shown && <Message tone="error">{textOf(shown)}</Message>}</StatusRegion>
        {hasBasket ? (
          <Message tone="info">{t('back.finishFirst')}</Message>
        ) : (
          <>
            <AddArticle onAdd={add} />
            {lines.length === 0 && <p>{t('back.looseNone')}</p>}
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
              {lines.map(({ amount, ...line }) =>
                amount ? (
                  <Pack key={line.key} line={{ ...line, amount }} onChange={change} />
                ) : (
                  <Pieces key={line.key} line={{ ...line, amount }} onChange={change} />
                ),
              )}
            </ul>
            <ReturnReason reason={reason} onChange={setReason} />
            {preview.answer && <ReturnOutcome preview={preview.answer} />}
            {isAsking ? (
              <LeaveQuestion />
            ) : (
              <ReturnButtons
                isReady={isReady}
                busy={busy}
                value={preview.answer?.value ?? 0}
                onOpen={isExchange => void open({ articles, reason: reason.trim() }, isExchange)}
              />
            )}
          </>
        )}
      </div>
    </BesideForm>
  );
}

function AddArticle({ onAdd }: { readonly onAdd: (article: Article) => void }) {
  const { client, managerPage } = useApp();
  const { t, problem: textOf } = useReturnsTexts();
  const [code, setCode] = useState('');
  const [unknown, setUnknown] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const add = useCallback(
    async (text: string) => {
      try {
        const article = await client.article(text.trim());
        setUnknown(article === null);
        setProblem(null);
        if (!article) return;
        onAdd(article);
        setCode('');
      } catch (error) {
        setProblem(problemOf(error));
      }
    },
    [client, onAdd],
  );
  useEffect(() => managerPage.takeScans(text => void add(text)), [managerPage, add]);
  return (
    <Form onSubmit={() => void add(code)} className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
      <Field
        label={t('back.looseCode')}
        value={code}
        maxLength={100}
        focused
        error={unknown ? t('back.looseUnknown') : problem ? textOf(problem) : null}
        onChange={text => {
          setCode(text);
          setUnknown(false);
        }}
      />
      <Button icon="plus" onPress={() => void add(code)}>
        {t('back.looseAdd')}
      </Button>
    </Form>
  );
}

interface LineProps<Line extends LooseLine> {
  readonly line: Line;
  readonly onChange: (line: LooseLine) => void;
}

function Pieces({ line, onChange }: LineProps<LooseLine>) {
  const { t, language } = useReturnsTexts();
  const { quantity, price } = line;
  const name = line.name[language];
  return (
    <LineRow>
      <Field
        label={t('back.loosePrice', { name })}
        value={price}
        decimal
        maxLength={12}
        onChange={text => onChange({ ...line, price: text })}
      />
      <span className="flex items-center gap-1">
        <Button
          size="icon"
          icon="minus"
          label={t('back.less', { name })}
          onPress={() => onChange({ ...line, quantity: quantity - 1 })}
        />
        <span className="figures w-10 text-center text-lg font-semibold">{quantity}</span>
        <Button
          size="icon"
          icon="plus"
          label={t('back.more', { name })}
          onPress={() => onChange({ ...line, quantity: quantity + 1 })}
        />
      </span>
    </LineRow>
  );
}

/** One pack of goods that are sold by weight: the label says its weight, else it is weighed again. */
function Pack({ line, onChange }: LineProps<LooseLine & { readonly amount: Amount }>) {
  const { t, language } = useReturnsTexts();
  const { amount, price } = line;
  const name = line.name[language];
  const { unit } = amount;
  const entry = useMeasureEntry({
    amount,
    most: MOST_STEPS,
    onChange: value => onChange({ ...line, amount: { ...amount, value } }),
  });
  return (
    <LineRow>
      <Field
        label={t('back.loosePriceOf', { name, unit })}
        value={price}
        decimal
        maxLength={12}
        onChange={text => onChange({ ...line, price: text })}
      />
      <span className="flex items-center gap-1">
        <MeasureInput name={name} entry={entry} focused={amount.value === 0} />
        <Button
          size="icon"
          icon="trash"
          label={t('back.looseRemove', { name })}
          onPress={() => onChange({ ...line, quantity: 0 })}
        />
      </span>
      <MeasureDigits
        name={name}
        entry={entry}
        refusal={t('back.looseMost', { most: formatMeasure({ ...amount, value: MOST_STEPS }, language) })}
      />
    </LineRow>
  );
}

const LineRow = ({ children }: { readonly children: ReactNode }) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-3 gap-y-1 border-b border-line pb-2">
    {children}
  </li>
);
