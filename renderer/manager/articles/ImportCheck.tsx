/** The first names of a price list as they were read, with the choices that make them right. */

import type { ArticleImport } from '../../../main/wire/articles.ts';
import { useArticleTexts } from '../../texts/pages/articles.ts';
import { CharacterSetChoice } from '../lists/LineFaults.tsx';
import { LostDigits } from '../lists/LostDigits.tsx';
import type { Reading } from './importReading.ts';

interface AsReadProps {
  readonly report: ArticleImport;
  readonly reading: Reading;
  readonly onChange: (changed: Partial<Reading>) => void;
}

/** The first names as they were read, with the choices that make them right. */
export function AsRead({ report, reading, onChange }: AsReadProps) {
  const { t, money } = useArticleTexts();
  const { characterSet, first = [] } = report;
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
      {characterSet && <CharacterSetChoice set={characterSet} onChange={name => onChange({ characterSet: name })} />}
      <LostDigits
        facts={report}
        zeros={reading.zeros}
        rounded={reading.rounded}
        onZeros={zeros => onChange({ zeros })}
        onRounded={rounded => onChange({ rounded })}
      />
    </section>
  );
}
