/** A receipt with the facts as they stand in the form, on the papers that printers take. */

import { useEffect, useState } from 'react';
import type { ReceiptPreview as Preview } from '../../../main/wire/shop.ts';
import { useApp } from '../../app/context.tsx';
import { useResource } from '../../data/useResource.ts';
import { Choice } from '../../parts/Choice.tsx';
import { ReceiptPaper } from '../../parts/ReceiptPaper.tsx';
import { useShopTexts } from '../../texts/pages/shop.ts';

/** Characters a line. */
const WIDTHS = { 58: 32, 80: 42, a4: 72 } as const;
type Paper = keyof typeof WIDTHS extends infer Width ? `${Width & (string | number)}` : never;
const PAPERS: readonly Paper[] = ['58', '80', 'a4'];

/** Milliseconds without a key before the receipt is drawn anew. */
const PAUSE = 300;

export function ReceiptPreview({ changes }: { readonly changes: object }) {
  const { t } = useShopTexts();
  const [paper, setPaper] = useState<Paper>('80');
  const lines = usePreview(changes);
  return (
    <section aria-label={t('shop.preview')} className="grid max-w-full grid-cols-[minmax(0,1fr)] gap-3 lg:w-[46ch]">
      <h2 className="font-semibold">{t('shop.preview')}</h2>
      <Choice
        label={t('shop.paper')}
        value={paper}
        options={PAPERS.map(value => ({ value, text: t(`shop.paper.${value}`) }))}
        onChange={setPaper}
      />
      {/* Wide paper is smaller instead of moving sideways. */}
      <div
        data-testid="receipt-preview"
        className="max-w-full overflow-hidden rounded-sm bg-white p-4 font-mono text-black shadow-md scheme-light"
        style={{
          inlineSize: `calc(${WIDTHS[paper]}ch + 2rem)`,
          fontSize: paper === 'a4' ? 'min(0.55rem, calc((100vw - 4.5rem) / 46))' : '0.85rem',
        }}
      >
        {lines && <ReceiptPaper lines={lines} columns={WIDTHS[paper]} />}
      </div>
    </section>
  );
}

/** The last receipt that the bridge drew; while the form is wrong, the one before. */
function usePreview(changes: object): Preview['receipt'] | null {
  const { client } = useApp();
  const typed = JSON.stringify(changes);
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(typed), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const preview = useResource(wanted, () =>
    client.ask<Preview>('POST', '/bridge/v1/shop/receipt-preview', JSON.parse(wanted ?? typed)),
  );
  return preview.value?.receipt ?? null;
}
