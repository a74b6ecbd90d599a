/** The price list that is being imported: its file, how it is read, and what the bridge says about it. */

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ArticleImport } from '../../../main/wire/articles.ts';
import type { TaxRates } from '../../../main/wire/shop.ts';
import { useApp } from '../../app/context.tsx';
import { useChange } from '../../data/useChange.ts';
import { useArticleTexts } from '../../texts/pages/articles.ts';
import type { ArticleClient } from './client.ts';
import { AS_FOUND, queryOf, type Reading, taxValue } from './importReading.ts';
import { forgetFile, keepFile, keptFile } from './keptFile.ts';
import { taxOptions } from './taxOptions.ts';

export type Import = ReturnType<typeof useImport>;

/** `rates`: null until they are read; a file that comes before them waits for its own. */
export function useImport(client: ArticleClient, rates: TaxRates | null) {
  const { session } = useApp();
  const { t, language } = useArticleTexts();
  const person = useStore(session, ({ user }) => user?.username ?? '');
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState<Reading>(AS_FOUND);
  const [report, setReport] = useState<ArticleImport | null>(null);
  /** Until it is known whether a file was kept. */
  const [isLooking, setLooking] = useState(true);
  const change = useChange();

  const run = async (content: File, kind: 'preview' | 'import', how: Reading): Promise<ArticleImport | null> => {
    setReport(null);
    const answer = await change.run(() => client.importFile(content, queryOf(kind, how)));
    // Price lists of other systems name no tax: the usual one is taken, said, and can be changed.
    const lacksTax = answer?.missing?.includes('tax') && how.whole.tax === '';
    const known = lacksTax ? await change.run(async () => rates ?? client.taxRates()) : null;
    const [usual] = known ? taxOptions(known, null, language, t) : [];
    if (usual) {
      const assumed = { ...how, whole: { ...how.whole, tax: taxValue(usual.value) }, assumesTax: true };
      setReading(assumed);
      return run(content, kind, assumed);
    }
    setReport(answer);
    return answer;
  };
  const preview = (content: File, how: Reading) => {
    setFile(content);
    setReading(how);
    void keepFile({ file: content, reading: how, person });
    return run(content, 'preview', how);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    let isLeft = false;
    void keptFile(person).then(kept => {
      if (isLeft) return;
      if (kept) void preview(kept.file, kept.reading);
      setLooking(false);
    });
    return () => {
      isLeft = true;
    };
  }, []);
  return {
    ...{ file, reading, report, isLooking },
    busy: change.busy,
    problem: change.problem,
    /** True where the file can be read. */
    choose: async (chosen: File) => (await preview(chosen, AS_FOUND)) !== null,
    /** The same file in another way. */
    readAnew(part: Partial<Reading>) {
      if (file) void preview(file, { ...reading, ...part });
    },
    /** Imports it, and forgets it. */
    async apply() {
      if (!file || (await run(file, 'import', reading)) === null) return;
      setFile(null);
      void forgetFile();
    },
  };
}
