/** The own account: the password, the mail of the morning and those of kept views, and the language of what is sent. */

import { useState } from 'react';
import { useChange } from '../../data/useChange.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Toggle } from '../../form/Toggle.tsx';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useOfficeTexts } from '../../texts/pages/office.ts';
import { useMe, useOffice, useProblemText } from '../context.tsx';
import { languageNames } from '../Frame.tsx';
import { PageHead, Part } from '../Page.tsx';
import { MailedViews } from './MailedViews.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { Sessions } from './Sessions.tsx';

export default function Account() {
  const { t } = useOfficeTexts();
  const { username } = useMe();
  /** Counts the changes that end other sessions, so that their list is read anew. */
  const [changes, setChanges] = useState(0);
  return (
    <>
      <PageHead title={t('account.title')} about={username} />
      <Mail />
      <MailedViews />
      <Password />
      <SecondFactor onDone={() => setChanges(changes + 1)} />
      <Sessions key={changes} />
    </>
  );
}

function Mail() {
  const { session } = useOffice();
  const { t } = useOfficeTexts();
  const { morning_mail: wantsMail, language, username } = useMe();
  const { done, problem, run } = useChange();
  const problemText = useProblemText();
  return (
    <Part title={t('people.mail')}>
      <div className="grid max-w-xl justify-items-start gap-4 card p-4">
        <p className="text-soft">{t('account.mailHelp', { username })}</p>
        <Toggle
          on={wantsMail}
          text={t('people.mail')}
          onChange={wanted => void run(() => session.change({ morning_mail: wanted }))}
        />
        <Choice
          label={t('account.language')}
          value={language}
          options={languageNames}
          onChange={wanted => void run(() => session.change({ language: wanted }))}
        />
        <StatusRegion>
          {problem && <Message tone="error">{problemText(problem)}</Message>}
          {done && <Message tone="good">{t('account.saved')}</Message>}
        </StatusRegion>
      </div>
    </Part>
  );
}

/** Passwords are at least this long. */
const SHORTEST = 10;

function Password() {
  const { client } = useOffice();
  const { t } = useOfficeTexts();
  const { has_password: hasPassword } = useMe();
  const problemText = useProblemText();
  const [draft, setDraft] = useState(EMPTY);
  const { busy, done, problem, run } = useChange();
  const { before, password, again } = draft;
  const differs = again !== '' && again !== password;
  const isShort = password !== '' && password.length < SHORTEST;
  const ready = before !== '' && password.length >= SHORTEST && again === password;
  if (!hasPassword)
    return (
      <Part title={t('people.password')}>
        <p className="text-soft">{t('account.companyAccount')}</p>
      </Part>
    );
  const submit = async () => {
    if (ready && (await run(() => client.changeOwnPassword(before, password))) !== null) setDraft(EMPTY);
  };
  return (
    <Part title={t('people.password')}>
      <Form onSubmit={() => void submit()} className="grid max-w-xl gap-4 card p-4">
        <Field
          type="password"
          label={t('account.before')}
          value={before}
          onChange={value => setDraft({ ...draft, before: value })}
        />
        <Field
          type="password"
          label={t('people.newPassword')}
          help={t('people.passwordHelp')}
          error={isShort && again !== '' ? t('people.passwordHelp') : null}
          value={password}
          onChange={value => setDraft({ ...draft, password: value })}
        />
        <Field
          type="password"
          label={t('account.again')}
          error={differs ? t('account.differs') : null}
          value={again}
          onChange={value => setDraft({ ...draft, again: value })}
        />
        <StatusRegion>
          {problem && <Message tone="error">{problemText(problem)}</Message>}
          {done && <Message tone="good">{t('account.passwordSet')}</Message>}
        </StatusRegion>
        <Button
          look="primary"
          className="justify-self-start"
          disabled={!ready}
          busy={busy}
          onPress={() => void submit()}
        >
          {t('account.set')}
        </Button>
      </Form>
    </Part>
  );
}

const EMPTY = { before: '', password: '', again: '' };
