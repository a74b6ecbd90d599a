/** The form of an article beside the list. */

import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { ArticleGroupView, MasterArticle } from '../../../main/wire/articles.ts';
import { useApp } from '../../app/context.tsx';
import type { Problem } from '../../bridge/problem.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Form } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useArticleTexts } from '../../texts/pages/articles.ts';
import { BesideForm, SaveBar } from '../Beside.tsx';
import { Remove } from '../Remove.tsx';
import { useUnsaved } from '../unsaved.tsx';
import { ArticleFields } from './ArticleFields.tsx';
import { type ArticleDraft, begunOf, draftOf, errorsIn, type FieldErrors, inputOf } from './articleDraft.ts';
import type { ArticleClient } from './client.ts';
import { TileField } from './TileField.tsx';
import { type TaxOption, taxOptions } from './taxOptions.ts';

interface ArticleDetailProps {
  readonly client: ArticleClient;
  /** Null: a new article. */
  readonly id: string | null;
  /** The scanned code that opened the form; null: a touch did. */
  readonly code: string | null;
  readonly groups: readonly ArticleGroupView[];
  readonly onClose: () => void;
  readonly onDone: (name: string, isRemoved: boolean) => void;
}

export function ArticleDetail({ id, onClose, ...form }: ArticleDetailProps) {
  const { client } = form;
  const { t, language, problem: problemText } = useArticleTexts();
  const loaded = useResource(id ?? 'new', async () => {
    const [rates, read] = await Promise.all([client.taxRates(), id === null ? null : client.read(id)]);
    return { rates, article: read?.value ?? null, version: read?.version ?? null };
  });
  const { value } = loaded;
  return (
    <BesideForm
      title={value?.article?.name[language] ?? t(id === null ? 'goods.new' : 'goods.one')}
      manual={id === null ? 'new-article' : 'price-change'}
      onClose={onClose}
    >
      <StatusRegion>{loaded.problem && <Message tone="error">{problemText(loaded.problem)}</Message>}</StatusRegion>
      {value && !loaded.loading && (
        <ArticleForm
          {...form}
          article={value.article}
          version={value.version}
          taxes={taxOptions(value.rates, value.article, language, t)}
          today={value.rates.day}
          onReload={loaded.reload}
        />
      )}
    </BesideForm>
  );
}

interface ArticleFormProps extends Omit<ArticleDetailProps, 'id' | 'onClose'> {
  readonly article: MasterArticle | null;
  readonly version: string | null;
  readonly taxes: readonly TaxOption[];
  /** Business day of the shop. */
  readonly today: string;
  readonly onReload: () => void;
}

function ArticleForm(props: ArticleFormProps) {
  const { client, article, code, taxes, today, groups, onReload, onDone } = props;
  // A picture is saved at once, and makes a version of the article.
  const [stored, setStored] = useState({ picture: article?.picture ?? null, version: props.version });
  const { session } = useApp();
  const { t, language } = useArticleTexts();
  const currency = useStore(session, state => state.info?.merchant.currency ?? 'EUR');
  const [asRead] = useState(() => draftOf(article, taxes[0]?.value ?? '', today, { currency, language }, code ?? ''));
  const [draft, setDraft] = useState<ArticleDraft>(asRead);
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(asRead));
  const [typed, setTyped] = useState<FieldErrors>({});
  const { busy, problem, outdated, run } = useChange();
  const removal = useChange();
  const save = async () => {
    const texts = {
      ...{ badPrice: t('goods.badPrice'), badDay: t('goods.badDay') },
      ...{ badPlace: t('goods.badPlace'), badPacks: t('goods.badPacks') },
    };
    const read = inputOf(draft, article, today, currency, texts);
    setTyped(read.ok ? {} : read.errors);
    if (!read.ok) return;
    const saved = await run(() =>
      article ? client.change(article.id, read.input, stored.version) : client.create(read.input),
    );
    if (saved) onDone(saved.name[language], false);
  };
  const remove = async () => {
    if (article && (await removal.run(() => client.remove(article.id)))) onDone(article.name[language], true);
  };
  const begun = article ? begunOf(article, today).length : draft.planned.length > 0 ? 1 : 0;
  const errors = useMemo(
    () => ({ ...errorsIn(problem, language, begun), ...typed }),
    [problem, language, begun, typed],
  );
  return (
    <Form onSubmit={() => void save()} errors={errors} className="grid gap-4">
      <TileField
        {...{ client, article, draft, groups, currency }}
        picture={stored.picture}
        onPicture={(picture, version) => setStored({ picture, version })}
      />
      <ArticleFields
        draft={draft}
        errors={errors}
        taxes={taxes}
        groups={groups}
        history={article ? begunOf(article, today) : []}
        first={firstField(article !== null, code !== null)}
        onChange={setDraft}
      />
      <FormProblem
        problem={Object.keys(errors).length > 0 ? null : problem}
        isOutdated={outdated}
        onReload={onReload}
      />
      {article && (
        <Remove
          act="delete"
          name={article.name[language]}
          note={t('goods.removeNote')}
          change={removal}
          onRemove={() => void remove()}
        />
      )}
      <SaveBar busy={busy} onSave={() => void save()} />
    </Form>
  );
}

/** Nothing of a known article is typed into at once, unless its price tag was scanned. */
function firstField(isKnown: boolean, isScanned: boolean) {
  if (isKnown) return isScanned ? 'price' : null;
  return isScanned ? 'nameDe' : 'number';
}

interface FormProblemProps {
  readonly problem: Problem | null;
  readonly isOutdated: boolean;
  readonly onReload: () => void;
}

function FormProblem({ problem, isOutdated, onReload }: FormProblemProps) {
  const { t, problem: problemText } = useArticleTexts();
  const again = isOutdated ? <Button onPress={onReload}>{t('goods.reload')}</Button> : undefined;
  return (
    <StatusRegion>
      {problem && (
        <Message tone="error" action={again}>
          {isOutdated ? t('goods.changedMeanwhile') : problemText(problem)}
        </Message>
      )}
    </StatusRegion>
  );
}
