/**
 * The device flow: a till shows a code, a person who is signed in types it, the till gets its tokens (specification,
 * "Authentication"). Codes are kept as hashes, live as long as the specification's sample says, and are good once.
 */
import { customAlphabet } from 'nanoid';
import type { Accounts, ClientRow } from '../../store/accounts.ts';
import type { DeviceCodeRow, DeviceCodes } from '../../store/deviceCodes.ts';
import type { DeviceStore } from '../../store/devices.ts';
import type { Device } from '../../wire/devices.ts';
import type { Clock } from '../../world/clock.ts';
import { BridgeError, TokenRefusal } from '../../world/errors.ts';
import { newKey } from '../../world/ids.ts';
import { hashToken } from '../../world/secrets.ts';
import type { Guesses } from './guesses.ts';
import { type IsOver, type IssuedToken, type Issuer, newTokenSubject } from './issuer.ts';

/** Seconds a code is good for, and between two polls. */
export const CODE_SECONDS = 1200;
export const POLL_SECONDS = 5;

/** Without letters and digits that look alike; eight of them make 280 thousand million codes. */
const newUserCode = customAlphabet('BCDFGHJKMNPQRSTVWXZ23456789', 8);

/** The person who lets a device in, or the client that acts for a person. */
export interface Approver {
  readonly merchant: string;
  /** USR_… or the client's id. */
  readonly name: string;
}

export interface DeviceGrant {
  /** Step 1. A device that asks again drops its earlier code. */
  begin(client: ClientRow, uuid: string): Promise<{ readonly deviceCode: string; readonly userCode: string }>;
  /** Step 2. */
  poll(client: ClientRow, deviceCode: string): Promise<IssuedToken>;
  /** The device that shows this code. Throws `userCodeUnknown`, and `loginLocked` for those who guess. */
  asking(userCode: string, by: Approver): Promise<Device>;
  approveDevice(userCode: string, by: Approver): Promise<Device>;
  /** The device learns of the refusal and stays out until it begins again. */
  refuseDevice(userCode: string, by: Approver): Promise<Device>;
}

export interface DeviceGrantParts {
  readonly accounts: Accounts;
  readonly codes: DeviceCodes;
  readonly devices: DeviceStore;
  readonly clock: Clock;
  readonly isOver: IsOver;
  readonly guesses: Guesses;
  readonly issuer: Issuer;
  /** Called when tokens that were good have ended. */
  ended(): void;
}

export function createDeviceGrant(parts: DeviceGrantParts): DeviceGrant {
  const { accounts, codes, devices, clock, isOver, issuer, ended } = parts;
  const polls = createPolls(clock);
  const waitingCode = createCodeLookup(parts);

  function unusedUserCode(): string {
    const code = newUserCode();
    return codes.byUserCode(hashToken(code)) ? unusedUserCode() : code;
  }

  async function decide(userCode: string, by: Approver, state: 'approved' | 'refused'): Promise<Device> {
    const { hash, merchant, device } = await waitingCode(userCode, by);
    const isDecided = await accounts.write(() => codes.decide(hash, state, by.name));
    if (!isDecided) throw unknownCode();
    polls.forget(hash);
    return deviceOf(devices, merchant, device);
  }

  return {
    async begin(client, uuid) {
      const device = devices.byUuid(client.merchant, uuid);
      if (!device) throw new TokenRefusal('deviceUnknown');
      const deviceCode = newKey();
      const userCode = await accounts.write(() => {
        const code = unusedUserCode();
        codes.replace({
          hash: hashToken(deviceCode),
          userHash: hashToken(code),
          client: client.id,
          merchant: client.merchant,
          device: device.id,
          created: clock.now(),
          expiresAt: clock.now() + CODE_SECONDS * 1000,
        });
        return code;
      });
      return { deviceCode, userCode };
    },
    async poll(client, deviceCode) {
      const hash = hashToken(deviceCode);
      polls.refuseTooFast(hash);
      const row = codes.byCode(hash);
      if (row?.client !== client.id) throw new TokenRefusal('codeInvalid');
      if (isOver(codeTerm(row))) throw new TokenRefusal('codeExpired');
      if (row.state === 'waiting') {
        polls.note(hash);
        throw new TokenRefusal('authorizationPending');
      }
      if (row.state === 'refused') throw new TokenRefusal('accessDenied');
      const issued = await accounts.write(() => {
        if (!codes.take(hash)) throw new TokenRefusal('codeInvalid');
        accounts.endSignIns(row.device);
        return issuer.issue(client, newTokenSubject(null, row.device), true);
      });
      ended();
      return issued;
    },
    async asking(userCode, by) {
      const { merchant, device } = await waitingCode(userCode, by);
      return deviceOf(devices, merchant, device);
    },
    approveDevice: (userCode, by) => decide(userCode, by, 'approved'),
    refuseDevice: (userCode, by) => decide(userCode, by, 'refused'),
  };
}

function deviceOf(devices: Pick<DeviceStore, 'find'>, merchant: string, id: string): Device {
  const device = devices.find(merchant, id);
  if (!device) throw unknownCode();
  return device;
}

const MOST_POLLS = 10_000;

/** The times at which codes were polled; a code is polled once per interval. */
function createPolls({ now }: Pick<Clock, 'now'>) {
  const polledAt = new Map<string, number>();
  return {
    /** A clock that was put back must not keep the device waiting until it has caught up. */
    refuseTooFast(hash: string) {
      const since = Math.abs(now() - (polledAt.get(hash) ?? Number.NEGATIVE_INFINITY));
      if (since < POLL_SECONDS * 1000) throw new TokenRefusal('polledTooFast');
    },
    note(hash: string) {
      if (polledAt.size >= MOST_POLLS) polledAt.clear();
      polledAt.set(hash, now());
    },
    forget: (hash: string) => void polledAt.delete(hash),
  };
}

/** Finds the waiting code that a person typed; every wrong code counts as a guess. */
function createCodeLookup({ codes, isOver, guesses }: Pick<DeviceGrantParts, 'codes' | 'isOver' | 'guesses'>) {
  return async (userCode: string, by: Approver): Promise<DeviceCodeRow> => {
    const target = { what: 'code', who: by.name } as const;
    const row = codes.byUserCode(hashToken(plainCode(userCode)));
    const isRight = row?.merchant === by.merchant && row.state === 'waiting' && !isOver(codeTerm(row));
    const result = await guesses.judge(target, isRight);
    if (row && result === 'right') return row;
    throw result === 'locked' ? tooManyGuesses(guesses.wait(target)) : unknownCode();
  };
}

const codeTerm = ({ created, expiresAt }: DeviceCodeRow) => ({ issuedAt: created, expiresAt });

/** The code as the device shows it: people add spaces and dashes and type small letters. */
export const plainCode = (userCode: string): string => userCode.toUpperCase().replace(/[^A-Z0-9]/g, '');

const unknownCode = () => new BridgeError('userCodeUnknown', 'no device of this merchant waits with this code');
const tooManyGuesses = (retryAfter: number) =>
  new BridgeError('loginLocked', 'too many codes were tried, wait before the next one', { retryAfter });
