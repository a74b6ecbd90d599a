/** A price, a discount or a note by hand: of one line, or a discount on the whole basket. */

import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { AdjustmentInput } from '../../../main/wire/baskets.ts';
import { mayOpen } from '../../../main/wire/screenPages.ts';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { NumberPad } from '../../parts/NumberPad.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { TextLine } from '../../parts/TextLine.tsx';
import { discountedLine, isMeasured, type Line, noteOf, totalOfLine } from '../../stores/lines.ts';
import { moneyForm } from '../../texts/money.ts';
import { readNumber } from '../../texts/number.ts';
import { useBasketTexts } from '../../texts/pages/basket.ts';
import { NumberField } from './NumberField.tsx';

type Kind = 'percent' | 'amount' | 'price' | 'note';

const BASKET_KINDS: readonly Kind[] = ['percent', 'amount'];
/** The price of a measured line follows from its measure, so it takes a discount only. */
const LINE_KINDS: readonly Kind[] = [...BASKET_KINDS, 'price', 'note'];

const REASONS = ['damaged', 'expiring', 'wrong', 'competitor', 'goodwill'] as const;

export default function AdjustSheet({ line: key }: { readonly line: string | null }) {
  const { basket, entry, edit } = useApp();
  const { t, language } = useBasketTexts();
  const lines = useStore(basket, state => state.lines);
  const line = key === null ? null : (lines.find(one => one.key === key) ?? null);
  const [kind, setKind] = useState<Kind>('percent');
  if (key !== null && line === null) return null;
  const kinds = line ? LINE_KINDS.filter(one => one !== 'price' || !isMeasured(line)) : BASKET_KINDS;
  return (
    <Sheet
      manual="discount"
      title={line ? t('adjust.titleLine', { name: line.name[language] }) : t('adjust.titleBasket')}
      closeLabel={t('common.close')}
      onClose={entry.close}
    >
      <div className="grid gap-3">
        <Choice
          label={t('adjust.kind')}
          value={kind}
          options={kinds.map(value => ({ value, text: t(`adjust.${value}`) }))}
          onChange={setKind}
        />
        {kind === 'note' && line ? <Note line={line} /> : <Value key={kind} kind={kind} line={line} />}
        {line && (
          <div className="flex flex-wrap justify-between gap-2">
            <Button
              look="danger"
              icon="trash"
              onPress={() => {
                entry.close();
                edit(state => state.remove(line.key));
              }}
            >
              {t('adjust.remove')}
            </Button>
            <ArticleItself number={line.articleNumber} />
          </div>
        )}
      </div>
    </Sheet>
  );
}

/** The way to the article, whose price counts for everybody, for those who look after the articles. */
function ArticleItself({ number }: { readonly number: string }) {
  const { entry, managerPage, session } = useApp();
  const { t } = useBasketTexts();
  const manages = useStore(session, ({ user }) => mayOpen(user, 'articles'));
  const open = () => {
    entry.close();
    managerPage.goWith('articles', number);
  };
  return (
    manages && (
      <Button icon="tag" onPress={open}>
        {t('adjust.article')}
      </Button>
    )
  );
}

