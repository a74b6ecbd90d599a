/** The form of an article beside the list: its save bar is always in sight, and what is not saved is asked about. */

import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { ArticleGroupView, MasterArticle } from '../../../main/wire/articles.ts';
import { useApp } from '../../app/context.tsx';
import type { Problem } from '../../bridge/problem.ts';
import { useChange } from '../../data/useChange.ts';
import { useResource } from '../../data/useResource.ts';
import { Form } from '../../form/Form.tsx';
import { Button } from '../../parts/Button.tsx';
import { Confirmation } from '../../parts/Confirmation.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useArticleTexts } from '../../texts/pages/articles.ts';
import { Detail } from '../List.tsx';
import { ArticleFields } from './ArticleFields.tsx';
import { type ArticleDraft, begunOf, draftOf, errorsIn, type FieldErrors, inputOf } from './articleDraft.ts';
import type { ArticleClient } from './client.ts';
import { PictureField } from './PictureField.tsx';
import { type TaxOption, taxOptions } from './taxOptions.ts';

interface ArticleDetailProps {
  readonly client: ArticleClient;
  /** Null: a new article. */
  readonly id: string | null;
  /** The scanned code that opened the form; null: a touch did. */
  readonly code: string | null;
  readonly groups: readonly ArticleGroupView[];
  /** The form is to be left with something in it that is not saved. */
  readonly isLeaving: boolean;
  /** False: goes on with the form. */
  readonly onLeave: (leaves: boolean) => void;
  readonly onUnsaved: (isUnsaved: boolean) => void;
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
    <Detail
      title={value?.article?.name[language] ?? t(id === null ? 'goods.new' : 'goods.one')}
      closeLabel={t('goods.close')}
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
    </Detail>
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
  const { client, article, code, version, taxes, today, groups, onReload, onDone } = props;
  const { session } = useApp();
  const { t, language } = useArticleTexts();
  const currency = useStore(session, state => state.info?.merchant.currency ?? 'EUR');
  const [asRead] = useState(() => draftOf(article, taxes[0]?.value ?? '', today, { currency, language }, code ?? ''));
  const [draft, setDraft] = useState<ArticleDraft>(asRead);
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(asRead), props.onUnsaved);
  const [typed, setTyped] = useState<FieldErrors>({});
  const { busy, problem, outdated, run } = useChange();
  const save = async () => {
    const texts = {
      ...{ badPrice: t('goods.badPrice'), badDay: t('goods.badDay') },
      ...{ badPlace: t('goods.badPlace'), badPacks: t('goods.badPacks') },
    };
    const read = inputOf(draft, article, today, currency, texts);
    setTyped(read.ok ? {} : read.errors);
    if (!read.ok) return;
    const saved = await run(() =>
      article ? client.change(article.id, read.input, version) : client.create(read.input),
    );
    if (saved) onDone(saved.name[language], false);
  };
  const remove = async () => {
    if (article && (await run(() => client.remove(article.id)))) onDone(article.name[language], true);
  };
  const begun = article ? begunOf(article, today).length : draft.planned.length > 0 ? 1 : 0;
  const errors = useMemo(
    () => ({ ...errorsIn(problem, language, begun), ...typed }),
    [problem, language, begun, typed],
  );
  return (
    <Form onSubmit={() => void save()} errors={errors} className="grid gap-4">
      <ArticleFields
        draft={draft}
        errors={errors}
        taxes={taxes}
        groups={groups}
        history={article ? begunOf(article, today) : []}
        first={firstField(article !== null, code !== null)}
        onChange={setDraft}
      />
      <PictureField client={client} article={article} />
      <FormProblem
        problem={Object.keys(errors).length > 0 ? null : problem}
        isOutdated={outdated}
        onReload={onReload}
      />
      <div className="sticky bottom-0 z-1 -mx-4 -mb-4 flex flex-wrap justify-between gap-3 rounded-b-sheet border-t border-line bg-surface px-4 py-3">
        {props.isLeaving ? (
          <Confirmation
            text={t('goods.unsaved')}
            yes={t('goods.unsavedYes')}
            no={t('goods.unsavedNo')}
            danger
            onYes={() => props.onLeave(true)}
            onNo={() => props.onLeave(false)}
          />
        ) : (
          <>
            <Button look="primary" size="tall" icon="check" busy={busy} onPress={() => void save()}>
              {t('goods.save')}
            </Button>
            {article && <RemoveArticle name={article.name[language]} busy={busy} onRemove={() => void remove()} />}
          </>
        )}
      </div>
    </Form>
  );
}

/** Nothing of a known article is typed into at once, unless its price tag was scanned. */
function firstField(isKnown: boolean, isScanned: boolean) {
  if (isKnown) return isScanned ? 'price' : null;
  return isScanned ? 'nameDe' : 'number';
}

/** Says whether the form holds something that would be lost; a form that is gone holds nothing. */
function useUnsaved(isUnsaved: boolean, onUnsaved: (isUnsaved: boolean) => void): void {
  useEffect(() => {
    onUnsaved(isUnsaved);
    return () => onUnsaved(false);
  }, [isUnsaved, onUnsaved]);
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

interface RemoveArticleProps {
  readonly name: string;
  readonly busy: boolean;
  readonly onRemove: () => void;
}

function RemoveArticle({ name, busy, onRemove }: RemoveArticleProps) {
  const { t } = useArticleTexts();
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <Button look="danger" icon="trash" onPress={() => setAsking(true)}>
        {t('goods.remove')}
      </Button>
    );
  return (
    <Confirmation
      text={t('goods.removeAsk', { name })}
      yes={t('goods.removeYes')}
      no={t('goods.removeNo')}
      danger
      busy={busy}
      onYes={onRemove}
      onNo={() => setAsking(false)}
    />
  );
}
