/** Approvals by PIN: a manager lets one person do one thing that is above her limit. Used up in the commit of that thing. */

import {
  type ApprovalNeed,
  type ApprovalUse,
  approvalRefusal,
  type Limits,
  requirementOf,
} from '../../domain/approvalRules.ts';
import { withoutCardNumbers } from '../../domain/pan.ts';
import { type Accounts, isActive, type StaffRow } from '../../store/accounts.ts';
import type { ApprovalLog, Grant } from '../../store/approvals.ts';
import type { Approval, ApprovalInput } from '../../wire/approvals.ts';
import { type Clock, timestamp } from '../../world/clock.ts';
import { screenClientId } from '../../world/demoIds.ts';
import { BridgeError, TokenRefusal } from '../../world/errors.ts';
import { newId } from '../../world/ids.ts';
import type { Principal } from '../../world/people.ts';
import { type Right, supportIdOfJob } from '../../world/requestContext.ts';
import { hashToken, newToken } from '../../world/secrets.ts';
import type { FindPerson } from './persons.ts';
import { insideOf } from './signInPlaces.ts';

/** Long enough to walk back to the till, too short to be kept in a pocket. */
export const APPROVAL_SECONDS = 120;

/** A person who is signed in, in the sign-in she asks from. */
export type Requester = Principal & { readonly staff: NonNullable<Principal['staff']> };

/** The approval that a request carries. */
export interface GivenApproval {
  /** Secret of an approval. */
  readonly approval: string | null;
  /** The reason for which a manager acts herself. */
  readonly reason: string | null;
}

export interface Approvals {
  readonly limits: Limits;
  /** Throws `approverRefused`, `loginLocked`, `approverNoManager`, `badInput`. */
  approve(asking: Requester, input: ApprovalInput): Promise<{ readonly approval: string; readonly expiresAt: number }>;
  /**
   * The right that the person has to have for `need`, checked now and in every job until it is used. Throws
   * `approvalNeeded`, `reasonNeeded` and `approvalInvalid`; `refusal` makes the first two.
   */
  right(asking: Requester, brought: GivenApproval, need: () => ApprovalNeed | null, refusal: Refuse): Right;
  /** Inside a job. */
  tidy(): void;
}

export type Refuse = (key: 'approvalNeeded' | 'reasonNeeded', need: ApprovalNeed) => BridgeError;

export interface ApprovalParts {
  readonly accounts: Accounts;
  readonly approvalLog: ApprovalLog;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly person: FindPerson;
  currencyOf(merchant: string): string;
}

/** Our own screens ask for the reason. A client of the service cannot, and its manager is not refused for that. */
const unasked = ({ client }: Requester): string | null =>
  client === screenClientId ? null : `none given, by ${client}`;

/** An integrator sets up devices and clients, and takes no money. */
const APPROVERS: ReadonlySet<string> = new Set(['manager']);

