/** The way to the open payment that a message is about. */
import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { subjectIdOf } from '../../stores/paymentState.ts';
import { useTexts } from '../../texts/context.tsx';

export default function OpenFound({ about }: { readonly about: string }) {
  const { checkout, openPayments } = useApp();
  const { t } = useTexts();
  const found = useStore(openPayments, ({ list }) => list.find(one => subjectIdOf(one) === about));
  return (
    found && (
      <Button icon="next" onPress={() => checkout.openPayments.open(found)}>
        {t('notices.openPayment')}
      </Button>
    )
  );
}
