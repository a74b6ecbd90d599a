/** The page of the till's cash: shift, cash in and out, the drawer, and for managers what should lie in it. */

import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { useResource } from '../../data/useResource.ts';
import { Button } from '../../parts/Button.tsx';
import { isManager } from '../../stores/session.ts';
import { useCashTexts } from '../../texts/pages/cash.ts';
import { Page, PageProblem } from '../Page.tsx';
import { Act, Steps } from '../Steps.tsx';
import { type CashClient, createCashClient } from './client.ts';
import { DrawerSection, MovementSection } from './MovementSection.tsx';
import { ShiftSection } from './ShiftSection.tsx';

export default function Cash() {
  const { client: bridge, managerPage, session } = useApp();
  const { t } = useCashTexts();
  const client = useMemo(() => createCashClient(bridge.ask), [bridge]);
  const leads = useStore(session, ({ user }) => isManager(user));
  const { value: current, problem, reload } = useResource('shift', client.current);
  const named = useStore(managerPage, ({ device }) => device);
  const act = ACTS.find(({ id }) => id === named && (leads || id !== 'inspect'))?.id ?? 'shift';
  const [changes, setChanges] = useState(0);
  const changed = () => {
    reload();
    setChanges(count => count + 1);
  };
  return (
    <Page title={t('money.title')}>
      <PageProblem problem={problem} onAgain={reload} />
      {!current && !problem && (
        <p role="status" className="text-soft">
          {t('money.loading')}
        </p>
      )}
      {current && (
        <Steps
          label={t('money.acts')}
          steps={ACTS.filter(({ id }) => leads || id !== 'inspect').map(({ id, icon, title }) => ({
            id,
            icon,
            title: t(title),
            tone: id === 'shift' && current.shift ? 'good' : 'soft',
            state: id === 'shift' ? t(current.shift ? 'money.isOpen' : 'money.isClosed') : '',
          }))}
          chosen={act}
          onChoose={id => managerPage.go('cash', id)}
        >
          {act === 'shift' && <ShiftSection current={current} client={client} onChanged={changed} />}
          {act === 'move' && <MovementSection client={client} currency={current.currency} onChanged={changed} />}
          {act === 'drawer' && <DrawerSection client={client} />}
          {act === 'inspect' && <Inspection client={client} changes={changes} />}
        </Steps>
      )}
    </Page>
  );
}

const ACTS = [
  { id: 'shift', icon: 'clock', title: 'money.shift' },
  { id: 'move', icon: 'cash', title: 'money.move' },
  { id: 'drawer', icon: 'lock', title: 'money.drawer' },
  { id: 'inspect', icon: 'search', title: 'money.inspect' },
] as const;

/** The sum that should lie in the drawer, shown on demand alone: a person who counts next must not read it. */
function Inspection({ client, changes }: { readonly client: CashClient; readonly changes: number }) {
  const { t, money, moment } = useCashTexts();
  const [shown, setShown] = useState(false);
  // Read again after each change of the cash book.
  const sums = useResource(shown ? `expected ${changes}` : null, client.expected);
  const booked = useResource(shown ? `movements ${changes}` : null, client.movements);
  const expected = sums.problem ? null : sums.value;
  const movements = booked.problem ? [] : (booked.value?.data ?? []);
  return (
    <Act title={t('money.inspect')}>
      <p className="text-soft">{t('money.inspectHelp')}</p>
      <Button className="justify-self-start" expanded={shown} onPress={() => setShown(!shown)}>
        {t(shown ? 'money.hide' : 'money.show')}
      </Button>
      {shown && expected && (
        <dl className="figures grid max-w-xl gap-1">
          {(
            [
              ['money.lastCount', expected.counted === null ? t('money.neverCounted') : money(expected.counted)],
              ['money.ofSales', money(expected.sales)],
              ['money.byHand', money(expected.movements)],
              ['money.held', money(expected.held)],
              ['money.expectedNow', expected.expected === null ? '–' : money(expected.expected)],
            ] as const
          ).map(([name, value]) => (
            <div
              key={name}
              className="flex justify-between gap-4 last:border-t last:border-line last:pt-1 last:font-bold"
            >
              <dt>{t(name)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {shown && (
        <>
          <h3 className="font-semibold">{t('money.movements')}</h3>
          {movements.length === 0 && <p className="text-soft">{t('money.noMovements')}</p>}
          <ul className="grid gap-1">
            {movements.map(({ id, slip, kind, amount, reason, person, at }) => (
              <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-line py-1">
                <span className="min-w-0 font-medium wrap-anywhere">
                  {slip}. {t(`money.kind.${kind}`)}: {reason}
                </span>
                <strong className="figures">{money(amount)}</strong>
                <span className="text-sm text-soft">
                  {person.name}, {moment(Date.parse(at))}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Act>
  );
}
