/** Looks at intervals what became of payments that somebody outside has to finish: payers on pages, and transfers. */
import { endChallenge } from '../acquirer/payments/challenge.ts';
import { type OperationWorld, recoverOperations, runOperation } from '../acquirer/payments/operationRun.ts';
import { openOperation, paymentOf } from '../acquirer/payments/operationStart.ts';
import type { UpstreamAcquirer } from '../upstream/live/acquirer.ts';

/** ms between two rounds. */
const ROUND = 2000;
/** A transfer that has been awaited for a time is looked at again after a part of that time, within these limits (ms). */
const PART = 20;
const FIRST = ROUND;
const LONGEST = 300_000;

export interface OutsidePaymentParts {
  readonly world: OperationWorld;
  readonly acquirer: Pick<UpstreamAcquirer, 'isDecided' | 'awaited' | 'forget'>;
  isUp(): boolean;
}

export class OutsidePayments {
  private readonly parts: OutsidePaymentParts;
  /** Time of the next look at a transfer, ms since 1970. */
  private readonly due = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;

  constructor(parts: OutsidePaymentParts) {
    this.parts = parts;
  }

  begin(): void {
    this.timer = setInterval(() => {
      this.running ??= this.round().finally(() => {
        this.running = null;
      });
    }, ROUND).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private async round(): Promise<void> {
    const { world, acquirer } = this.parts;
    // Answers that were lost, as soon as the line is back.
    await this.look('open operations', () => recoverOperations(world));
    for (const challenge of world.payments.challenges.overdue(Number.MAX_SAFE_INTEGER))
      await this.look(challenge.payment, () => this.lookAtPage(challenge));
    const awaited = acquirer.awaited();
    for (const key of this.due.keys()) if (!awaited.includes(key)) this.due.delete(key);
    for (const key of awaited) await this.look(key, () => this.lookAtTransfer(key));
  }

  /** One payment that cannot be read holds no other up; without a line nothing is read. */
  private async look(name: string, read: () => Promise<void>): Promise<void> {
    if (!this.parts.isUp()) return;
    await read().catch(error =>
      this.parts.world.log('warn', 'a payment at the service was not looked at', {
        payment: name,
        error: String(error),
      }),
    );
  }

  private async lookAtPage(challenge: { readonly id: string; readonly payment: string; readonly merchant: string }) {
    const { world, acquirer } = this.parts;
    const { key } = paymentOf(world, challenge.merchant, challenge.payment).inner;
    if (key !== null && (await acquirer.isDecided(key))) await endChallenge(world, challenge.id, 'accepted');
  }

  private async lookAtTransfer(key: string): Promise<void> {
    const { world, acquirer } = this.parts;
    const now = world.clock.now();
    if ((this.due.get(key) ?? 0) > now) return;
    const operation = world.payments.operations.get(key);
    const record = operation && world.payments.find(operation.merchant, operation.payment);
    if (!operation || record?.inner.money.stage !== 'waiting') {
      await world.ledger.write(() => acquirer.forget(key));
      return;
    }
    const age = now - operation.startedAt;
    this.due.set(key, now + Math.min(LONGEST, Math.max(FIRST, age / PART)));
    if (world.payments.operations.openOf(operation.payment) || !(await acquirer.isDecided(key))) return;
    const { held } = record.inner.money;
    const about = { id: operation.payment, merchant: operation.merchant };
    const collect = await world.ledger.write(() => openOperation(world, about, 'collect', held));
    if ((await runOperation(world, collect)).kind !== 'declined') return;
    // It ended at the service without money: nothing is awaited here, either.
    await runOperation(world, await world.ledger.write(() => openOperation(world, about, 'void', held)));
  }
}