/** The figure, what it makes of the price, and why. */
function Value({ kind, line }: { readonly kind: Kind; readonly line: Line | null }) {
  const { basket, checkout, entry, session } = useApp();
  const { t } = useBasketTexts();
  const lines = useStore(basket, state => state.lines);
  const currency = useStore(session, state => state.info?.merchant.currency ?? 'EUR');
  const busy = useStore(entry, state => state.busy);
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const form = kind === 'percent' ? PERCENT : moneyForm(currency);
  const read = readNumber(text, form).value;
  const value = kind === 'percent' && read !== null ? read / 100 : read;
  const before = line ? totalOfLine(line) - discountOn(lines, line) : null;
  const off = value === null ? null : offOf(kind, value, line, before);
  const tooMuch = off !== null && before !== null && off > before;
  const isGood = value !== null && (kind === 'price' ? value !== line?.priceOne : value > 0) && !tooMuch;
  const apply = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!isGood || reason.trim() === '' || busy) return;
    if (await checkout.baskets.adjust(inputOf(kind, value, line, reason))) entry.close();
  };
  return (
    <form onSubmit={event => void apply(event)} className="grid gap-3">
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid content-start gap-3">
          <NumberField
            label={t(`adjust.${kind}`)}
            value={text}
            form={form}
            invalid={text !== '' && !isGood}
            onChange={setText}
          />
          {before !== null && <Preview before={before} off={off} />}
          {tooMuch && (
            <p role="alert" className="font-medium text-warn">
              {t('adjust.tooMuch')}
            </p>
          )}
          {line === null && <p className="text-sm text-soft">{t('adjust.leavesOut')}</p>}
          <Reason value={reason} onChange={setReason} />
        </div>
        <NumberPad
          label={t('adjust.digits')}
          deleteLabel={t('adjust.delete')}
          decimals={form.decimals}
          onKey={digit => setText(was => was + digit)}
          onDelete={() => setText(was => was.slice(0, -1))}
        />
      </div>
      <Button
        look="primary"
        size="tall"
        hint="Enter"
        busy={busy}
        disabled={!isGood || reason.trim() === ''}
        onPress={() => void apply()}
      >
        {t(busy ? 'adjust.busy' : 'adjust.apply')}
      </Button>
      {/* Without a submit button, browsers ignore Enter in a form with several fields. */}
      <button type="submit" hidden tabIndex={-1} />
    </form>
  );
}

/** Up to 100 with two decimals. */
const PERCENT = { decimals: 2, most: 10_000 } as const;

/** Discount on a line as the bridge rounds it; null for the basket, whose shares the bridge knows. */
function offOf(kind: Kind, value: number, line: Line | null, before: number | null): number | null {
  if (line === null || before === null) return null;
  if (kind === 'percent') return Math.floor((2 * before * Math.round(value * 100) + 10_000) / 20_000);
  return kind === 'amount' ? value : (line.priceOne - value) * line.quantity;
}

function inputOf(kind: Kind, value: number, line: Line | null, reason: string): AdjustmentInput {
  const about = { line: line?.key ?? null, reason: reason.trim() };
  if (kind === 'price') return { kind: 'price', amount: value, ...about };
  return kind === 'percent'
    ? { kind: 'discount', percent: value, ...about }
    : { kind: 'discount', amount: value, ...about };
}

function Preview({ before, off }: { readonly before: number; readonly off: number | null }) {
  const { t, money } = useBasketTexts();
  return (
    <dl className="figures grid grid-cols-[1fr_auto] gap-x-4 text-lg">
      <dt>{t('adjust.before')}</dt>
      <dd className="text-end">{money(before)}</dd>
      <dt>{t('adjust.off')}</dt>
      <dd className="text-end">{off === null ? '–' : money(-off)}</dd>
      <dt className="font-semibold">{t('adjust.after')}</dt>
      <dd className="text-end font-semibold" data-testid="adjust-after">
        {off === null ? '–' : money(before - off)}
      </dd>
    </dl>
  );
}

function Reason({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const { t } = useBasketTexts();
  return (
    <div className="grid gap-2">
      <TextLine label={t('adjust.reason')} value={value} onChange={onChange} />
      <div className="flex flex-wrap gap-2">
        {REASONS.map(reason => {
          const text = t(`adjust.reason.${reason}`);
          return (
            <Button key={reason} pressed={value === text} onPress={() => onChange(text)}>
              {text}
            </Button>
          );
        })}
      </div>
    </div>
  );
}

function Note({ line }: { readonly line: Line }) {
  const { entry, edit } = useApp();
  const { t } = useBasketTexts();
  const [text, setText] = useState(noteOf(line));
  const take = (event?: FormEvent) => {
    event?.preventDefault();
    edit(store => store.setNote(line.key, text.replace(/\s+/g, ' ').trim()));
    entry.close();
  };
  return (
    <form onSubmit={take} className="grid gap-3">
      <TextLine label={t('adjust.noteLabel')} value={text} onChange={setText} focused />
      <Button look="primary" size="tall" hint="Enter" onPress={() => take()}>
        {t('adjust.apply')}
      </Button>
    </form>
  );
}

/** Sum of the discounts by hand on a line, 0 or more. */
const discountOn = (lines: readonly Line[], { key }: Pick<Line, 'key'>): number =>
  0 - lines.filter(line => discountedLine(line.key) === key).reduce((sum, line) => sum + totalOfLine(line), 0) || 0;
