/** What a manager does to a person: sets a PIN, locks her, says that she has left, or that she is back. */

import { type ReactNode, useState } from 'react';
import type { Person } from '../../../main/wire/people.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import type { PeopleTextKey } from '../../texts/pages/people.ts';
import { usePeopleTexts } from '../../texts/pages/people.ts';
import { useDeed } from '../useDeed.ts';
import type { AccountsStore } from './accountsStore.ts';

export interface PersonDeedsProps {
  readonly store: AccountsStore;
  readonly person: Person;
  readonly onFinished: (done: string) => void;
}

type DeedName = 'pin' | 'lock' | 'leave' | 'return';

export function PersonDeeds(props: PersonDeedsProps) {
  const { t, moment } = usePeopleTexts();
  const { state, lockedAt, lockReason, leftAt } = props.person;
  const [open, setOpen] = useState<DeedName | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="grid gap-3 border-line border-t pt-4">
      {state === 'locked' && lockedAt && (
        <Message tone="warn">
          {t('staff.lockedSince', { moment: moment(Date.parse(lockedAt)), reason: lockReason ?? '' })}
        </Message>
      )}
      {leftAt && <Message tone="info">{t('staff.leftSince', { moment: moment(Date.parse(leftAt)) })}</Message>}
      {open === null && <DeedButtons {...props} onOpen={setOpen} />}
      {open === 'pin' && <PinDeed {...props} onClose={close} />}
      {open === 'lock' && <LockDeed {...props} onClose={close} />}
      {open === 'leave' && <LeaveDeed {...props} onClose={close} />}
      {open === 'return' && <ReturnDeed {...props} onClose={close} />}
    </div>
  );
}

interface DeedButtonsProps extends PersonDeedsProps {
  readonly onOpen: (deed: DeedName) => void;
}

function DeedButtons({ store, person, onFinished, onOpen }: DeedButtonsProps) {
  const { t, problem: textOf } = usePeopleTexts();
  const deed = useDeed();
  const unlock = async () => {
    const done = await deed.run(() => store.client.unlock(person.id));
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
      <StatusRegion>{deed.problem && <Message tone="error">{textOf(deed.problem)}</Message>}</StatusRegion>
      <div className="flex flex-wrap gap-2">
        <Button onPress={() => onOpen('pin')}>{t('staff.setPin')}</Button>
        {person.state === 'locked' ? (
          <Button busy={deed.busy} onPress={() => void unlock()}>
            {t('staff.unlock')}
          </Button>
        ) : (
          <Button icon="lock" onPress={() => onOpen('lock')}>
            {t('staff.lock')}
          </Button>
        )}
        <Button onPress={() => onOpen('leave')}>{t('staff.leave')}</Button>
      </div>
    </>
  );
}

interface OpenDeedProps extends PersonDeedsProps {
  readonly onClose: () => void;
}

function PinDeed({ store, person, onFinished, onClose }: OpenDeedProps) {
  const { t } = usePeopleTexts();
  const deed = useDeed();
  const [pin, setPin] = useState('');
  const save = async () => {
    const done = await deed.run(() => store.client.setPin(person.id, { pin }));
    if (done) onFinished(t('staff.pinSet', { name: done.name }));
  };
  return (
    <DeedForm deed={deed} field="pin" yes="staff.setPin" ready={pin !== ''} onYes={save} onNo={onClose}>
      <Field
        label={t('staff.newPin')}
        help={t('staff.newPinHelp')}
        type="password"
        numeric
        focused
        value={pin}
        onChange={setPin}
        error={deed.fault('pin')}
        maxLength={12}
      />
    </DeedForm>
  );
}

function LockDeed({ store, person, onFinished, onClose }: OpenDeedProps) {
  const { t } = usePeopleTexts();
  const deed = useDeed();
  const [reason, setReason] = useState('');
  const lock = async () => {
    const done = await deed.run(() => store.client.lock(person.id, reason));
    if (done) onFinished(t('staff.locked', { name: done.name }));
  };
  return (
    <DeedForm
      deed={deed}
      field="reason"
      yes="staff.lock"
      danger
      ready={reason.trim() !== ''}
      onYes={lock}
      onNo={onClose}
    >
      <p>{t('staff.lockHelp')}</p>
      <ReasonField label="staff.reason" reason={reason} onReason={setReason} error={deed.fault('reason')} />
    </DeedForm>
  );
}

function LeaveDeed({ store, person, onFinished, onClose }: OpenDeedProps) {
  const { t } = usePeopleTexts();
  const deed = useDeed();
  const [reason, setReason] = useState('');
  const leave = async () => {
    const done = await deed.run(() => store.client.leave(person.id, reason.trim()));
    if (done) onFinished(t('staff.leftNow', { name: done.name }));
  };
  return (
    <DeedForm deed={deed} field="reason" yes="staff.leaveDo" danger ready onYes={leave} onNo={onClose}>
      <p>{t('staff.leaveHelp')}</p>
      <ReasonField label="staff.reasonOptional" reason={reason} onReason={setReason} error={deed.fault('reason')} />
    </DeedForm>
  );
}

function ReturnDeed({ store, person, onFinished, onClose }: OpenDeedProps) {
  const { t } = usePeopleTexts();
  const deed = useDeed();
  const bringBack = async () => {
    const done = await deed.run(() => store.client.bringBack(person.id));
    if (done) onFinished(t('staff.returned', { name: done.name }));
  };
  return (
    <DeedForm deed={deed} field="" yes="staff.return" ready onYes={bringBack} onNo={onClose}>
      <p>{t('staff.returnHelp')}</p>
    </DeedForm>
  );
}

interface ReasonFieldProps {
  readonly label: PeopleTextKey;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly error: string | null;
}

export function ReasonField({ label, reason, onReason, error }: ReasonFieldProps) {
  const { t } = usePeopleTexts();
  return <Field label={t(label)} focused value={reason} onChange={onReason} error={error} maxLength={500} />;
}

interface DeedFormProps {
  readonly deed: ReturnType<typeof useDeed>;
  /** The field that shows its own fault. */
  readonly field: string;
  readonly yes: PeopleTextKey;
  readonly danger?: boolean;
  readonly ready: boolean;
  readonly onYes: () => Promise<void>;
  readonly onNo: () => void;
  readonly children: ReactNode;
}

/** Fields of a deed with the button that does it and the button that does not. */
export function DeedForm({ deed, field, yes, danger = false, ready, onYes, onNo, children }: DeedFormProps) {
  const { t, problem: textOf } = usePeopleTexts();
  return (
    <Form onSubmit={() => ready && void onYes()} className="grid gap-3">
      <StatusRegion>
        {deed.problem && deed.isOther(field) && <Message tone="error">{textOf(deed.problem)}</Message>}
      </StatusRegion>
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onNo}>{t('staff.cancel')}</Button>
        <Button look={danger ? 'danger' : 'primary'} disabled={!ready} busy={deed.busy} onPress={() => void onYes()}>
          {t(yes)}
        </Button>
      </div>
    </Form>
  );
}
