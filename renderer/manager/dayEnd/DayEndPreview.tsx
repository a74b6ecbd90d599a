/** Before the end-of-day: its blockers and what to do about them, the totals so far, and the schedule. */

import { useId, useState } from 'react';
import { useStore } from 'zustand';
import type { Blocker, DayEndPreview } from '../../../main/wire/dayEnds.ts';
import { useApp } from '../../app/context.tsx';
import { Form } from '../../form/Form.tsx';
import { Toggle } from '../../form/Toggle.tsx';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Message } from '../../parts/Panel.tsx';
import { useManagerTexts } from '../../texts/pages/manager.ts';
import { Section } from '../Page.tsx';
import type { DayEndStore } from './dayEndStore.ts';
import { SumTable } from './SumTable.tsx';

export interface PreviewProps {
  readonly preview: DayEndPreview;
  readonly store: DayEndStore;
}

export function Preview({ preview, store }: PreviewProps) {
  const { t, moment } = useManagerTexts();
  const { blockers, since, description, device } = preview;
  const stale = useStore(store, state => state.stale);
  const terminal = useStore(store, ({ terminals }) => terminals?.find(one => one.device === device));
  return (
    <>
      <p className="text-soft">
        {description}. {since === null ? t('dayEnd.first') : t('dayEnd.since', { moment: moment(Date.parse(since)) })}
      </p>
      {stale && <Message tone="info">{t('dayEnd.rechecking')}</Message>}
      {blockers.length === 0 ? (
        !stale && <Message tone="good">{t('dayEnd.clear')}</Message>
      ) : (
        <Blockers
          title={t(blockers.some(({ stops }) => stops) ? 'dayEnd.blockers' : 'dayEnd.notes')}
          device={preview.device}
          blockers={blockers}
          onCheck={() => void store.load()}
        />
      )}
      <Run
        stopped={stale || blockers.some(({ stops }) => stops)}
        choice={terminal?.features.includes('dayEndDetails') ?? false}
        onRun={short => void store.run(short ? { details: false } : {})}
      />
      <Sums preview={preview} />
      <Schedule preview={preview} store={store} />
    </>
  );
}

interface BlockersProps {
  readonly title: string;
  /** The terminal of the end-of-day. */
  readonly device: string;
  readonly blockers: readonly Blocker[];
  readonly onCheck?: () => void;
}

/** Blockers that stop the end-of-day, and notes that do not stop it. */
export function Blockers({ title, device, blockers, onCheck }: BlockersProps) {
  const { t } = useManagerTexts();
  return (
    <section aria-label={title} className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg font-semibold">{title}</h2>
        {onCheck && (
          <Button look="quiet" icon="undo" onPress={onCheck}>
            {t('manager.again')}
          </Button>
        )}
      </div>
      {blockers.map(blocker => (
        <BlockerMessage key={blocker.kind} device={device} blocker={blocker} />
      ))}
    </section>
  );
}

interface BlockerProps {
  readonly device: string;
  readonly blocker: Blocker;
}

function BlockerMessage({ device, blocker: { kind, stops, texts, about } }: BlockerProps) {
  const { managerPage } = useApp();
  const { t, language } = useManagerTexts();
  const sales = about.filter(id => id.startsWith('STX_'));
  const numbers = about.filter(id => /^\d+$/.test(id));
  return (
    <div className="grid gap-1">
      <Message tone={stops ? 'warn' : 'info'}>
        <span className="block">{texts[language]}</span>
        <span className="block font-normal">{t(`dayEnd.do.${kind}`)}</span>
        {numbers.length > 0 && (
          <span className="figures block font-normal">{t('dayEnd.numbers', { numbers: numbers.join(', ') })}</span>
        )}
        <span className="block text-sm font-normal">{t(stops ? 'dayEnd.stops' : 'dayEnd.note')}</span>
      </Message>
      {kind === 'openPreAuthorisations' && (
        <div>
          <Button icon="next" onPress={() => managerPage.go('operations', device)}>
            {t('dayEnd.toOperations')}
          </Button>
        </div>
      )}
      {sales.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {sales.map(id => (
            <OpenSale key={id} id={id} />
          ))}
        </div>
      )}
    </div>
  );
}

