/** Requests of a customer beside goods: a card, money on it, a voucher, a deposit. One choice first, then its form. */

import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { CounterGroups } from '../../../../main/wire/counterCards.ts';
import { useApp } from '../../../app/context.tsx';
import { type Problem, problemOf } from '../../../bridge/problem.ts';
import { Button } from '../../../parts/Button.tsx';
import { Fold } from '../../../parts/Fold.tsx';
import type { IconName } from '../../../parts/Icon.tsx';
import { Message } from '../../../parts/Panel.tsx';
import { Sheet } from '../../../parts/Sheet.tsx';
import { useTerminalWithFeature } from '../../../parts/useTerminalWithFeature.ts';
import { paidParts, spendableOn } from '../../../stores/basketState.ts';
import type { CustomerTask } from '../../../stores/till.ts';
import { useCustomerTexts } from '../../../texts/pages/customer.ts';
import { CheckedIn, useCheckins } from './CheckedIn.tsx';
import { createCounterClient } from './counterClient.ts';
import { MoneyForm } from './MoneyForm.tsx';
import { NewCard } from './NewCard.tsx';
import { RedeemForm } from './RedeemForm.tsx';

type Task = Exclude<CustomerTask, 'menu'>;

export default function CustomerSheet() {
  const { client, checkout, till } = useApp();
  const { t, problem: textOf } = useCustomerTexts();
  const begun = useStore(till, state => state.customerOpen);
  const [task, setTask] = useState<Task | null>(begun === 'menu' ? null : begun);
  const onClose = checkout.closeCustomer;
  const [groups, setGroups] = useState<CounterGroups | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [loads, setLoads] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loads` asks for the groups again
  useEffect(() => {
    let left = false;
    createCounterClient(client.ask)
      .groups()
      .then(
        found => {
          if (left) return;
          setGroups(found);
          setProblem(null);
        },
        error => left || setProblem(problemOf(error)),
      );
    return () => {
      left = true;
    };
  }, [client, loads]);
  const body = useRef<HTMLDivElement>(null);
  const shownTask = useRef(task);
  // The button that was pressed is gone: a form without a field of its own would leave the keyboard outside of it.
  useEffect(() => {
    if (shownTask.current === task) return;
    shownTask.current = task;
    if (!body.current?.querySelector('input:focus')) body.current?.querySelector('button')?.focus();
  }, [task]);
  const title = task === null ? t('customer.title') : task === 'checkins' ? t('customer.title') : t(`customer.${task}`);
  const props = groups && { groups, onGroups: () => setLoads(count => count + 1), onDone: onClose };
  return (
    <Sheet
      manual={task === 'redeem' || task === 'sell' ? 'voucher' : 'loyalty-card'}
      title={title}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <div ref={body} className="grid gap-4">
        {task !== null && (
          <Button look="quiet" icon="back" className="justify-self-start" onPress={() => setTask(null)}>
            {t('customer.back')}
          </Button>
        )}
        {problem && <Message tone="error">{textOf(problem)}</Message>}
        {task === null && <Choices groups={groups} onChoose={setTask} onClose={onClose} />}
        {task === 'newCard' && props && <NewCard {...props} />}
        {(task === 'topUp' || task === 'payOut' || task === 'sell') && props && (
          <MoneyForm key={task} task={task} {...props} />
        )}
        {task === 'redeem' && <RedeemForm onDone={onClose} />}
        {task === 'checkins' && <CheckedIn onDone={onClose} />}
      </div>
    </Sheet>
  );
}

interface ChoicesProps {
  readonly groups: CounterGroups | null;
  readonly onChoose: (task: Task) => void;
  readonly onClose: () => void;
}

function Choices({ groups, onChoose, onClose }: ChoicesProps) {
  const { basket, managerPage } = useApp();
  const { t } = useCustomerTexts();
  const card = useStore(basket, state => state.card);
  const newCard = useStore(basket, state => state.extras.newCard);
  const isEmpty = useStore(basket, state => state.lines.length === 0);
  const isPaidPartly = useStore(basket, state => paidParts(state).length > 0);
  const checkins = useCheckins();
  const holds = useTerminalWithFeature('preAuthorisation');
  const balance = card?.details ? spendableOn(card.details).cash : 0;
  const fixed = isPaidPartly ? t('customer.paidAlready') : null;
  const payOut = card === null ? t('customer.needsCard') : isEmpty ? null : t('customer.needsEmpty');
  return (
    <>
      <ul className="grid gap-2 sm:grid-cols-2">
        <Choice icon="heart" text={t('customer.newCard')} why={fixed} onPress={() => onChoose('newCard')} />
        <Choice
          icon="plus"
          text={t('customer.topUp')}
          why={fixed ?? (card === null && newCard === null ? t('customer.needsCard') : null)}
          onPress={() => onChoose('topUp')}
        />
        <Choice icon="tag" text={t('customer.redeem')} why={null} onPress={() => onChoose('redeem')} />
        <Choice
          icon="receipt"
          text={t('customer.sell')}
          why={fixed ?? (groups === null ? '…' : null)}
          onPress={() => onChoose('sell')}
        />
        <Choice
          icon="cash"
          text={t('customer.payOut')}
          why={fixed ?? payOut ?? (balance > 0 ? null : t('customer.noBalance'))}
          onPress={() => onChoose('payOut')}
        />
        <Choice
          icon="person"
          text={t('customer.checkins', { count: checkins?.length ?? 0 })}
          why={fixed ?? (checkins?.length === 0 ? t('customer.noCheckins') : null)}
          onPress={() => onChoose('checkins')}
        />
        <Choice
          icon="terminal"
          text={t('customer.deposit')}
          why={
            fixed ??
            (isEmpty ? null : t('customer.needsEmpty')) ??
            (holds === null ? t('customer.needsTerminal') : null)
          }
          onPress={() => {
            onClose();
            managerPage.go('operations', holds);
          }}
        />
      </ul>
      <Words />
    </>
  );
}

interface ChoiceProps {
  readonly icon: IconName;
  readonly text: string;
  /** The reason why it cannot be chosen now; null when it can. */
  readonly why: string | null;
  readonly onPress: () => void;
}

const Choice = ({ icon, text, why, onPress }: ChoiceProps) => (
  <li className="grid">
    <Button
      size="tall"
      icon={icon}
      className="h-full w-full justify-start py-2 text-start"
      disabled={why !== null}
      label={why === null ? text : `${text}: ${why}`}
      onPress={onPress}
    >
      <span className="grid min-w-0">
        <span className="leading-snug">{text}</span>
        {why !== null && <span className="text-sm font-normal">{why}</span>}
      </span>
    </Button>
  </li>
);

const WORDS = ['balance', 'bonus', 'discount', 'coupon', 'voucher', 'points'] as const;

/** The glossary of the counter: one word for each thing that a card or a code gives. */
function Words() {
  const { t } = useCustomerTexts();
  return (
    <Fold title={t('customer.words')} className="rounded-control border border-line px-3">
      <ul className="grid gap-1 pb-3">
        {WORDS.map(word => (
          <li key={word}>{t(`customer.word.${word}`)}</li>
        ))}
      </ul>
    </Fold>
  );
}
