/** Opens everything else that a customer may want: a new card, money on it, vouchers. */

import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { useTexts } from '../../texts/context.tsx';

export function MoreButton() {
  const { checkout } = useApp();
  const { t } = useTexts();
  return (
    <Button hint="F10" label={t('card.moreLong')} onPress={() => checkout.openCustomer()}>
      {t('card.more')}
    </Button>
  );
}
