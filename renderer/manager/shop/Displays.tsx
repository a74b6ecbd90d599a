/** The customer displays of the shop: connect one, rename, remove, and the picture between two sales. */

import { useId, useState } from 'react';
import type { Display, DisplayInput, Displays as Listed } from '../../../main/wire/displays.ts';
import type { Till } from '../../../main/wire/shop.ts';
import { useApp } from '../../app/context.tsx';
import type { BridgeClient } from '../../bridge/client.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Field } from '../../form/Field.tsx';
import { FileChoice } from '../../form/FileChoice.tsx';
import { Form } from '../../form/Form.tsx';
import { Select } from '../../form/Select.tsx';
import { Button } from '../../parts/Button.tsx';
import DisplayCode from '../../parts/DisplayCode.tsx';
import { HoldButton } from '../../parts/HoldButton.tsx';
import { useDisplayTexts } from '../../texts/pages/displays.ts';
import { PageProblem, Section } from '../Page.tsx';
import { Remove } from '../Remove.tsx';

const DISPLAYS = '/bridge/v1/displays';
/** How often the page looks who is connected, ms. */
const LOOK_EVERY = 5000;

async function readDisplays({ ask }: Pick<BridgeClient, 'ask'>) {
  const [list, { data: tills }] = await Promise.all([
    ask<Listed>('GET', DISPLAYS),
    ask<{ data: Till[] }>('GET', '/bridge/v1/tills'),
  ]);
  return { list, tills };
}

export function Displays() {
  const { client } = useApp();
  const { t } = useDisplayTexts();
  const displays = useResource('displays', () => readDisplays(client), LOOK_EVERY);
  const change = useChange();
  const [till, setTill] = useState('');
  const { list = null, tills = [] } = displays.value ?? {};
  const problem = change.problem ?? displays.problem;
  const reload = () => {
    change.clear();
    displays.reload();
  };
  const attempt: Attempt = async (method, path, body) => {
    const answer = await change.run(() => client.ask(method, `${DISPLAYS}${path}`, body));
    if (answer !== null) displays.reload();
    return answer !== null;
  };
  const wanted = till === '' ? {} : { till };
  return (
    <div className="grid gap-4">
      <p>{t('display.intro')}</p>
      <PageProblem problem={problem} onAgain={reload} />
      {!list && !problem && <p className="text-soft">{t('display.loading')}</p>}
      {list && (
        <Section title={t('display.connect')}>
          {tills.length > 1 && (
            <Select
              label={t('display.till')}
              value={till || (tills[0]?.id ?? '')}
              options={tills.map(({ id, name }) => ({ value: id, text: name }))}
              onChange={setTill}
            />
          )}
          <DisplayCode input={wanted} key={till} />
        </Section>
      )}
      {list?.count === 0 && <p className="text-soft">{t('display.none')}</p>}
      {list?.data.map(display => (
        <OneDisplay key={display.id} display={display} tills={tills} attempt={attempt} />
      ))}
      {list && <Picture hash={list.picture} attempt={attempt} />}
    </div>
  );
}

type Attempt = (method: string, path: string, body?: unknown) => Promise<boolean>;

/** The page itself says what was refused. */
const IDLE = { busy: false, problem: null } as const;

interface OneDisplayProps {
  readonly display: Display;
  readonly tills: readonly Till[];
  readonly attempt: Attempt;
}

function OneDisplay({ display, tills, attempt }: OneDisplayProps) {
  const { t, moment } = useDisplayTexts();
  const [isOpen, setOpen] = useState(false);
  const { id, name, till, language, pairedBy, connected, lastSeen } = display;
  const seen =
    lastSeen === null ? t('display.neverSeen') : t('display.lastSeen', { moment: moment(Date.parse(lastSeen)) });
  const by = pairedBy ?? t('display.ownWindow');
  return (
    <Section title={name}>
      <p>
        <strong>{connected ? t('display.connected') : seen}</strong>
        <span className="block text-sm text-soft">
          {t('display.facts', { till: till.name, language: t(`display.language.${language}`), by })}
        </span>
      </p>
      <Button
        expanded={isOpen}
        className="justify-self-start"
        label={t('display.changeName', { name })}
        onPress={() => setOpen(!isOpen)}
      >
        {t('display.change')}
      </Button>
      {isOpen && (
        <>
          <ChangeForm
            display={display}
            tills={tills}
            onSave={async changes => (await attempt('PUT', `/${id}`, changes)) && setOpen(false)}
          />
          <Remove
            act="remove"
            name={name}
            note={t('display.removeNote')}
            change={IDLE}
            onRemove={() => void attempt('POST', `/${id}/revoke`)}
          />
        </>
      )}
    </Section>
  );
}

interface ChangeFormProps extends Omit<OneDisplayProps, 'attempt'> {
  readonly onSave: (changes: DisplayInput) => void;
}

function ChangeForm({ display, tills, onSave }: ChangeFormProps) {
  const { t } = useDisplayTexts();
  const [name, setName] = useState(display.name);
  const [till, setTill] = useState(display.till.id);
  const [language, setLanguage] = useState<string>(display.language);
  const save = () => {
    if (name.trim() !== '') onSave({ name: name.trim(), till, language: language === 'en' ? 'en' : 'de' });
  };
  return (
    <Form onSubmit={save} className="grid gap-3 sm:grid-cols-2">
      <Field label={t('display.name')} value={name} onChange={setName} maxLength={60} />
      <Select
        label={t('display.till')}
        value={till}
        options={tills.map(one => ({ value: one.id, text: one.name }))}
        onChange={setTill}
      />
      <Select
        label={t('display.language')}
        value={language}
        options={(['de', 'en'] as const).map(value => ({ value, text: t(`display.language.${value}`) }))}
        onChange={setLanguage}
      />
      <Button look="primary" className="self-end justify-self-start" disabled={name.trim() === ''} onPress={save}>
        {t('display.save')}
      </Button>
    </Form>
  );
}

function Picture({ hash, attempt }: { readonly hash: string | null; readonly attempt: Attempt }) {
  const { t } = useDisplayTexts();
  const help = useId();
  return (
    <Section title={t('display.picture')}>
      <p id={help}>{t('display.pictureHelp')}</p>
      <FileChoice
        label={t('display.pictureChoose')}
        accept="image/png,image/jpeg,image/webp"
        describedBy={help}
        onFile={file => void attempt('PUT', '/picture', file)}
      />
      {hash !== null && (
        <div className="flex flex-wrap items-center gap-3">
          <span>{t('display.pictureSet')}</span>
          <HoldButton
            icon="trash"
            size="normal"
            again={t('display.pictureRemoveYes')}
            onHeld={() => void attempt('DELETE', '/picture')}
          >
            {t('display.pictureRemove')}
          </HoldButton>
        </div>
      )}
    </Section>
  );
}
