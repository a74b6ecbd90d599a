/** The article groups: added, renamed, put into each other, and deleted when they are empty. */

import { useState } from 'react';
import type { ArticleGroupView } from '../../../main/wire/articles.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Select } from '../../form/Select.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useArticleTexts } from '../../texts/pages/articles.ts';
import { Beside, BesideForm, SaveBar, useOpened } from '../Beside.tsx';
import { List, Row } from '../List.tsx';
import { PageProblem } from '../Page.tsx';
import { Remove } from '../Remove.tsx';
import { useUnsaved } from '../unsaved.tsx';
import type { ArticleClient } from './client.ts';
import { groupName } from './groupOptions.ts';

/** Opened for a new group; no group has this id. */
const NEW = '';

export function Groups({ client }: { readonly client: ArticleClient }) {
  const { t, language } = useArticleTexts();
  const groups = useResource('groups', client.groups);
  const { open, show, replace } = useOpened<string>();
  const [notice, setNotice] = useState<string | null>(null);
  const all = groups.value ?? [];
  const opened = all.find(({ id }) => id === open) ?? null;
  const done = (text: string) => {
    replace(null);
    setNotice(text);
    groups.reload();
  };
  const form = (open === NEW || opened) && (
    <GroupForm key={open} client={client} group={opened} groups={all} onDone={done} onClose={() => show(null)} />
  );
  return (
    <Beside form={form}>
      <Button look={form ? 'tonal' : 'primary'} icon="plus" className="justify-self-start" onPress={() => show(NEW)}>
        {t('goods.groupNew')}
      </Button>
      <StatusRegion>{notice && <Message tone="good">{notice}</Message>}</StatusRegion>
      <PageProblem problem={groups.problem} onAgain={groups.reload} />
      <List label={t('goods.part.groups')}>
        {all.map(group => (
          <li key={group.id}>
            <Row
              isChosen={group.id === open}
              onOpen={() => show(group.id)}
              className="flex flex-wrap content-center items-baseline justify-between gap-x-4"
            >
              <span className="min-w-0 font-medium wrap-anywhere">{groupName(group, all, language)}</span>
              <span className="figures text-sm text-soft">{t('goods.groupArticles', { count: group.articles })}</span>
            </Row>
          </li>
        ))}
      </List>
    </Beside>
  );
}

interface GroupFormProps {
  readonly client: ArticleClient;
  /** Null: a new one. */
  readonly group: ArticleGroupView | null;
  readonly groups: readonly ArticleGroupView[];
  /** With what is to be said about it. */
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}

function GroupForm({ client, group, groups, onDone, onClose }: GroupFormProps) {
  const { t, language, problem: problemText } = useArticleTexts();
  const [asRead] = useState(() => draftOf(group));
  const [draft, setDraft] = useState(asRead);
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(asRead));
  const set = (part: Partial<typeof draft>) => setDraft(before => ({ ...before, ...part }));
  const change = useChange();
  const removal = useChange();
  const save = async () => {
    const { de, en, parent } = draft;
    const input = { name: { de, en }, parent: parent || null };
    const saved = await change.run(() => (group ? client.changeGroup(group.id, input) : client.createGroup(input)));
    if (saved) onDone(t('goods.saved', { name: saved.name[language] }));
  };
  const remove = async () => {
    if (group && (await removal.run(() => client.removeGroup(group.id))) !== null)
      onDone(t('goods.removed', { name: group.name[language] }));
  };
  const others = groups.filter(({ id }) => id !== group?.id);
  return (
    <BesideForm title={group?.name[language] ?? t('goods.groupNew')} onClose={onClose}>
      <Form onSubmit={() => void save()} className="grid gap-4">
        <div className="grid gap-3 sm:grid-cols-2">
          <Field focused={group === null} label={t('goods.nameDe')} value={draft.de} onChange={de => set({ de })} />
          <Field label={t('goods.nameEn')} help={t('goods.nameEnHelp')} value={draft.en} onChange={en => set({ en })} />
          <Select
            label={t('goods.groupParent')}
            value={draft.parent}
            options={[
              { value: '', text: t('goods.groupTop') },
              ...others.map(one => ({ value: one.id, text: groupName(one, groups, language) })),
            ]}
            onChange={parent => set({ parent })}
          />
        </div>
        <StatusRegion>{change.problem && <Message tone="error">{problemText(change.problem)}</Message>}</StatusRegion>
      </Form>
      {group && (
        <Remove
          act="delete"
          name={group.name[language]}
          note={t('goods.groupRemoveNote')}
          change={removal}
          onRemove={() => void remove()}
        />
      )}
      <SaveBar busy={change.busy} onSave={() => void save()} />
    </BesideForm>
  );
}

const draftOf = (group: ArticleGroupView | null) => ({
  de: group?.name.de ?? '',
  en: group && group.name.en !== group.name.de ? group.name.en : '',
  parent: group?.parent ?? '',
});
