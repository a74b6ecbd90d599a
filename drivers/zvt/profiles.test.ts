/** Profiles of terminal models, and the introduction that finds the features of a terminal. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Peer, registers, type ScriptedTerminal, scriptedTerminal } from '../doubles/scriptedTerminal.ts';
import { SettingsError } from '../settings.ts';
import type { Feature } from '../terminal.ts';
import { introduceZvt } from './introduction.ts';
import { profileNamed, profileOf, profiles } from './profiles.ts';
import { zvtSettings } from './settings.ts';

const connection = { type: 'tcp', host: '127.0.0.1', port: 20_007 } as const;
const settingsOf = (profile: string, options: Record<string, unknown> = {}) =>
  zvtSettings({ protocol: 'zvt', connection, profile, options });

describe('a profile', () => {
  it.each([
    [{ deviceName: 'cVEND plug', softwareVersion: 'GER-APP-v2.0.9;cS02.01.01-10.10-2-2;CC26' }, 'feig-cvend'],
    [{ deviceName: 'cVEND box+' }, 'feig-cvend'],
    [{ softwareVersion: '110612b C TRC STRC' }, 'ingenico-ict220'],
    [{ deviceName: 'PAX A80' }, 'pax-a80'],
    [{ deviceName: 'A920', softwareVersion: 'x' }, 'ccv-a920'],
    [{ softwareVersion: '2.14.15' }, 'generic'],
    [{}, 'generic'],
  ])('is found by the description of the terminal: %j', (answers, name) => {
    expect(profileOf(answers).name).toBe(name);
  });

  it.each(profiles.map(({ name }) => [name]))('%s has valid settings', name => {
    const settings = settingsOf(name);
    expect(settings.features.has('pay')).toBe(true);
    expect(profileNamed(name)!.ports.length).toBeGreaterThan(0);
  });

  it('has settings of the model, over which those of the user take precedence', () => {
    expect(settingsOf('card-complete')).toMatchObject({ diagnosisKind: 1, charset: 'iso8859-1' });
    expect(settingsOf('card-complete', { charset: 'utf8' }).charset).toBe('utf8');
    expect(settingsOf('ccv-a920', { timers: { t3: 9 } }).timers).toMatchObject({ settle: 5_000, t3: 9, t4: 180_000 });
    expect(settingsOf('pax-a80').features.has('reverse')).toBe(false);
    expect(settingsOf('pax-a80').features.has('reverseLast')).toBe(true);
  });

  it('has no questions unless the till answers them', () => {
    expect(settingsOf('generic').features.has('questions')).toBe(false);
    expect(settingsOf('generic', { questions: true }).features.has('questions')).toBe(true);
    expect(settingsOf('generic', { features: ['pay', 'questions'] })).toMatchObject({ questions: true });
    expect(settingsOf('generic', { features: ['pay', 'questions'], questions: false }).questions).toBe(false);
    expect(settingsOf('generic', { features: ['pay'] }).questions).toBe(false);
  });

  it('has no features that need containers for a terminal without them', () => {
    const { features, printing, questions } = settingsOf('old', { questions: true, printing: 'blocks' });
    expect([printing, questions]).toEqual(['lines', false]);
    const said = ['tip', 'cashback', 'questions', 'changeConfiguration', 'repeatDayEnd', 'dayEndDetails', 'dayEndMode'];
    expect(said.filter(feature => features.has(feature as Feature))).toEqual([]);
    expect([features.has('tipLater'), features.has('repeatReceipt')]).toEqual([true, true]);
  });

  it('has digits only with texts signed by the vendor', () => {
    expect(settingsOf('generic').features.has('digits')).toBe(false);
    expect(settingsOf('generic', { textMac: '0011223344556677' }).features.has('digits')).toBe(true);
  });

  it('adds features that earlier pairings did not know to the features they found', () => {
    const { features } = settingsOf('generic', { features: ['lastTransaction', 'endOfDay'] });
    expect([...features]).toEqual([
      'lastTransaction',
      'endOfDay',
      'dayEndDetails',
      'dayEndMode',
      'repeatReceipt',
      'repeatDayEnd',
    ]);
    expect(settingsOf('card-complete').features.has('repeatDayEnd')).toBe(false);
  });

  it('is restricted by the features found at pairing, never extended', () => {
    expect([...settingsOf('pax-a80', { features: ['pay', 'reverse'] }).features]).toEqual(['pay']);
  });

  it.each([
    ['profile', 'nobody', {}],
    ['options.features', 'generic', { features: ['fly'] }],
    ['options.features', 'generic', { features: 'pay' }],
    ['options.goodsTimeout', 'generic', { goodsTimeout: 256 }],
    ['options.goodsRepeats', 'generic', { goodsRepeats: '3' }],
    ['options.largestApdu', 'generic', { largestApdu: 10 }],
    ['options.printerWidth', 'generic', { printerWidth: 100 }],
    ['options.merchantDisplay', 'generic', { merchantDisplay: '16' }],
    ['options.emvConfiguration', 'generic', { emvConfiguration: 'F' }],
    ['options.receiptParameter', 'generic', { receiptParameter: 'XX' }],
    ['options.textMac', 'generic', { textMac: '00' }],
    ['options.questions', 'generic', { questions: 1 }],
    ['options.nonsense', 'generic', { nonsense: true }],
  ])('names an invalid setting: %s', (key, profile, options) => {
    expect(() => settingsOf(profile, options)).toThrow(SettingsError);
    expect(() => settingsOf(profile, options)).toThrow(expect.objectContaining({ key }));
  });
});

describe('an introduction', () => {
  const FEIG =
    '060f3df0f1f83131303631326220432054524320535452430006251f440469579679e41c1f41123131303631326220432054524320535452431f420443143843';
  const timers = { t3: 300, short: 400, t4: 400, settle: 50, stop: 50, retryFirst: 10, drain: 50 };
  let script: ScriptedTerminal;
  afterEach(() => script.close());

  async function introduced(answer: (apdu: string, peer: Peer) => Promise<void>) {
    script = await scriptedTerminal(async peer => {
      await registers(peer);
      for (;;) await answer(await peer.expect(), peer);
    });
    script.finished.catch(() => {});
    const to = { type: 'tcp', host: '127.0.0.1', port: script.port } as const;
    return introduceZvt({ protocol: 'zvt', connection: to, password: '123456', options: { timers } });
  }

  const says =
    (table: Readonly<Record<string, string>>) =>
    async (apdu: string, peer: Peer): Promise<void> => {
      const row = Object.entries(table).find(([start]) => apdu.startsWith(start));
      for (const each of (row?.[1] ?? '848300').split(' ')) {
        if (/^8[04]/.test(each)) peer.send(each);
        else await peer.tell(each);
      }
    };

  it('reports the model and the features of the terminal', async () => {
    const found = await introduced(
      says({
        '0501': `800000 ${FEIG}`,
        '0623': '800000 061e04b887ffff',
        '0620': '800000 060f00',
        '0610': '848300',
        '0670': '800000 060f00',
      }),
    );
    expect(found).toMatchObject({
      terminalId: '60001234',
      profile: 'ingenico-ict220',
      softwareVersion: '110612b C TRC STRC',
      status: { kind: 'ready' },
      diagnosis: { kind: 'done' },
    });
    expect(found.features).toContain('preAuthorisation');
    expect(found.features).not.toContain('turnoverTotals');
    expect(script.received.some(hex => /^06(01|30|31|50)/.test(hex))).toBe(false);
  });

  const DAY = {
    '0501': '800000 060f0100',
    '0623': '800000 061e04b887ffff',
    '0620': '800000 060f00',
    '0670': '800000 060f00',
  };
  /** Lists in the completion of the second registration, and the features that the terminal lacks. */
  const LISTED: readonly (readonly [string, string, readonly Feature[]])[] = [
    ['nothing', '800000 060f0a19002960001234490978', []],
    ['blocks alone', '800000 060f12190029600012344909780606' + '26040a0206d3', ['questions']],
    [
      'menus, and tags with the tip',
      '800000 060f20190029600012344909780614' + '26080a0206d30a02040e1f71071f361f80001f04',
      ['cashback'],
    ],
    ['other tags', '800000 060f12190029600012344909780606' + '1f71031f041a', ['tip', 'cashback']],
  ];

  it.each(LISTED)('follows the lists of the terminal: %s', async (_, completion, missing) => {
    const found = await introduced(says({ ...DAY, '0600': completion }));
    for (const feature of ['questions', 'tip', 'cashback'] as const)
      expect(found.features.includes(feature), feature).toBe(!missing.includes(feature));
    expect(found.status).toEqual({ kind: 'ready' });
    const [first, second] = script.received.filter(hex => hex.startsWith('0600'));
    expect(first).toBe('060010123456be09780301060626040a0206d3');
    const questions = '26100a0206d30a0206d00a02040d0a02040e';
    expect(second).toBe(`060023123456be097803010619${questions}1f71041f361f25`);
  });

  it('excludes questions for a terminal that refuses to register with them', async () => {
    const found = await introduced(
      says({ ...DAY, '060023': '848300', '06001c': '848300', '060010': '800000 060f0a19002960001234490978' }),
    );
    expect(found.features).not.toContain('questions');
    expect(found.features).toContain('tip');
    expect(found).toMatchObject({ options: {}, diagnosis: { kind: 'done' } });
  });

  it('requests no list of tags from a terminal that refuses the request', async () => {
    const plain = '800000 060f0a19002960001234490978';
    const found = await introduced(says({ ...DAY, '060023': '848300', '06001c': plain, '060010': plain }));
    expect(found.features).toContain('questions');
  });

  it('sends the plain enquiry to a terminal that refuses the extended one', async () => {
    const plain = says({ '050103': '800000 060f0100', '0670': '800000 060f00' });
    const found = await introduced(plain);
    expect(found).toMatchObject({ profile: 'generic', status: { kind: 'ready' } });
    expect(found.features).not.toContain('lastTransaction');
    expect(script.received.filter(hex => hex.startsWith('0501'))).toEqual(['0501051234560304', '050103123456']);
  });

  it('does not disturb a busy terminal', async () => {
    const found = await introduced(says({ '0501': '800000 060f019c' }));
    expect(found).toMatchObject({ status: { kind: 'busy' } });
    expect(found.diagnosis).toBeUndefined();
  });

  it('reports nothing about a terminal that cannot be reached', async () => {
    script = await scriptedTerminal(async peer => peer.cut());
    const to = { type: 'tcp', host: '127.0.0.1', port: script.port } as const;
    const found = await introduceZvt({ protocol: 'zvt', connection: to, options: { timers } });
    expect(found).toEqual({
      profile: 'generic',
      features: [],
      status: { kind: 'unreachable', reason: expect.objectContaining({ code: expect.any(String) }) },
    });
  });
});
