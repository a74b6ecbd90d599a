/**
 * The published test data of the simulated acquirer: behaviour by the last four digits of a masked card number, by the
 * reference of the card page, or by the amount. Code, tests and documentation read this table.
 */

export type Behaviour =
  | 'approved'
  | 'declined'
  | 'challenge'
  | 'softDecline'
  | 'captureRefused'
  | 'refundRefused'
  | 'tokenFailed'
  | 'tokenRevoked'
  | 'slow';

interface TestCard {
  /** Last four digits of `private.pan`; `private.transact_hash` `test-<name>` does the same. */
  readonly last4: string;
  readonly name: string;
  readonly issuer: 'visa' | 'mastercard';
  readonly behaviour: Behaviour;
  readonly en: string;
}

const card = (last4: string, name: string, issuer: TestCard['issuer'], behaviour: Behaviour, en: string): TestCard => ({
  last4,
  name,
  issuer,
  behaviour,
  en,
});

export const testCards = [
  card(
    '1111',
    'approved',
    'visa',
    'approved',
    'approved without a page (frictionless); a network token becomes active',
  ),
  card('0004', 'mastercard', 'mastercard', 'approved', 'the same with the other scheme'),
  card('0002', 'declined', 'visa', 'declined', 'declined by the issuer'),
  card('3220', 'challenge', 'visa', 'challenge', '3-D Secure: the payer accepts, refuses or lets the page time out'),
  card('3155', 'soft-decline', 'visa', 'softDecline', 'the issuer asks for 3-D Secure after a first refusal'),
  card('0341', 'capture-refused', 'visa', 'captureRefused', 'authorised, but the capture is refused'),
  card('5126', 'refund-refused', 'visa', 'refundRefused', 'paid, but a refund is refused'),
  card('9987', 'token-failed', 'visa', 'tokenFailed', 'approved, but the request for a network token fails'),
  card('9979', 'token-revoked', 'visa', 'tokenRevoked', 'approved and requested; the network token fails later'),
  card('4242', 'slow', 'visa', 'slow', 'approved after a few seconds'),
] as const satisfies readonly TestCard[];

interface TestAmount {
  readonly fits: (amount: number) => boolean;
  readonly written: string;
  readonly behaviour: Behaviour;
  readonly en: string;
}

const exactly = (amount: number) => (asked: number) => asked === amount;

/** Behaviour by amount, for every method, so that it can be tried without a card. */
export const testAmounts = [
  { fits: amount => amount % 100 === 5, written: '… ends in 05', behaviour: 'declined', en: 'declined' },
  { fits: exactly(77701), written: '77701', behaviour: 'challenge', en: 'the payer has to pass a page' },
  { fits: exactly(77702), written: '77702', behaviour: 'captureRefused', en: 'authorised, but the capture is refused' },
  { fits: exactly(77703), written: '77703', behaviour: 'slow', en: 'approved after a few seconds' },
  { fits: exactly(77704), written: '77704', behaviour: 'refundRefused', en: 'paid, but a refund is refused' },
] as const satisfies readonly TestAmount[];

/** The behaviour for this card and amount; the card is checked before the amount. */
export function behaviourOf(
  instrument: { readonly last4: string | null; readonly reference: string | null } | null | undefined,
  amount: number,
): Behaviour {
  const found = testCards.find(
    ({ last4, name }) => last4 === instrument?.last4 || `test-${name}` === instrument?.reference,
  );
  if (found && found.behaviour !== 'approved') return found.behaviour;
  return testAmounts.find(({ fits }) => fits(amount))?.behaviour ?? 'approved';
}