/** Opens the sale, so that a person can decide about its payment. */
function OpenSale({ id }: { readonly id: string }) {
  const { checkout, managerPage } = useApp();
  const { t } = useManagerTexts();
  const open = () => {
    managerPage.back();
    void checkout.openSale(id);
  };
  return (
    <Button icon="next" onPress={open}>
      {t('dayEnd.openSale')} <span className="figures text-sm text-soft">… {id.slice(-6)}</span>
    </Button>
  );
}

interface RunProps {
  readonly stopped: boolean;
  /** The terminal offers a short slip. */
  readonly choice: boolean;
  readonly onRun: (short: boolean) => void;
}

function Run({ stopped, choice, onRun }: RunProps) {
  const { t } = useManagerTexts();
  const [isConfirming, setConfirming] = useState(false);
  const [short, setShort] = useState(false);
  if (!isConfirming || stopped)
    return (
      <>
        {choice && (
          <div>
            <Toggle on={short} text={t('dayEnd.short')} onChange={setShort} />
          </div>
        )}
        <Button look="primary" size="tall" icon="check" disabled={stopped} onPress={() => setConfirming(true)}>
          {t('dayEnd.run')}
        </Button>
      </>
    );
  return (
    <Confirmation
      text={t('dayEnd.sure')}
      no={t('dayEnd.notYet')}
      yes={t('dayEnd.confirm')}
      icon="check"
      onNo={() => setConfirming(false)}
      onYes={() => onRun(short)}
    />
  );
}

function Sums({ preview: { journal, terminal } }: { readonly preview: DayEndPreview }) {
  const { t } = useManagerTexts();
  const types = (sums: typeof journal.by_card_type) =>
    sums.map(({ card_type, count, amount }) => ({ key: card_type, name: card_type, count, amount }));
  return (
    <Section title={t('dayEnd.byCardType')}>
      {journal.count === 0 && <p className="text-soft">{t('dayEnd.nothing')}</p>}
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        <SumTable
          caption={t('dayEnd.journal')}
          head={t('dayEnd.cardType')}
          rows={types(journal.by_card_type)}
          total={journal}
        />
        {terminal ? (
          <SumTable
            caption={t('dayEnd.terminal')}
            head={t('dayEnd.cardType')}
            rows={types(terminal.by_card_type)}
            total={terminal}
          />
        ) : (
          <p className="text-soft">{t('dayEnd.terminalSilent')}</p>
        )}
      </div>
      {journal.by_till.length > 0 && (
        <SumTable
          caption={t('dayEnd.byTill')}
          head={t('dayEnd.till')}
          rows={journal.by_till.map(({ till, description, count, amount }) => ({
            key: till ?? '',
            name: description || t('dayEnd.noTill'),
            count,
            amount,
          }))}
          total={journal}
        />
      )}
    </Section>
  );
}

function Schedule({ preview: { schedule }, store }: PreviewProps) {
  const { t, moment } = useManagerTexts();
  const [at, setAt] = useState(schedule.at ?? '');
  const [saved, setSaved] = useState(false);
  const id = useId();
  const save = async (value: string) => {
    setAt(value);
    setSaved(await store.schedule(value || null));
  };
  return (
    <Section title={t('dayEnd.schedule')}>
      <p className="text-soft">{t('dayEnd.scheduleHelp')}</p>
      <Form onSubmit={() => void save(at)} className="flex flex-wrap items-end gap-3">
        <label htmlFor={id} className="grid gap-1">
          <span className="text-sm text-soft">{t('dayEnd.scheduleAt')}</span>
          <input
            id={id}
            type="time"
            value={at}
            onChange={event => {
              setAt(event.target.value);
              setSaved(false);
            }}
            className="touch figures field px-3 text-lg"
          />
        </label>
        <Button disabled={at === ''} onPress={() => void save(at)}>
          {t('dayEnd.scheduleSave')}
        </Button>
        <Button look="quiet" disabled={schedule.at === null} onPress={() => void save('')}>
          {t('dayEnd.scheduleNone')}
        </Button>
      </Form>
      <p role="status" className="figures">
        {saved && <span className="me-3 text-good">{t('dayEnd.scheduleSaved')}</span>}
        {schedule.next !== null && t('dayEnd.scheduleNext', { moment: moment(Date.parse(schedule.next)) })}
      </p>
    </Section>
  );
}
