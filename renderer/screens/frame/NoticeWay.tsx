/** The button beside a message: the way to its payment, to the form of a new article, or a parked basket back. */

import { Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { mayOpen } from '../../../main/wire/screenPages.ts';
import { useApp } from '../../app/context.tsx';
import { Button } from '../../parts/Button.tsx';
import { laterPart } from '../../parts/laterPart.tsx';
import { isEmpty } from '../../stores/emptyBasket.ts';
import type { NoticeAbout } from '../../stores/notices.ts';
import { subjectIdOf } from '../../stores/paymentState.ts';
import { useBasketTexts } from '../../texts/pages/basket.ts';
import { useTerminalTexts } from '../../texts/pages/terminal.ts';

const ScannerSheet = laterPart(() => import('./ScannerSheet.tsx'));

export default function NoticeWay({ about }: { readonly about: NoticeAbout }) {
  if (about.kind === 'article') return <AddArticle code={about.code} />;
  return about.kind === 'payment' ? <OpenFound id={about.id} /> : <TakeBack id={about.id} />;
}

function OpenFound({ id }: { readonly id: string }) {
  const { checkout, openPayments } = useApp();
  const { t } = useTerminalTexts();
  const found = useStore(openPayments, ({ list }) => list.find(one => subjectIdOf(one) === id));
  return (
    found && (
      <Button icon="next" onPress={() => checkout.openPayments.open(found)}>
        {t('notices.openPayment')}
      </Button>
    )
  );
}

/** As long as no other customer has something in the basket. */
function TakeBack({ id }: { readonly id: string }) {
  const { basket, checkout } = useApp();
  const { t } = useBasketTexts();
  const hasRoom = useStore(basket, isEmpty);
  return (
    hasRoom && (
      <Button icon="undo" onPress={() => void checkout.baskets.take(id)}>
        {t('parked.undo')}
      </Button>
    )
  );
}

/** The code shows that the scanner is set to another keyboard: the way to teach it. */
function SetUpScanner() {
  const { t } = useBasketTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('scan.otherKeyboard')}</Button>
      {isOpen && (
        <Suspense>
          <ScannerSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Signs that an American scanner types at a German till: for `-`, `[`, `;`, `'`, and the bracket before the name of a symbology. */
const OTHER_KEYBOARD = /[ßüöä]|^\+[A-Za-z]\d/i;

/** For those who look after the articles. */
function AddArticle({ code }: { readonly code: string }) {
  const { session, managerPage, notices } = useApp();
  const { t } = useBasketTexts();
  const manages = useStore(session, ({ user }) => mayOpen(user, 'articles'));
  const add = () => {
    notices.dismiss();
    managerPage.goWith('articles', code);
  };
  return (
    <>
      {OTHER_KEYBOARD.test(code) && <SetUpScanner />}
      {manages && (
        <Button icon="tag" onPress={add}>
          {t('articles.create')}
        </Button>
      )}
    </>
  );
}
