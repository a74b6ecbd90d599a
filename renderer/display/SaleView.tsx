/** A sale as its customer sees it: the lines, what is to be paid and how, and what the terminal asks. */

import { useEffect, useRef, useState } from 'react';
import type { DisplayLine, DisplaySale, DisplayTender, DisplayView } from '../../main/wire/displays.ts';
import { formatMoney, type Language, withMinus } from '../texts/money.ts';
import { promptText } from '../texts/promptText.ts';
import type { DisplayText } from './texts.ts';

interface SaleViewProps {
  readonly view: DisplayView;
  readonly language: Language;
  readonly t: DisplayText;
  readonly onLanguage: (language: Language) => void;
}

interface PartProps {
  readonly sale: DisplaySale;
  readonly language: Language;
  readonly t: DisplayText;
  readonly money: (minor: number) => string;
}

export function SaleView({ view, language, t, onLanguage }: SaleViewProps) {
  const sale = view.sale!;
  const money = (minor: number) => formatMoney(minor, sale.currency, language);
  const part = { sale, language, t, money };
  const isOver = view.state === 'paid' || view.state === 'returned';
  return (
    <main className="sale">
      <div className={isOver ? `stage over ${view.state}` : 'stage'}>
        <h1 className="shop">{view.shop}</h1>
        {view.state === 'notPaid' && <p className="band band-warn">{t('notPaid')}</p>}
        {isOver ? <Words state={view.state} view={view} {...part} /> : <Lines {...part} />}
        <button
          type="button"
          className="language"
          lang={language === 'de' ? 'en' : 'de'}
          aria-label={t('otherName')}
          onClick={() => onLanguage(language === 'de' ? 'en' : 'de')}
        >
          {t('other')}
        </button>
      </div>
      <div className={isAsking(view.state) ? 'side asking' : 'side'}>
        {isAsking(view.state) && <Words state={view.state} view={view} {...part} />}
        <Sums state={view.state} {...part} />
      </div>
    </main>
  );
}

/** The customer has something to do or to wait for; the lines stay beside the words. */
const isAsking = (state: DisplayView['state']): boolean => state === 'terminal' || state === 'wait';

/** The words to the customer: of the terminal while it waits, a word while nothing is known yet, the thanks. */
function Words({
  state,
  view,
  ...part
}: PartProps & { readonly view: DisplayView; readonly state: DisplayView['state'] }) {
  const { language, t, money } = part;
  switch (state) {
    case 'terminal':
      return (
        <section className="words">
          <h2>{promptText(view.prompt?.[language] ?? '') || t('terminalWait')}</h2>
          <p>{t('terminal')}</p>
          {view.due !== null && view.due !== part.sale.missing && (
            <p className="figures">
              {t('due')} {money(view.due)}
            </p>
          )}
          <TerminalSign />
        </section>
      );
    case 'wait':
      return (
        <section className="words">
          <h2>{t('wait')}</h2>
          <p>{t('waitMore')}</p>
        </section>
      );
    case 'paid':
      return view.receipt ? (
        <ReceiptCode receipt={view.receipt} language={language} t={t} />
      ) : (
        <section className="words">
          <CheckSign />
          <h2>{t('thanks')}</h2>
          <p>{t('goodbye')}</p>
        </section>
      );
    default:
      return (
        <section className="words">
          <h2>{t('returned')}</h2>
          <p>{t('returnedMore')}</p>
        </section>
      );
  }
}

type QrPath = ReturnType<typeof import('../parts/qrPath.ts').qrPath>;

interface ReceiptCodeProps {
  readonly receipt: NonNullable<DisplayView['receipt']>;
  readonly language: Language;
  readonly t: DisplayText;
}

function ReceiptCode({ receipt: { url, expires }, language, t }: ReceiptCodeProps) {
  const [code, setCode] = useState<QrPath | null>(null);
  useEffect(() => {
    // The drawing of codes is loaded when the first customer wants one.
    void import('../parts/qrPath.ts').then(({ qrPath }) => setCode(qrPath(url)));
  }, [url]);
  const date = new Date(expires).toLocaleDateString(language, { dateStyle: 'medium' });
  return (
    <section className="words receipt-code">
      {code && (
        <svg role="img" aria-label={t('receiptCode')} viewBox={`0 0 ${code.size} ${code.size}`}>
          <path d={code.path} fill="#000" shapeRendering="crispEdges" />
        </svg>
      )}
      <div>
        <h2>{t('receiptScan')}</h2>
        <p>{t('receiptUntil', { date })}</p>
      </div>
    </section>
  );
}

