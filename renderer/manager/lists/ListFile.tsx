/** A list that comes as a file, beside what it becomes: the file, its columns, its faults by line, and one decision. */

import { type ReactNode, useState } from 'react';
import type { FileFacts, ImportProblem } from '../../../main/wire/listFiles.ts';
import type { ManualPageId } from '../../../main/wire/manual.ts';
import { useChange } from '../../data/useChange.ts';
import { FileChoice } from '../../form/FileChoice.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { useListTexts } from '../../texts/pages/lists.ts';
import { BesideForm } from '../Beside.tsx';
import { CharacterSetChoice, LineFaults } from './LineFaults.tsx';
import { type ColumnOption, ListColumns } from './ListColumns.tsx';

/** A person's word on a file, as the bridge takes it: `columns`, `character_set`, and values for every line. */
export type FileWords = Readonly<Record<string, string>>;

export const queryOfFile = (words: FileWords): string =>
  new URLSearchParams(Object.entries(words).filter(([name, value]) => value !== '' || name === 'columns')).toString();

interface ListFileProps<Preview extends FileFacts, Made> {
  readonly title: string;
  readonly help: string;
  readonly manual: ManualPageId;
  readonly columns: readonly ColumnOption[];
  /** Looks at the file; nothing changes. */
  readonly look: (file: File, words: FileWords) => Promise<Preview>;
  /** The counts of a preview, what it would make, and what is wrong. */
  readonly found: (preview: Preview) => {
    readonly text: ReactNode;
    readonly count: number;
    readonly problems: readonly ImportProblem[];
    readonly faulty: number;
  };
  readonly whole: (words: FileWords, onWord: (name: string, value: string) => void) => ReactNode;
  readonly apply: (preview: Preview, file: File, words: FileWords) => Promise<Made>;
  readonly done: (made: Made) => ReactNode;
  /** Called with a preview that nobody wants any more. */
  readonly drop?: (preview: Preview) => Promise<unknown>;
  readonly onClose: () => void;
}

export function ListFile<Preview extends FileFacts, Made>(props: ListFileProps<Preview, Made>) {
  const { title, manual, columns, look, found, whole, apply, done, drop, onClose } = props;
  const { t, problem: textOf } = useListTexts();
  const change = useChange();
  const [file, setFile] = useState<File | null>(null);
  const [words, setWords] = useState<FileWords>({});
  const [preview, setPreview] = useState<Preview | null>(null);
  const [made, setMade] = useState<{ readonly made: Made } | null>(null);
  const read = async (chosen: File, said: FileWords) => {
    if (preview && drop) await drop(preview).catch(() => undefined);
    setFile(chosen);
    setWords(said);
    const answer = await change.run(() => look(chosen, said));
    setPreview(answer);
  };
  const say = (more: FileWords) => {
    if (file) void read(file, { ...words, ...more });
  };
  const decide = async () => {
    if (!preview || !file) return;
    const answer = await change.run(() => apply(preview, file, words));
    if (answer !== null) setMade({ made: answer });
  };
  const close = async () => {
    if (preview && !made && drop) await drop(preview).catch(() => undefined);
    onClose();
  };
  const { text, count = 0, problems = [], faulty = 0 } = preview ? found(preview) : {};
  return (
    <BesideForm title={title} manual={manual} onClose={() => void close()}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <StatusRegion>{change.problem && <Message tone="error">{textOf(change.problem)}</Message>}</StatusRegion>
        {!made && (
          <>
            {!preview && <p className="wrap-anywhere">{props.help}</p>}
            <FileChoice
              look={preview ? 'tonal' : 'primary'}
              label={t(preview ? 'list.other' : 'list.choose')}
              accept=".csv,.txt,.tsv,.xlsx,text/csv"
              disabled={change.busy}
              onFile={chosen => void read(chosen, {})}
            />
          </>
        )}
        {made && done(made.made)}
        {preview && !made && (
          <>
            <StatusRegion>
              <Message tone={faulty > 0 || count === 0 ? 'warn' : 'good'}>{text}</Message>
            </StatusRegion>
            <ListColumns facts={preview} options={columns} onColumns={chosen => say({ columns: chosen.join(',') })}>
              {whole(words, (name, value) => say({ [name]: value }))}
            </ListColumns>
            {preview.characterSet && (
              <CharacterSetChoice set={preview.characterSet} onChange={name => say({ character_set: name })} />
            )}
            {problems.length > 0 && <LineFaults problems={problems} />}
            {count > 0 ? (
              <Button look="primary" size="tall" icon="check" busy={change.busy} onPress={() => void decide()}>
                {t(faulty > 0 ? 'list.skip' : 'list.apply', { count })}
              </Button>
            ) : (
              <p className="text-soft">{t('list.nothing')}</p>
            )}
          </>
        )}
      </div>
    </BesideForm>
  );
}
