/** Where an installed application keeps the shop, and the move of a user's shop into the folder of the machine. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startBridge, type TestBridge } from '../doubles/bridge.fixture.ts';
import { isRestored } from '../store/commitMark.ts';
import { type HomeFacts, homeOf, machineFolder, settledHome } from './home.ts';

const facts: HomeFacts = { machine: 'open', isMachineUsed: false, hasOwnShop: false, isDemo: false };

describe('the folder of the shop', () => {
  it.each([
    ['own', 'there is none for the machine', { machine: 'absent' }],
    ['own', 'that of the machine is for others, and nobody uses it', { machine: 'closed' }],
    ['foreign', 'others have a till there', { machine: 'closed', isMachineUsed: true }],
    ['own', 'others have a till there, and this is a demo', { machine: 'closed', isMachineUsed: true, isDemo: true }],
    [
      'own',
      'others have a till there, and so has this user',
      { machine: 'closed', isMachineUsed: true, hasOwnShop: true },
    ],
    ['machine', 'it is open, and no shop is there yet', {}],
    ['machine', 'it is open, with the shop', { isMachineUsed: true }],
    ['move', 'it is open, and the user has a shop', { hasOwnShop: true }],
    ['two', 'both have a shop', { isMachineUsed: true, hasOwnShop: true }],
  ] as const)('is %s where %s', (home, _why, given) => {
    expect(homeOf({ ...facts, ...given })).toBe(home);
  });

  it('of the machine is known by the system, and may be another one', () => {
    expect(machineFolder('linux', {})).toBe('/var/lib/tillbridge-desktop');
    expect(machineFolder('win32', { ProgramData: 'C:' })).toBe(join('C:', 'Tillbridge'));
    expect(machineFolder('darwin', {})).toBeNull();
    expect(machineFolder('linux', { TILLBRIDGE_MACHINE_FOLDER: '/mnt/till' })).toBe('/mnt/till');
  });
});

const canMount = process.platform === 'linux' && process.getuid?.() === 0;

describe.skipIf(!canMount)("a user's shop (needs root)", () => {
  const anotherDisk = mkdtempSync(join(tmpdir(), 'tillbridge-disk-'));
  beforeAll(() => void execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', anotherDisk]));
  afterAll(() => {
    execFileSync('umount', [anotherDisk]);
    rmSync(anotherDisk, { recursive: true });
  });
  const places: string[] = [];
  let own = '';
  let bridge: TestBridge;
  const place = (parent = tmpdir()) => {
    const made = mkdtempSync(join(parent, 'tillbridge-home-'));
    places.push(made);
    return made;
  };
  const shared = (parent?: string) => {
    const made = place(parent);
    chownSync(made, 0, 4321);
    chmodSync(made, 0o2770);
    return made;
  };
  const settle = (machine: string) => settledHome(own, machine, false, () => undefined);
  const shop = (home: string) => join(home, 'data', 'shop');

  beforeEach(async () => {
    own = place();
    bridge = await startBridge({ data: shop(own) });
    await (await bridge.client()).post('/Smart/Transactions', { basket: { products: [] } });
    await bridge.close();
    // The directory of a shop; the merchant of the demo would be taken for a demo.
    execFileSync(process.execPath, ['-e', LIVE, shop(own)]);
    mkdirSync(join(shop(own), 'desktop'));
    writeFileSync(join(own, 'tillbridge.json'), '{}');
  });
  afterEach(() => {
    for (const one of places.splice(0)) rmSync(one, { recursive: true, force: true });
  });

  it.each(['the same', 'another'])('goes to the machine as a whole, on %s disk, and its group reads it', disk => {
    const before = readFileSync(join(shop(own), 'tillbridge.db'));
    const { ino: inode } = statSync(join(shop(own), 'tillbridge.mark'));
    const machine = shared(disk === 'another' ? anotherDisk : tmpdir());
    expect(settle(machine)).toBe(machine);
    expect(existsSync(shop(own))).toBe(false);
    expect(readFileSync(join(shop(machine), 'tillbridge.db')).equals(before)).toBe(true);
    for (const file of ['data/shop/secrets.key', 'data/shop/tillbridge.mark', 'tillbridge.json'])
      expect([statSync(join(machine, file)).mode & 0o777, statSync(join(machine, file)).gid], file).toEqual([
        0o660,
        statSync(machine).gid,
      ]);
    // The next start finds it there. Numbers are in doubt where the copy is another file, and nowhere else.
    expect(settle(machine)).toBe(machine);
    expect(isRestored(shop(machine))).toBe(false);
    expect(statSync(join(shop(machine), 'tillbridge.mark')).ino === inode).toBe(disk === 'the same');
  });

  it('that was cut off between two disks is finished by the next start, and begun anew where the copy is half', () => {
    const machine = shared(anotherDisk);
    mkdirSync(join(machine, 'data'));
    mkdirSync(`${shop(machine)}.arriving`);
    writeFileSync(join(`${shop(machine)}.arriving`, 'half'), '');
    expect(settle(machine)).toBe(machine);
    expect(existsSync(join(shop(machine), 'half'))).toBe(false);

    const other = shared(anotherDisk);
    cpSync(`${shop(own)}.moved`, `${shop(other)}.arriving`, { recursive: true });
    expect(settle(other)).toBe(other);
    expect(existsSync(join(shop(other), 'tillbridge.db'))).toBe(true);
  });

  it('that was cut off before the group was let in is given to it by the next start', () => {
    const machine = shared();
    mkdirSync(join(machine, 'data'));
    chmodSync(join(machine, 'data'), 0o2770);
    chownSync(join(machine, 'data'), 0, 4321);
    renameSync(shop(own), shop(machine));
    expect(settle(machine)).toBe(machine);
    const { mode, gid } = statSync(join(shop(machine), 'tillbridge.db'));
    expect([mode & 0o777, gid, statSync(shop(machine)).mode & 0o7777]).toEqual([0o660, 4321, 0o2770]);
    expect(isRestored(shop(machine))).toBe(false);
  });

  it('beside one of the machine stops the start, and one that is in use stays where it is', async () => {
    const machine = shared();
    cpSync(shop(own), shop(machine), { recursive: true });
    expect(() => settle(machine)).toThrow('There are two shops');
    const { lock } = await import('../files/lock.ts');
    const unlock = lock(shop(own));
    expect(() => settle(shared())).toThrow('is in use by another Tillbridge');
    unlock();
    expect(existsSync(join(shop(own), 'tillbridge.db'))).toBe(true);
  });
});

const LIVE = `
const Sqlite = require(${JSON.stringify(join(import.meta.dirname, '..', '..', 'node_modules', 'better-sqlite3'))});
const db = new Sqlite(process.argv[1] + '/tillbridge.db');
db.pragma('foreign_keys = OFF');
db.exec("UPDATE merchant SET id = 'MRC_OWN' || id");
db.close();
`;
