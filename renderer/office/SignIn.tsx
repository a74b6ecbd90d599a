/** Signing in with a password, or with the company account where the back office offers it. */

import { useId, useState } from 'react';
import { useStore } from 'zustand';
import { useResource } from '../data/useResource.ts';
import { Form } from '../form/Form.tsx';
import { Button, buttonClass } from '../parts/Button.tsx';
import { Message, StatusRegion } from '../parts/Panel.tsx';
import { useOfficeTexts } from '../texts/pages/office.ts';
import { CodeField } from './CodeField.tsx';
import { useOffice, useProblemText } from './context.tsx';

export function SignIn() {
  const { session, client } = useOffice();
  const { t } = useOfficeTexts();
  const { busy, problem } = useStore(session);
  const problemText = useProblemText();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const ways = useResource('ways', () => client.ways());
  const byPassword = ways.value?.password !== false;
  const byCode = ways.value?.code === true;
  const submit = () => {
    if (username !== '' && password !== '') void session.signIn(username.trim(), password, code.trim());
  };
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-md content-center gap-4 p-4">
      <p className="text-lg text-soft">{t('office.name')}</p>
      <h1 className="text-3xl font-semibold">{t('signIn.title')}</h1>
      <Form onSubmit={submit} className="grid gap-4 card p-4">
        {byPassword && (
          <>
            <SignInField label={t('signIn.username')} name="username" value={username} onChange={setUsername} />
            <SignInField label={t('signIn.password')} name="current-password" value={password} onChange={setPassword} />
            {byCode && (
              <CodeField tall label={t('signIn.code')} help={t('signIn.codeHelp')} value={code} onChange={setCode} />
            )}
          </>
        )}
        <StatusRegion>
          {problem && (
            <Message tone="error">
              {problem.kind === 'status' && problem.status === 401
                ? t(byCode ? 'signIn.wrongOrCode' : 'signIn.wrong')
                : problemText(problem)}
            </Message>
          )}
        </StatusRegion>
        {byPassword && (
          <Button look="primary" size="tall" busy={busy} disabled={username === '' || password === ''} onPress={submit}>
            {t(busy ? 'signIn.busy' : 'signIn.title')}
          </Button>
        )}
        {ways.value?.open_id && (
          <a href="/office/v1/open-id" className={buttonClass({})}>
            {t('signIn.openId')}
          </a>
        )}
      </Form>
    </main>
  );
}

interface SignInFieldProps {
  readonly label: string;
  /** The field as the browser's password store knows it. */
  readonly name: 'username' | 'current-password';
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function SignInField({ label, name, value, onChange }: SignInFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-soft">
        {label}
      </label>
      <input
        id={id}
        type={name === 'username' ? 'text' : 'password'}
        name={name}
        autoComplete={name}
        autoCapitalize="none"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the first thing to be filled in
        autoFocus={name === 'username'}
        value={value}
        onChange={event => onChange(event.target.value)}
        className="touch-tall w-full min-w-0 field px-4 text-lg"
      />
    </div>
  );
}
