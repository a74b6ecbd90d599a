/** The state of a person's account, and the actions of a manager on it: sets a PIN, locks her, says that she has left, or that she is back. */

import { type ReactNode, useState } from 'react';
import type { Person } from '../../../main/wire/people.ts';
import { useChange } from '../../data/useChange.ts';
import { Field } from '../../form/Field.tsx';
import { Form, SubmitButton, type Typed } from '../../form/Form.tsx';
import { useHeldSubmit } from '../../form/heldSubmit.ts';
import { Button } from '../../parts/Button.tsx';
import { HoldButton } from '../../parts/HoldButton.tsx';
import { Message, ScreenTitle, StatusRegion } from '../../parts/Panel.tsx';
import { Sessions } from '../../screens/signIn/Sessions.tsx';
import type { PeopleTextKey } from '../../texts/pages/people.ts';
import { usePeopleTexts } from '../../texts/pages/people.ts';
import type { Accounts } from './useAccounts.ts';

export interface PersonActionsProps {
  readonly accounts: Accounts;
  readonly person: Person;
  readonly onFinished: (done: string) => void;
}

type ActionName = 'pin' | 'lock' | 'leave' | 'return' | 'sessions';

/** How the account stands: the reason of a lock, the day of leaving, a PIN that is not set. */
export function PersonState({ person }: { readonly person: Person }) {
  const { t, moment } = usePeopleTexts();
  const { state, pin, lockedAt, lockReason, leftAt } = person;
  if (state === 'locked' && lockedAt)
    return (
      <Message tone="warn">
        {t('staff.lockedSince', { moment: moment(Date.parse(lockedAt)), reason: lockReason ?? '' })}
      </Message>
    );
  if (leftAt) return <Message tone="info">{t('staff.leftSince', { moment: moment(Date.parse(leftAt)) })}</Message>;
  return <Message tone={pin === 'set' ? 'good' : 'warn'}>{t(`staff.pin.${pin}`)}</Message>;
}

export function PersonActions(props: PersonActionsProps) {
  const [open, setOpen] = useState<ActionName | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      {open === null && <ActionButtons {...props} onOpen={setOpen} />}
      {open === 'pin' && <PinForm {...props} onClose={close} />}
      {open === 'lock' && <LockForm {...props} onClose={close} />}
      {open === 'leave' && <LeaveForm {...props} onClose={close} />}
      {open === 'return' && <ReturnForm {...props} onClose={close} />}
      {open === 'sessions' && <OpenSessions person={props.person} onClose={close} />}
    </>
  );
}

interface ActionButtonsProps extends PersonActionsProps {
  readonly onOpen: (action: ActionName) => void;
}

function ActionButtons({ accounts, person, onFinished, onOpen }: ActionButtonsProps) {
  const { t, problem: textOf } = usePeopleTexts();
  const change = useChange();
  const unlock = async () => {
    const done = await change.run(() => accounts.client.unlock(person.id));
    if (done) onFinished(t('staff.unlocked', { name: done.name }));
  };
  if (person.state === 'left')
    return (
      <Button className="justify-self-start" icon="undo" onPress={() => onOpen('return')}>
        {t('staff.return')}
      </Button>
    );
  return (
    <>
      <StatusRegion>{change.problem && <Message tone="error">{textOf(change.problem)}</Message>}</StatusRegion>
      <div className="flex flex-wrap gap-2">
        <Button onPress={() => onOpen('pin')}>{t('staff.setPin')}</Button>
        {person.state === 'locked' ? (
          <Button busy={change.busy} onPress={() => void unlock()}>
            {t('staff.unlock')}
          </Button>
        ) : (
          <Button icon="lock" onPress={() => onOpen('lock')}>
            {t('staff.lock')}
          </Button>
        )}
        <Button onPress={() => onOpen('leave')}>{t('staff.leave')}</Button>
        <Button onPress={() => onOpen('sessions')}>{t('staff.sessions')}</Button>
      </div>
    </>
  );
}

interface OpenActionProps extends PersonActionsProps {
  readonly onClose: () => void;
}

function OpenSessions({ person, onClose }: Pick<OpenActionProps, 'person' | 'onClose'>) {
  const { t } = usePeopleTexts();
  return (
    <section className="grid gap-3 well p-3">
      <ScreenTitle level={3} className="font-semibold">
        {t('staff.sessions')}
      </ScreenTitle>
      <Sessions id={person.id} name={person.name} />
      <Button className="justify-self-end" onPress={onClose}>
        {t('common.close')}
      </Button>
    </section>
  );
}

