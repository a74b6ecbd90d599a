/** The dialog of the article groups: added, renamed, put into each other, and removed when they are empty. */

import { useState } from 'react';
import type { ArticleGroupView } from '../../../main/wire/articles.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Field } from '../../form/Field.tsx';
import { Form } from '../../form/Form.tsx';
import { Select } from '../../form/Select.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { useArticleTexts } from '../../texts/pages/articles.ts';
import type { ArticleClient } from './client.ts';
import { groupName } from './groupOptions.ts';

interface GroupsSheetProps {
  readonly client: ArticleClient;
  readonly onClose: () => void;
}

export function GroupsSheet({ client, onClose }: GroupsSheetProps) {
  const { t, language, problem: problemText } = useArticleTexts();
  const groups = useResource('groups', client.groups);
  const [edited, setEdited] = useState<string | null>(null);
  const all = groups.value ?? [];
  const done = () => {
    setEdited(null);
    groups.reload();
  };
  return (
    <Sheet wide title={t('goods.groupsTitle')} closeLabel={t('goods.close')} onClose={onClose}>
      <div className="grid gap-3">
        <StatusRegion>{groups.problem && <Message tone="error">{problemText(groups.problem)}</Message>}</StatusRegion>
        {edited === null && (
          <Button look="primary" icon="plus" className="justify-self-start" onPress={() => setEdited('')}>
            {t('goods.groupNew')}
          </Button>
        )}
        {edited === '' && <GroupForm client={client} group={null} groups={all} onDone={done} />}
        <ul className="grid gap-2">
          {all.map(group => (
            <li key={group.id} className="rounded-control border border-line p-2">
              {edited === group.id ? (
                <GroupForm client={client} group={group} groups={all} onDone={done} />
              ) : (
                <div className="flex flex-wrap items-center justify-between gap-3">
                  <span className="min-w-0 break-words">
                    <span className="font-medium">{groupName(group, all, language)}</span>{' '}
                    <span className="text-soft">{t('goods.groupArticles', { count: group.articles })}</span>
                  </span>
                  <Button
                    label={t('goods.groupEdit', { name: group.name[language] })}
                    onPress={() => setEdited(group.id)}
                  >
                    {t('goods.groupChange')}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  );
}

interface GroupFormProps {
  readonly client: ArticleClient;
  readonly group: ArticleGroupView | null;
  readonly groups: readonly ArticleGroupView[];
  readonly onDone: () => void;
}

function GroupForm({ client, group, groups, onDone }: GroupFormProps) {
  const { t, language, problem: problemText } = useArticleTexts();
  const [de, setDe] = useState(group?.name.de ?? '');
  const [en, setEn] = useState(group && group.name.en !== group.name.de ? group.name.en : '');
  const [parent, setParent] = useState(group?.parent ?? '');
  const { problem, run } = useChange();
  const attempt = async (work: () => Promise<unknown>) => {
    if ((await run(work)) !== null) onDone();
  };
  const save = () => {
    const input = { name: { de, en }, parent: parent || null };
    void attempt(() => (group ? client.changeGroup(group.id, input) : client.createGroup(input)));
  };
  const others = groups.filter(({ id }) => id !== group?.id);
  return (
    <Form onSubmit={save} className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-3">
        <Field focused label={t('goods.nameDe')} value={de} onChange={setDe} />
        <Field label={t('goods.nameEn')} help={t('goods.nameEnHelp')} value={en} onChange={setEn} />
        <Select
          label={t('goods.groupParent')}
          value={parent}
          options={[
            { value: '', text: t('goods.groupTop') },
            ...others.map(one => ({ value: one.id, text: groupName(one, groups, language) })),
          ]}
          onChange={setParent}
        />
      </div>
      <StatusRegion>{problem && <Message tone="error">{problemText(problem)}</Message>}</StatusRegion>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" icon="check" onPress={save}>
          {t('goods.save')}
        </Button>
        <Button onPress={onDone}>{t('goods.removeNo')}</Button>
        {group && (
          <Button look="danger" icon="trash" onPress={() => void attempt(() => client.removeGroup(group.id))}>
            {t('goods.remove')}
          </Button>
        )}
      </div>
    </Form>
  );
}