/** The newest line stays in sight. */
function Lines({ sale, language, t, money }: PartProps) {
  const list = useRef<HTMLUListElement>(null);
  const newest = sale.lines.map(({ key, quantity }) => `${key} ${quantity}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves with every change of the lines
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [newest]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keyboard
    <ul className="lines" ref={list} aria-label={t('basket')} tabIndex={0}>
      {sale.lines.map(line => (
        <Line key={line.key} line={line} language={language} t={t} money={money} />
      ))}
    </ul>
  );
}

function Line({ line, language, t, money }: Omit<PartProps, 'sale'> & { readonly line: DisplayLine }) {
  const { name, quantity, priceOne, sum, reduction, measure } = line;
  return (
    <li className={reduction ? 'reduction' : undefined}>
      <span className="name">{name[language]}</span>
      {measure && (
        <span className="each figures">
          {measure.text[language]} × {money(measure.priceOne)}/{measure.unit}
        </span>
      )}
      {quantity !== 1 && !measure && (
        <span className="each figures">{t('each', { quantity: withMinus(quantity), price: money(priceOne) })}</span>
      )}
      <span className="sum figures">{money(sum)}</span>
    </li>
  );
}

/** The total, each tender, and what is missing as the biggest figure. */
function Sums({ state, sale, t, money }: PartProps & { readonly state: DisplayView['state'] }) {
  const { sum, missing, card, given, change } = sale;
  // The amount that the terminal is taking stands as the amount to pay already.
  const tenders = state === 'terminal' ? sale.tenders.filter(tender => tender.state !== 'open') : sale.tenders;
  const isOver = state === 'paid' || state === 'returned';
  const isBack = missing < 0;
  const hasTenders = tenders.length > 0;
  return (
    <aside className={`sums ${state}`}>
      <dl>
        {(hasTenders || isOver) && <Row label={t('total')} value={money(sum)} />}
        {tenders.map(tender => (
          <TenderRow key={tender.key} tender={tender} t={t} money={money} />
        ))}
        {given !== null && <Row label={t('given')} value={money(given)} />}
        {state === 'paid' && change !== null && change > 0 && <Row label={t('change')} value={money(change)} large />}
        {!isOver && (
          <Row label={t(isBack ? 'back' : hasTenders ? 'missing' : 'total')} value={money(Math.abs(missing))} large />
        )}
      </dl>
      {card && (
        <p className="card">
          {card.name}
          {card.points !== null && <span>{t('points', { points: card.points })}</span>}
        </p>
      )}
    </aside>
  );
}

function TenderRow({ tender, t, money }: Pick<PartProps, 't' | 'money'> & { readonly tender: DisplayTender }) {
  const { method, amount, state, text } = tender;
  const label = text ? `${t(`tender.${method}`)} ${text}` : t(`tender.${method}`);
  return (
    <Row
      label={state === 'paid' ? label : `${label} (${t(`tender.${state}`)})`}
      value={money(state === 'paid' ? -amount : amount)}
    />
  );
}

function Row({
  label,
  value,
  large = false,
}: {
  readonly label: string;
  readonly value: string;
  readonly large?: boolean;
}) {
  return (
    <div className={large ? 'row large' : 'row'}>
      <dt>{label}</dt>
      <dd className="figures">{value}</dd>
    </div>
  );
}

const CheckSign = () => (
  <svg className="sign" viewBox="0 0 48 48" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="4">
    <path d="M8 25l11 11L40 14" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);

/** A card at a terminal; says nothing that the words beside it do not say. */
function TerminalSign() {
  return (
    <svg className="sign" viewBox="0 0 48 48" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2.5">
      <rect x="14" y="3" width="20" height="34" rx="4" />
      <path d="M18 9h12v8H18zM19 23h2m5 0h2m5-0h0M19 29h2m5 0h2" strokeLinecap="round" />
      <path d="M20 37v8h8v-8" />
    </svg>
  );
}
