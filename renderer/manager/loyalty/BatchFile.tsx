/** Cards or coupons from a file: checked first, with every faulty line, and made on a decision. */
import { type ReactNode, useState } from 'react';
import { cardColumns, voucherColumns } from '../../../main/wire/listFiles.ts';
import type { Batch, BatchPreview } from '../../../main/wire/loyaltyManagement.ts';
import { Select } from '../../form/Select.tsx';
import { Button } from '../../parts/Button.tsx';
import { Message } from '../../parts/Panel.tsx';
import { formatMoney } from '../../texts/money.ts';
import { useListTexts } from '../../texts/pages/lists.ts';
import { useLoyaltyTexts } from '../../texts/pages/loyalty.ts';
import { type FileWords, ListFile, queryOfFile } from '../lists/ListFile.tsx';
import { BatchProgress } from './BatchProgress.tsx';
import type { LoyaltyClient } from './client.ts';
import { useGroups } from './GroupSelect.tsx';

interface BatchFileProps {
  readonly client: LoyaltyClient;
  readonly currency: string;
  readonly onClose: () => void;
}

/** `begins`: a file that was read as coupons, and holds cards with a balance. */
export function CardFile({
  client,
  currency,
  onClose,
  begins = null,
}: BatchFileProps & { readonly begins?: File | null }) {
  const { t, language } = useLoyaltyTexts();
  const { t: listText } = useListTexts();
  const groups = useGroups(client).map(({ id, name }) => ({ value: id, text: name[language] }));
  return (
    <BatchFile
      {...{ client, currency, onClose, begins }}
      list="cards"
      title={t('cards.file')}
      help={t('file.help')}
      columns={cardColumns.map(value => ({ value, text: t(`file.column.${value}`) }))}
      wholeColumns={['group', 'valid_to']}
      whole={(words, onWord) => (
        <Select
          label={t('file.wholeGroup')}
          value={words.group ?? ''}
          options={[{ value: '', text: listText('list.asInFile') }, ...groups]}
          onChange={group => onWord('group', group)}
        />
      )}
    />
  );
}

export function VoucherFile({ client, currency, onClose }: BatchFileProps) {
  const { t } = useLoyaltyTexts();
  const [asCards, setAsCards] = useState<File | null>(null);
  if (asCards) return <CardFile {...{ client, currency, onClose }} begins={asCards} />;
  return (
    <BatchFile
      {...{ client, currency, onClose }}
      list="vouchers"
      title={t('vouchers.file')}
      help={t('vouchers.fileHelp')}
      columns={voucherColumns.map(value => ({ value, text: t(`vouchers.column.${value}`) }))}
      wholeColumns={[]}
      whole={() => null}
      about={({ id, balances }, file) =>
        balances && (
          <div className="grid gap-3 card p-4">
            <Message tone="warn">{t('vouchers.balances')}</Message>
            <Button
              className="justify-self-start"
              onPress={() => {
                void client.stopBatch(id).catch(() => undefined);
                setAsCards(file);
              }}
            >
              {t('vouchers.asCards')}
            </Button>
          </div>
        )
      }
    />
  );
}

interface ListProps extends BatchFileProps {
  readonly list: 'cards' | 'vouchers';
  readonly title: string;
  readonly help: string;
  readonly columns: readonly { readonly value: string; readonly text: string }[];
  readonly wholeColumns: readonly string[];
  readonly whole: (words: FileWords, onWord: (name: string, value: string) => void) => ReactNode;
  readonly about?: (preview: BatchPreview, file: File) => ReactNode;
  readonly begins?: File | null;
}

function BatchFile({ client, currency, onClose, list, ...texts }: ListProps) {
  const { t, language } = useLoyaltyTexts();
  const money = (minor: number) => formatMoney(minor, currency, language);
  const found = (batch: BatchPreview) => {
    const { total, unchanged, faulty, faults } = batch;
    const { cash, bonus, points } = batch.opening;
    const counts = t(list === 'cards' ? 'file.found' : 'vouchers.found', { total, unchanged, faulty });
    const opening = t('file.opening', { cash: money(cash), bonus: money(bonus), points: String(points) });
    const text = list === 'cards' && cash + bonus + points > 0 ? `${counts} ${opening}` : counts;
    return { text, count: total, problems: faults, faulty };
  };
  return (
    <ListFile<BatchPreview, Batch>
      {...texts}
      manual={list === 'cards' ? 'loyalty-programme' : 'voucher'}
      look={(file, words) => client.readFile(file, queryOfFile({ list, ...words }))}
      found={found}
      apply={({ id, faulty }) => client.applyFile(id, faulty > 0)}
      done={begun => <BatchProgress client={client} begun={begun} onClose={onClose} />}
      drop={({ id }) => client.stopBatch(id)}
      onClose={onClose}
    />
  );
}
