/** Everything that somebody should look at before a price list is imported: the first names as they were read, and every fault by line. */

import { type ArticleImport, type CharacterSet, characterSets } from '../../../main/wire/articles.ts';
import { Select } from '../../form/Select.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { useArticleTexts } from '../../texts/pages/articles.ts';
import type { Reading } from './importReading.ts';

interface AsReadProps {
  readonly report: ArticleImport;
  readonly reading: Reading;
  readonly onChange: (changed: Partial<Reading>) => void;
}

/** The first names as they were read, with the choices that make them right. */
export function AsRead({ report, reading, onChange }: AsReadProps) {
  const { t, money } = useArticleTexts();
  const { characterSet, first = [], zeros = 0 } = report;
  return (
    <section aria-label={t('goods.asRead')} className="grid grid-cols-[minmax(0,1fr)] gap-3 card p-4">
      <h2 className="font-semibold">{t('goods.asRead')}</h2>
      <ul className="grid gap-1" data-testid="import-first">
        {first.map(({ line, name, price }) => (
          <li key={line} className="wrap-anywhere">
            {name} <span className="figures text-soft">{money(price)}</span>
          </li>
        ))}
      </ul>
      {characterSet && (
        <Select
          label={t('goods.characterSet')}
          value={characterSet.name}
          options={characterSets.map(name => ({ value: name, text: t(`goods.set.${name}`) }))}
          help={t(characterSet.guessed ? 'goods.setGuessed' : 'goods.setHelp')}
          onChange={name => onChange({ characterSet: name as CharacterSet })}
        />
      )}
      {zeros > 0 && (
        <Choice
          label={t('goods.zeros', { count: zeros })}
          value={reading.zeros}
          options={(['restore', 'keep'] as const).map(value => ({ value, text: t(`goods.zeros.${value}`) }))}
          onChange={value => onChange({ zeros: value })}
        />
      )}
    </section>
  );
}

export function Faults({ problems, moreProblems = 0 }: Pick<ArticleImport, 'problems' | 'moreProblems'>) {
  const { t, language } = useArticleTexts();
  return (
    <section aria-label={t('goods.problems')} className="grid grid-cols-[minmax(0,1fr)] gap-2 card p-4">
      <h2 className="font-semibold">{t('goods.problems')}</h2>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reached by the keyboard
        tabIndex={0}
        aria-label={t('goods.problems')}
        className="grid max-h-96 gap-1 overflow-y-auto rounded-control border border-line p-2"
      >
        {problems.map(({ line, column, texts }) => (
          <li key={`${line} ${column}`}>
            <span className="figures font-semibold">{t('goods.problemAt', { line })}</span>
            {column && <span className="text-soft"> ({column})</span>}: {texts[language]}
          </li>
        ))}
      </ul>
      {moreProblems > 0 && <p className="text-soft">{t('goods.problemsMore', { count: moreProblems })}</p>}
    </section>
  );
}