export function createApprovals(parts: ApprovalParts): Approvals {
  const { accounts, approvalLog: log, clock, limits, person } = parts;
  const record = recorder(parts);

  /** The record to be written in the commit of the operation; null where there is none. */
  function looked(
    asking: Requester,
    brought: GivenApproval,
    need: ApprovalNeed | null,
    refusal: Refuse,
  ): (() => void) | null {
    if (!need) return null;
    const needed = requirementOf(asking.role, need, limits);
    if (needed === 'none') return null;
    if (needed === 'reason') {
      const reason = brought.reason ?? unasked(asking);
      if (reason === null) throw refusal('reasonNeeded', need);
      return () => record(asking, need, asking.staff, reason);
    }
    if (brought.approval === null) throw refusal('approvalNeeded', need);
    const grant = covering(log, brought.approval, requested(asking, need, clock.now()));
    return () => {
      const approver = accounts.staffById(grant.approver);
      if (!approver || !isActive(approver) || !APPROVERS.has(approver.role))
        throw invalid('whoever approved it may not approve anything any more');
      if (!log.takeGrant(grant.hash)) throw invalid('the approval has just been used');
      record(asking, need, approver, grant.reason);
    };
  }

  return {
    limits,
    async approve(asking, { username, pin, reason, operation, object, amount }) {
      const why = plainReason(reason);
      if (!why) throw new BridgeError('badInput', 'reason must say why this is approved');
      const approver = await approverOf(person, username, pin, asking);
      const approval = newToken();
      const { now, ...use } = requested(asking, { operation, object, amount }, clock.now());
      const expiresAt = now + APPROVAL_SECONDS * 1000;
      const grant = { ...use, hash: hashToken(approval), approver: approver.id, reason: why, expiresAt };
      await accounts.write(() => log.addGrant(grant));
      return { approval, expiresAt };
    },
    right(asking, brought, need, refusal) {
      let write = looked(asking, brought, need(), refusal);
      return {
        check() {
          write = looked(asking, brought, need(), refusal);
        },
        use: () => write?.(),
      };
    },
    tidy: () => log.forgetGrants(clock.now()),
  };
}

async function approverOf(
  person: FindPerson,
  username: string,
  pin: string,
  { merchant, device }: Requester,
): Promise<StaffRow> {
  const found = await person(username, pin, merchant, insideOf(device)).catch(error => {
    if (!(error instanceof TokenRefusal)) throw error;
    if (error.key === 'userBlocked')
      throw new BridgeError('personLocked', `${username} is locked and approves nothing`);
    if (error.key === 'pinChangeNeeded')
      throw new BridgeError(
        'pinChangeNeeded',
        `${username} must choose a PIN at a sign-in first; nothing was approved`,
      );
    throw error.key === 'userLocked'
      ? new BridgeError(
          'loginLocked',
          'too many PINs were tried for this person; nothing was approved',
          error.retryAfter === null ? {} : { retryAfter: error.retryAfter },
        )
      : new BridgeError('approverRefused', 'username or PIN of the manager is wrong; nothing was approved');
  });
  if (APPROVERS.has(found.role)) return found;
  throw new BridgeError('approverNoManager', `${username} is a ${found.role} and may not approve anything`);
}

/** The grant of the secret that was handed in. Throws `approvalInvalid`. */
function covering(log: ApprovalLog, secret: string, use: ApprovalUse): Grant {
  const grant = log.grant(hashToken(secret));
  if (!grant) throw invalid('the approval has been used, has expired or was never given');
  const why = approvalRefusal(grant, use);
  if (why !== null) throw invalid(why);
  return grant;
}

const invalid = (why: string) =>
  new BridgeError('approvalInvalid', `${why}; POST /bridge/v1/approvals gives a new one`);

const requested = (
  { merchant, staff, session = '', device }: Requester,
  need: ApprovalNeed,
  now: number,
): ApprovalUse => ({
  ...need,
  merchant,
  requester: staff.id,
  session,
  till: device,
  now,
});

type Named = Approval['approved_by'];

/** Writes what was given away, by whom and why. */
const recorder =
  ({ approvalLog, clock, currencyOf }: ApprovalParts) =>
  ({ merchant, staff, device }: Requester, need: ApprovalNeed, approver: Named, reason: string): void =>
    approvalLog.record(merchant, {
      object: 'auth.approvals',
      id: newId('APV'),
      created: timestamp(clock.now()),
      operation: need.operation,
      subject: need.object,
      amount: need.amount,
      currency: currencyOf(merchant),
      till: device,
      requested_by: nameOf(staff),
      approved_by: nameOf(approver),
      reason,
      supportId: supportIdOfJob(),
    });

/** The members of a person that are kept. */
const nameOf = ({ id, username, name }: Named): Named => ({ id, username, name });

/** Without what surrounds it, and without card numbers; null where nothing is left. */
export const plainReason = (reason: string): string | null =>
  withoutCardNumbers(reason.replace(/\s+/g, ' ').trim()) || null;
