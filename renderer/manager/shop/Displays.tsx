/** The customer displays of the shop: connect one, rename, remove, and the picture between two sales. */

import { useId, useState } from 'react';
import type { Display, DisplayInput, Displays as Listed } from '../../../main/wire/displays.ts';
import type { Till } from '../../../main/wire/shop.ts';
import { useApp } from '../../app/context.tsx';
import type { BridgeClient } from '../../bridge/client.ts';
import { type Change, useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Field } from '../../form/Field.tsx';
import { FileChoice } from '../../form/FileChoice.tsx';
import { Form } from '../../form/Form.tsx';
import { Select } from '../../form/Select.tsx';
import DisplayCode from '../../parts/DisplayCode.tsx';
import { HoldButton } from '../../parts/HoldButton.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useDisplayTexts } from '../../texts/pages/displays.ts';
import { Beside, BesideForm, SaveBar, useOpened } from '../Beside.tsx';
import { List, Row } from '../List.tsx';
import { PageProblem, Section } from '../Page.tsx';
import { Remove } from '../Remove.tsx';
import { useUnsaved } from '../unsaved.tsx';

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
  const { open, show, replace } = useOpened<string>();
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
  const openForm = (id: string | null) => {
    change.clear();
    show(id);
  };
  const wanted = till === '' ? {} : { till };
  const opened = list?.data.find(({ id }) => id === open);
  const form = opened && (
    <DisplayForm
      key={opened.id}
      display={opened}
      tills={tills}
      change={change}
      attempt={attempt}
      onClose={() => openForm(null)}
      onDone={() => replace(null)}
    />
  );
  return (
    <Beside form={form}>
      <p>{t('display.intro')}</p>
      <PageProblem problem={form ? null : problem} onAgain={reload} />
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
      <List label={t('display.title')}>
        {list?.data.map(display => (
          <DisplayRow
            key={display.id}
            display={display}
            isChosen={display.id === open}
            onOpen={() => openForm(display.id)}
          />
        ))}
      </List>
      {list && <Picture hash={list.picture} attempt={attempt} />}
    </Beside>
  );
}

type Attempt = (method: string, path: string, body?: unknown) => Promise<boolean>;

/** The page itself says what was refused. */
const IDLE = { busy: false, problem: null } as const;

interface DisplayRowProps {
  readonly display: Display;
  readonly isChosen: boolean;
  readonly onOpen: () => void;
}

function DisplayRow({ display, isChosen, onOpen }: DisplayRowProps) {
  const { t, moment } = useDisplayTexts();
  const { name, till, language, pairedBy, connected, lastSeen } = display;
  const seen =
    lastSeen === null ? t('display.neverSeen') : t('display.lastSeen', { moment: moment(Date.parse(lastSeen)) });
  const by = pairedBy ?? t('display.ownWindow');
  return (
    <li>
      <Row isChosen={isChosen} onOpen={onOpen} className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3">
        <span className={connected ? 'text-good' : 'text-warn'}>
          <Icon name={connected ? 'check' : 'off'} />
        </span>
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{name}</span>
          <span className="block text-sm">{connected ? t('display.connected') : seen}</span>
          <span className="block text-sm text-soft">
            {t('display.facts', { till: till.name, language: t(`display.language.${language}`), by })}
          </span>
        </span>
      </Row>
    </li>
  );
}

interface DisplayFormProps {
  readonly display: Display;
  readonly tills: readonly Till[];
  readonly change: Pick<Change, 'busy' | 'problem'>;
  readonly attempt: Attempt;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function DisplayForm({ display, tills, change, attempt, onClose, onDone }: DisplayFormProps) {
  const { t, problem: textOf } = useDisplayTexts();
  const kept = { name: display.name, till: display.till.id, language: display.language };
  const [draft, setDraft] = useState<DisplayInput & typeof kept>(kept);
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(kept));
  const set = (part: Partial<typeof draft>) => setDraft(before => ({ ...before, ...part }));
  const isComplete = draft.name.trim() !== '';
  const save = async () => {
    if (isComplete && (await attempt('PUT', `/${display.id}`, { ...draft, name: draft.name.trim() }))) onDone();
  };
  const remove = async () => {
    if (await attempt('POST', `/${display.id}/revoke`)) onDone();
  };
  return (
    <BesideForm title={display.name} manual="customer-display" onClose={onClose}>
      <StatusRegion>{change.problem && <Message tone="error">{textOf(change.problem)}</Message>}</StatusRegion>
      <Form onSubmit={() => void save()} className="grid gap-4">
        <Field label={t('display.name')} value={draft.name} onChange={name => set({ name })} maxLength={60} />
        <Select
          label={t('display.till')}
          value={draft.till}
          options={tills.map(one => ({ value: one.id, text: one.name }))}
          onChange={till => set({ till })}
        />
        <Select
          label={t('display.language')}
          value={draft.language}
          options={(['de', 'en'] as const).map(value => ({ value, text: t(`display.language.${value}`) }))}
          onChange={language => set({ language: language === 'en' ? 'en' : 'de' })}
        />
      </Form>
      <Remove
        act="remove"
        name={display.name}
        note={t('display.removeNote')}
        change={IDLE}
        onRemove={() => void remove()}
      />
      <SaveBar busy={change.busy} disabled={!isComplete} onSave={() => void save()} />
    </BesideForm>
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
