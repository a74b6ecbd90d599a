/** Extras of the basket, each with its way out; and what this purchase brings to the card. */

import { useStore } from 'zustand';
import { useApp } from '../../../app/context.tsx';
import { Button } from '../../../parts/Button.tsx';
import { Icon, type IconName } from '../../../parts/Icon.tsx';
import { Message } from '../../../parts/Panel.tsx';
import type { BasketState } from '../../../stores/basketState.ts';
import { useCustomerTexts } from '../../../texts/pages/customer.ts';

export function Extras() {
  const app = useApp();
  const { t } = useCustomerTexts();
  const { newCard, coupons } = useStore(app.basket, state => state.extras);
  const hasCard = useStore(app.basket, state => state.card !== null);
  return (
    <>
      {newCard && !hasCard && (
        <Added
          icon="heart"
          text={t('customer.willBeMade', { name: newCard.name })}
          drop={t('customer.willBeMadeDrop')}
          onDrop={() => app.edit(basket => basket.setNewCard(null))}
        />
      )}
      {coupons.map(({ code, name }) => (
        <div key={code}>
          <Added
            icon="tag"
            text={`${t('customer.coupon')}: ${name}`}
            drop={t('customer.couponDrop', { name })}
            onDrop={() => app.edit(basket => basket.dropCoupon(code))}
          />
          <CouponHint code={code} />
        </div>
      ))}
      <Benefits />
    </>
  );
}

interface AddedProps {
  readonly icon: IconName;
  readonly text: string;
  readonly drop: string;
  readonly onDrop: () => void;
}

const Added = ({ icon, text, drop, onDrop }: AddedProps) => (
  <p className="flex items-center gap-2" data-testid="extra">
    <span className="text-action-ink">
      <Icon name={icon} />
    </span>
    <span className="min-w-0 flex-1 font-medium wrap-anywhere">{text}</span>
    <Button look="quiet" size="icon" icon="cross" label={drop} onPress={onDrop} />
  </p>
);

/** Where the coupon takes off less than it is worth; said by a screen reader, too, once the bridge has computed it. */
function CouponHint({ code }: { readonly code: string }) {
  const { basket } = useApp();
  const { t, money } = useCustomerTexts();
  const applied = useStore(basket, state => state.applied);
  const rev = useStore(basket, state => state.rev);
  const use = applied?.rev === rev ? applied.coupons?.find(one => one.code === code) : undefined;
  const { unused_because: because, taken_off: took = null, value = 0 } = use ?? {};
  return (
    <div role="status" data-testid="coupon-hint">
      {because && (
        <Message tone="warn">{t('customer.couponWhole', { reason: t(`customer.whole.${because}`) })}</Message>
      )}
      {!because && took !== null && took < value && (
        <Message tone="info">
          {t('customer.couponPart', { took: money(took), value: money(value), lost: money(value - took) })}
        </Message>
      )}
    </div>
  );
}

function Benefits() {
  const { basket } = useApp();
  const { t, money, language } = useCustomerTexts();
  const benefits = useStore(basket, benefitsOf);
  const earned = useEarned();
  if (!benefits) return null;
  const { near } = benefits;
  return (
    <div className="text-sm" data-testid="benefits">
      {earned.length > 0 && (
        <p className="beside:short:sr-only">
          {t('customer.earns')} <strong className="figures">+ {earned.join(', ')}</strong>
        </p>
      )}
      {near.map(({ name: own, name_en: english, missing, of }) => {
        const name = (language === 'en' && english) || own;
        return (
          <p key={own} className="text-soft">
            {of === 'sum'
              ? t('customer.nearSum', { amount: money(missing), name })
              : t('customer.nearArticles', { count: missing, name })}
          </p>
        );
      })}
    </div>
  );
}

/** Only what the bridge has computed for exactly this basket. */
const benefitsOf = ({ applied, rev }: BasketState) => (applied?.rev === rev ? applied.benefits : undefined);

/** Points and bonus that this purchase brings, in words; empty where it brings none. */
export function useEarned(): readonly string[] {
  const { basket } = useApp();
  const { t, money } = useCustomerTexts();
  const { points = 0, bonus = 0 } = useStore(basket, benefitsOf) ?? {};
  return [
    ...(points > 0 ? [t('customer.points', { count: points })] : []),
    ...(bonus > 0 ? [t('customer.bonus', { amount: money(bonus) })] : []),
  ];
}
