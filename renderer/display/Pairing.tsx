/** The first start of a display: the code that the till shows. */

import { type FormEvent, useId, useState } from 'react';
import type { DisplayState, DisplayStore } from './displayStore.ts';
import type { DisplayText } from './texts.ts';

interface PairingProps {
  readonly store: DisplayStore;
  readonly state: DisplayState;
  readonly t: DisplayText;
}

export function Pairing({ store, state: { pairing, problem }, t }: PairingProps) {
  const [code, setCode] = useState('');
  const field = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '' && !pairing) store.send(code.trim());
  };
  return (
    <main className="pairing">
      <h1>{t('pairTitle')}</h1>
      <p id={`${field}-steps`}>{t('pairSteps')}</p>
      <form onSubmit={submit}>
        <label htmlFor={field}>{t('pairCode')}</label>
        <input
          id={field}
          value={code}
          onChange={({ target }) => setCode(target.value.toUpperCase())}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          aria-describedby={`${field}-steps ${field}-problem`}
          aria-invalid={problem === 'code'}
        />
        <button type="submit" disabled={pairing || code.trim() === ''}>
          {t(pairing ? 'pairing' : 'pairSend')}
        </button>
      </form>
      <p id={`${field}-problem`} className="problem" role="alert">
        {problem && t(`problem.${problem}`)}
      </p>
    </main>
  );
}
