/** The first run: the one-time code, then step by step to the first sale. */

import '../styles/pages.css';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../app/context.tsx';
import { wait } from '../app/timers.ts';
import { Field } from '../form/Field.tsx';
import { Form } from '../form/Form.tsx';
import { Button } from '../parts/Button.tsx';
import { Choice } from '../parts/Choice.tsx';
import { Message, StatusRegion } from '../parts/Panel.tsx';
import { useSetupTexts } from '../texts/pages/setup.ts';
import { Steps } from './Steps.tsx';
import { createSetupClient } from './setupClient.ts';
import { createSetupStore, type SetupStore } from './setupStore.ts';

export default function Setup() {
  const { settings, start } = useApp();
  const [{ store, client }] = useState(() => {
    const client = createSetupClient(() => settings.getState().language);
    return { client, store: createSetupStore({ client, open: start, wait }) };
  });
  const phase = useStore(store, state => state.phase);
  const { t } = useSetupTexts();
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void store.begin(codeOfAddress());
  }, [store]);
  // A person with the page open pastes the address of the console into the same tab: the page is not loaded anew then.
  useEffect(() => {
    const onAddress = () => {
      const code = codeOfAddress();
      if (code !== null && store.getState().phase === 'code') void store.begin(code);
    };
    window.addEventListener('hashchange', onAddress);
    return () => window.removeEventListener('hashchange', onAddress);
  }, [store]);
  return (
    <main className="mx-auto grid w-full max-w-4xl flex-1 content-start gap-5 p-4">
      <h1 className="text-2xl font-bold">{t('setup.title')}</h1>
      {phase === 'code' && <CodeForm store={store} />}
      {(phase === 'steps' || phase === 'finishing') && <Steps store={store} client={client} />}
      <div role="status">{phase === 'restarting' && <Message tone="info">{t('setup.restarting')}</Message>}</div>
    </main>
  );
}

/** The address that the console shows brings the code behind the hash; it is used once and taken out of the address. */
function codeOfAddress(): string | null {
  const code = /^#code=([A-Za-z0-9-]+)$/.exec(window.location.hash)?.[1] ?? null;
  if (code !== null) window.history.replaceState(null, '', window.location.pathname);
  return code;
}

const LANGUAGES = [
  { value: 'de', text: 'Deutsch' },
  { value: 'en', text: 'English' },
] as const;

function CodeForm({ store }: { readonly store: SetupStore }) {
  const { settings } = useApp();
  const { t, language, problem: textOf } = useSetupTexts();
  const { busy, problem } = useStore(store);
  const [code, setCode] = useState('');
  const submit = () => {
    if (code.trim() !== '') void store.begin(code.trim());
  };
  return (
    <Form onSubmit={submit} className="grid max-w-xl gap-4">
      <p>{t('setup.intro')}</p>
      <Choice
        label={t('setup.language')}
        value={language}
        options={LANGUAGES}
        onChange={value => settings.set({ language: value })}
      />
      <Field
        label={t('setup.code')}
        help={t('setup.codeHelp')}
        focused
        value={code}
        onChange={setCode}
        maxLength={40}
        error={problem ? textOf(problem) : null}
      />
      <StatusRegion>{null}</StatusRegion>
      <div>
        <Button look="primary" size="tall" hint="Enter" disabled={code.trim() === ''} busy={busy} onPress={submit}>
          {t('setup.begin')}
        </Button>
      </div>
    </Form>
  );
}
