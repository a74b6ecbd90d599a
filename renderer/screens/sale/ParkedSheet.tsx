/** Parks the basket on the screen, and shows the baskets that wait, of every till of the shop. */

import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ParkedView } from '../../../main/wire/baskets.ts';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Message } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { TextLine } from '../../parts/TextLine.tsx';
import { useQuestion } from '../../parts/useQuestion.ts';
import { isEmpty as isEmptyBasket } from '../../stores/emptyBasket.ts';
import { useBasketTexts } from '../../texts/pages/basket.ts';
import { shopDay } from '../../texts/shopDay.ts';

export function ParkedSheet() {
  const { basket, entry, till } = useApp();
  const { t } = useBasketTexts();
  const isEmpty = useStore(basket, isEmptyBasket);
  const own = useStore(till, state => state.device?.id ?? null);
  const { baskets, failed, load } = useParked();
  return (
    <Sheet manual="park" title={t('parked.title')} closeLabel={t('common.close')} onClose={entry.close} wide>
      <div className="grid gap-4">
        {!isEmpty && <ParkHere own={own} />}
        {failed && (
          <Message tone="warn" action={<Button onPress={load}>{t('parked.again')}</Button>}>
            {t('parked.failed')}
          </Message>
        )}
        {!failed && baskets === null && <p className="text-soft">{t('parked.loading')}</p>}
        {baskets?.length === 0 && <p className="text-soft">{t('parked.none')}</p>}
        {baskets && baskets.length > 0 && !isEmpty && <p className="text-soft">{t('parked.inTheWay')}</p>}
        <ul className="grid gap-2" aria-label={t('parked.title')}>
          {baskets?.map(one => (
            <Waiting key={one.id} basket={one} own={own} takes={isEmpty} onGone={load} />
          ))}
        </ul>
      </div>
    </Sheet>
  );
}

/** Loads the list, and again whenever their number changes. */
function useParked() {
  const { checkout, entry } = useApp();
  const count = useStore(entry, state => state.parked);
  const [baskets, setBaskets] = useState<readonly ParkedView[] | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    checkout.baskets.list().then(
      ({ data, count: waiting }) => {
        setBaskets(data);
        setFailed(false);
        entry.setParked(waiting);
      },
      () => setFailed(true),
    );
  }, [checkout, entry]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number means another list
  useEffect(load, [load, count]);
  return { baskets, failed, load };
}

function ParkHere({ own }: { readonly own: string | null }) {
  const { checkout, entry, session } = useApp();
  const { t } = useBasketTexts();
  const busy = useStore(entry, state => state.busy);
  const tills = useStore(session, state => state.info?.tills ?? NO_TILLS).filter(({ id }) => id !== own);
  const [note, setNote] = useState('');
  const [forTill, setForTill] = useState('');
  const park = async () => {
    if (await checkout.baskets.park(note, forTill || null)) entry.close();
  };
  return (
    <form
      aria-label={t('parked.here')}
      onSubmit={event => {
        event.preventDefault();
        void park();
      }}
      className="grid gap-2 well p-3"
    >
      <h3 className="font-semibold">{t('parked.here')}</h3>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-56">
          <TextLine label={t('parked.note')} value={note} onChange={setNote} focused />
        </div>
        <Button look="primary" hint="Enter" busy={busy} onPress={() => void park()}>
          {t('parked.park')}
        </Button>
      </div>
      {tills.length > 0 && (
        <Choice
          label={t('parked.for')}
          value={forTill}
          options={[
            { value: '', text: t('parked.anybody') },
            ...tills.map(({ id, name }) => ({ value: id, text: name })),
          ]}
          onChange={setForTill}
        />
      )}
    </form>
  );
}

const NO_TILLS: readonly { readonly id: string; readonly name: string }[] = [];

interface WaitingProps {
  readonly basket: ParkedView;
  readonly own: string | null;
  /** The basket on the screen is empty, so that another one has room. */
  readonly takes: boolean;
  readonly onGone: () => void;
}

function Waiting({ basket, own, takes, onGone }: WaitingProps) {
  const { checkout, entry } = useApp();
  const { t, money, time, moment, language } = useBasketTexts();
  const busy = useStore(entry, state => state.busy);
  const { isOpen: sure, ask, close, answer } = useQuestion();
  const { id, note, by, parked, till, for_till, sum, pieces, card } = basket;
  const names = language === 'en' ? basket.articles_en : basket.articles;
  const since = Date.parse(parked);
  const at = shopDay(since) === shopDay() ? time(since) : moment(since);
  const what = note ?? by?.name ?? at;
  const facts = [
    by ? t('parked.by', { name: by.name, time: at }) : at,
    till && till.id !== own ? t('parked.at', { till: till.description }) : null,
    for_till ? t('parked.forTill', { till: for_till.description }) : null,
    t('parked.pieces', { count: pieces }),
    card ? t('parked.card', { number: card }) : null,
  ];
  return (
    <li
      className={`grid gap-2 rounded-control border p-3 ${for_till?.id === own ? 'border-2 border-action' : 'border-line'}`}
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 text-lg font-semibold break-words">{what}</span>
        <span className="figures text-xl font-semibold">{money(sum)}</span>
      </p>
      <p className="text-soft">{facts.filter(Boolean).join(' · ')}</p>
      {names.length > 0 && <p className="text-sm break-words text-soft">{names.join(', ')}</p>}
      {sure ? (
        <Confirmation
          danger
          icon="trash"
          busy={busy}
          text={t('parked.sure', { sum: money(sum) })}
          yes={t('parked.sureYes')}
          no={t('parked.sureNo')}
          onNo={close}
          onYes={() => answer(() => checkout.baskets.giveUp(id).then(onGone))}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            look="primary"
            icon="basket"
            disabled={!takes}
            busy={busy}
            label={t('parked.takeLong', { what })}
            onPress={() => void checkout.baskets.take(id).then(onGone)}
          >
            {t('parked.take')}
          </Button>
          <Button icon="trash" label={t('parked.giveUpLong', { what })} onPress={ask}>
            {t('parked.giveUp')}
          </Button>
        </div>
      )}
    </li>
  );
}
