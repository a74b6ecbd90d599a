/** The worth of a return, the way of its money, and its effect on loyalty cards; nothing has moved yet. */
import type { ReturnPreview } from '../../../main/wire/returns.ts';
import { Fact } from '../../parts/Panel.tsx';
import { PayOutList } from '../../parts/PayOutList.tsx';
import { useReturnsTexts } from '../../texts/pages/returns.ts';

export function ReturnOutcome({ preview }: { readonly preview: ReturnPreview }) {
  const { t, money } = useReturnsTexts();
  const { value, pay_out: outs, tenders, cards } = preview;
  return (
    <section aria-label={t('back.money')} className="grid gap-2 well p-3">
      <dl>
        <Fact name={t('back.value')} id="return-value">
          {money(value)}
        </Fact>
      </dl>
      <PayOutList outs={outs} tenders={tenders} />
      {cards.map(({ id, cardnumber: card, points, points_kept: kept, bonus, bonus_kept: bonusKept }) => (
        <ul key={id} className="grid gap-1 text-sm">
          {points !== 0 && <li>{t('back.points', { card, points })}</li>}
          {kept > 0 && <li className="text-warn">{t('back.pointsKept', { points: kept })}</li>}
          {bonus !== 0 && <li>{t('back.bonus', { card, bonus: money(bonus) })}</li>}
          {bonusKept > 0 && <li className="text-warn">{t('back.bonusKept', { bonus: money(bonusKept) })}</li>}
        </ul>
      ))}
    </section>
  );
}
