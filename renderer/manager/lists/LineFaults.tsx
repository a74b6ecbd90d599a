/** Faults of a file by line, and the choice of its character set: the same for every list. */

import {
  type CharacterSet,
  characterSets,
  type ImportProblem,
  type ReadCharacterSet,
} from '../../../main/wire/listFiles.ts';
import { Select } from '../../form/Select.tsx';
import { useListTexts } from '../../texts/pages/lists.ts';

interface LineFaultsProps {
  readonly problems: readonly ImportProblem[];
  readonly moreProblems?: number;
}

export function LineFaults({ problems, moreProblems = 0 }: LineFaultsProps) {
  const { t, language } = useListTexts();
  return (
    <section aria-label={t('list.problems')} className="grid grid-cols-[minmax(0,1fr)] gap-2 card p-4">
      <h2 className="font-semibold">{t('list.problems')}</h2>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reached by the keyboard
        tabIndex={0}
        aria-label={t('list.problems')}
        className="grid max-h-96 gap-1 overflow-y-auto rounded-control border border-line p-2"
      >
        {problems.map(({ line, column, texts }) => (
          <li key={`${line} ${column} ${texts.en}`}>
            <span className="figures font-semibold">{t('list.problemAt', { line })}</span>
            {column && <span className="text-soft"> ({column})</span>}: {texts[language]}
          </li>
        ))}
      </ul>
      {moreProblems > 0 && <p className="text-soft">{t('list.problemsMore', { count: moreProblems })}</p>}
    </section>
  );
}

interface CharacterSetChoiceProps {
  readonly set: ReadCharacterSet;
  readonly onChange: (name: CharacterSet) => void;
}

export function CharacterSetChoice({ set: { name, guessed }, onChange }: CharacterSetChoiceProps) {
  const { t } = useListTexts();
  return (
    <Select
      label={t('list.characterSet')}
      value={name}
      options={characterSets.map(one => ({ value: one, text: t(`list.set.${one}`) }))}
      help={t(guessed ? 'list.setGuessed' : 'list.setHelp')}
      onChange={one => onChange(one as CharacterSet)}
    />
  );
}