function PinForm({ accounts, person, onFinished, onClose }: OpenActionProps) {
  const { t } = usePeopleTexts();
  const change = useChange();
  const [pin, setPin] = useState('');
  const save = async () => {
    const done = await change.run(() => accounts.client.setPin(person.id, { pin }));
    if (done) onFinished(t('staff.pinSet', { name: done.name }));
  };
  return (
    <ActionForm change={change} yes="staff.setPin" ready={pin !== ''} onYes={save} onNo={onClose}>
      <Field
        label={t('staff.newPin')}
        help={t('staff.newPinHelp')}
        type="password"
        numeric
        focused
        value={pin}
        onChange={setPin}
        name="pin"
        maxLength={12}
      />
    </ActionForm>
  );
}

function LockForm({ accounts, person, onFinished, onClose }: OpenActionProps) {
  const { t } = usePeopleTexts();
  const change = useChange();
  const [reason, setReason] = useState('');
  const lock = async () => {
    const done = await change.run(() => accounts.client.lock(person.id, reason));
    if (done) onFinished(t('staff.locked', { name: done.name }));
  };
  return (
    <ActionForm change={change} yes="staff.lock" danger ready={reason.trim() !== ''} onYes={lock} onNo={onClose}>
      <p>{t('staff.lockHelp')}</p>
      <ReasonField label="staff.reason" reason={reason} onReason={setReason} />
    </ActionForm>
  );
}

function LeaveForm({ accounts, person, onFinished, onClose }: OpenActionProps) {
  const { t } = usePeopleTexts();
  const change = useChange();
  const [reason, setReason] = useState('');
  const leave = async () => {
    const done = await change.run(() => accounts.client.leave(person.id, reason.trim()));
    if (done) onFinished(t('staff.leftNow', { name: done.name }));
  };
  return (
    <ActionForm change={change} yes="staff.leaveDo" danger ready onYes={leave} onNo={onClose}>
      <p>{t('staff.leaveHelp')}</p>
      <ReasonField label="staff.reasonOptional" reason={reason} onReason={setReason} />
    </ActionForm>
  );
}

function ReturnForm({ accounts, person, onFinished, onClose }: OpenActionProps) {
  const { t } = usePeopleTexts();
  const change = useChange();
  const bringBack = async () => {
    const done = await change.run(() => accounts.client.bringBack(person.id));
    if (done) onFinished(t('staff.returned', { name: done.name }));
  };
  return (
    <ActionForm change={change} yes="staff.return" focused ready onYes={bringBack} onNo={onClose}>
      <p>{t('staff.returnHelp')}</p>
    </ActionForm>
  );
}

interface ReasonFieldProps {
  readonly label: PeopleTextKey;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
}

export function ReasonField({ label, reason, onReason }: ReasonFieldProps) {
  const { t } = usePeopleTexts();
  return <Field name="reason" label={t(label)} focused value={reason} onChange={onReason} maxLength={500} />;
}

interface ActionFormProps {
  readonly change: ReturnType<typeof useChange>;
  readonly yes: PeopleTextKey;
  readonly danger?: boolean;
  /** Words for the second press of a button that is held: the act cannot be undone. */
  readonly held?: string;
  /** There is no field that takes the focus. */
  readonly focused?: boolean;
  readonly ready: boolean;
  readonly onYes: () => Promise<void>;
  readonly onNo: () => void;
  readonly children: ReactNode;
}

/** Fields of a change with the button that makes it and the button that does not. */
export function ActionForm({
  change,
  yes,
  danger = false,
  held,
  focused = false,
  ready,
  onYes,
  onNo,
  children,
}: ActionFormProps) {
  const { t, problem: textOf } = usePeopleTexts();
  const [names, setNames] = useState<readonly string[]>([]);
  const hold = useHeldSubmit(held !== undefined);
  const send = (typed: Typed) => {
    if (!hold.admits()) return;
    setNames(Object.keys(typed));
    if (ready) void onYes();
  };
  return (
    <Form onSubmit={send} errors={change.faults} className="grid gap-3 well p-3">
      <StatusRegion>
        {change.problem && change.isOther(...names) && <Message tone="error">{textOf(change.problem)}</Message>}
      </StatusRegion>
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onNo}>{t('staff.cancel')}</Button>
        {held === undefined ? (
          <SubmitButton look={danger ? 'danger' : 'primary'} focused={focused} disabled={!ready} busy={change.busy}>
            {t(yes)}
          </SubmitButton>
        ) : (
          <HoldButton
            ref={hold.button}
            look="danger"
            size="normal"
            busy={change.busy || !ready}
            again={held}
            onHeld={hold.send}
          >
            {t(yes)}
          </HoldButton>
        )}
      </div>
    </Form>
  );
}
