/** The enrolment at the back office: with a code, its state, a new key, and leaving. */

import { useState } from 'react';
import { useStore } from 'zustand';
import type { OfficeLinkView } from '../../../main/wire/officeLink.ts';
import { useApp } from '../../app/context.tsx';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Message } from '../../parts/Panel.tsx';
import { useQueueTexts } from '../../texts/pages/queue.ts';
import { Section } from '../Page.tsx';
import type { QueueStore } from './queueStore.ts';

interface OfficeLinkProps {
  readonly store: QueueStore;
}

export function OfficeLink({ store }: OfficeLinkProps) {
  const { t } = useQueueTexts();
  const link = useStore(store, state => state.link);
  if (!link) return null;
  return (
    <Section title={t('link.title')}>
      <LinkState link={link} />
      {link.state === 'enrolled' ? <Enrolled store={store} link={link} /> : <EnrolForm store={store} link={link} />}
    </Section>
  );
}

function LinkState({ link }: { readonly link: OfficeLinkView }) {
  const { t, language } = useQueueTexts();
  const { state, store, merchant, condition } = link;
  const text = t(`link.${state}`, { store: store ?? '–', merchant: merchant ?? '–' });
  if (state === 'revoked') return <Message tone="error">{text}</Message>;
  return (
    <>
      <p className={state === 'enrolled' ? 'font-semibold' : ''}>{text}</p>
      {state === 'asking' && condition.reason && <Message tone="warn">{condition.reason.texts[language]}</Message>}
    </>
  );
}

interface LinkProps extends OfficeLinkProps {
  readonly link: OfficeLinkView;
}

function EnrolForm({ store, link: { address, configured, state } }: LinkProps) {
  const { t } = useQueueTexts();
  const busy = useStore(store, state => state.busy);
  const [code, setCode] = useState('');
  const [typed, setTyped] = useState(address ?? '');
  const ready = code.trim().length >= SHORTEST_CODE && (configured || /^https?:\/\/\S+$/.test(typed.trim()));
  const submit = async () => {
    if (!ready || busy) return;
    const input = { code: code.trim(), ...(configured ? {} : { address: typed.trim() }) };
    if (await store.enrol(input)) setCode('');
  };
  return (
    <Form onSubmit={() => void submit()} className="grid gap-3">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('link.code')} help={t('link.codeHelp')} value={code} onChange={setCode} />
        {configured ? (
          <p className="self-center text-soft">{t('link.configured', { address: address ?? '' })}</p>
        ) : (
          <Field label={t('link.address')} help={t('link.addressHelp')} value={typed} onChange={setTyped} />
        )}
      </div>
      <Button look="primary" className="justify-self-start" disabled={!ready} busy={busy} onPress={() => void submit()}>
        {t(state === 'none' ? 'link.enrol' : 'link.again')}
      </Button>
    </Form>
  );
}

/** Says what the back office lacks before it is left. The bridge refuses where more waits than was said here. */
function Leaving({ store, link: { waiting, refused }, onNo }: LinkProps & { readonly onNo: () => void }) {
  const { t, moment, money } = useQueueTexts();
  const { lights } = useApp();
  const office = useStore(lights, state => state.queue?.targets.office);
  const busy = useStore(store, state => state.busy);
  const lacks = waiting + refused > 0;
  const oldest = office?.oldest ?? null;
  return (
    <div className="grid gap-3">
      {lacks && (
        <Message tone="warn">
          {[
            waiting > 0 && t('link.lacks', { count: waiting, sum: money(office?.sum ?? 0) }),
            waiting > 0 && oldest !== null && t('link.lacksSince', { time: moment(oldest) }),
            refused > 0 && t('link.lacksRefused', { count: refused }),
          ]
            .filter(Boolean)
            .join(' ')}
        </Message>
      )}
      <Confirmation
        text={t('link.leaveSure')}
        yes={t(lacks ? 'link.leaveDespite' : 'link.leaveYes')}
        no={t('queue.cancel')}
        held={t('link.leaveAgain')}
        busy={busy}
        onNo={onNo}
        onYes={() => void store.leave(lacks)}
      />
    </div>
  );
}

/** As in the contract of the enrolment. */
const SHORTEST_CODE = 4;

function Enrolled({ store, link }: LinkProps) {
  const { t } = useQueueTexts();
  const busy = useStore(store, state => state.busy);
  const [leaving, setLeaving] = useState(false);
  if (leaving) return <Leaving store={store} link={link} onNo={() => setLeaving(false)} />;
  return (
    <div className="flex flex-wrap gap-2">
      <Button busy={busy} onPress={() => void store.changeKey()}>
        {t('link.key')}
      </Button>
      <Button look="danger" onPress={() => setLeaving(true)}>
        {t('link.leave')}
      </Button>
    </div>
  );
}
