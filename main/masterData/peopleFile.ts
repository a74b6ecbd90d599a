/**
 * The people of a shop as a CSV file: `username;name;role;language`, or with the columns of another system. A PIN is in no file: a new
 * person gets hers from a manager. The whole list is one commit, because a shop has some dozens of people.
 */
import { foldedName, shownNameFault, usernameFault } from '../domain/accountNames.ts';
import type { Texts } from '../domain/texts.ts';
import type { StaffRow } from '../store/accounts.ts';
import type { ImportProblem } from '../wire/listFiles.ts';
import type { PeopleImport } from '../wire/people.ts';
import { BridgeError } from '../world/errors.ts';
import type { CsvColumns } from './fileHead.ts';
import { headLine, held, safeCell, tableLines } from './listExport.ts';
import { ListedNumbers } from './listedNumbers.ts';
import { type ListLine, type ListOptions, ListReading, listLines } from './listReading.ts';
import type { Change, MasterData } from './masterData.ts';
import { addPerson, changePerson, NO_PIN, type PersonFacts, requireOtherManager, takenFault } from './people.ts';

const COLUMNS: CsvColumns = {
  aliases: {
    username: ['user', 'benutzer', 'benutzername', 'login', 'user_name', 'anmeldename'],
    name: ['full_name', 'mitarbeiter', 'mitarbeitername', 'employee', 'display_name', 'anzeigename'],
    first_name: ['vorname', 'given_name', 'firstname', 'forename'],
    last_name: ['nachname', 'surname', 'family_name', 'lastname', 'familienname'],
    role: ['rolle', 'job_title', 'position', 'funktion', 'permission_set', 'rechte', 'berechtigung'],
    language: ['sprache', 'locale'],
  },
  foreign: {
    username: [
      'email',
      'e_mail',
      'email_address',
      'mail',
      'e_mail_adresse',
      'staff_id',
      'employee_id',
      'personalnummer',
      'personal_nr',
      'personalnr',
      'mitarbeiter_nr',
      'mitarbeiternummer',
      'employee_number',
      'employee_no',
      'staff_number',
      'staff_no',
      'login_name',
      'user_id',
      'bediener_nr',
      'kassierer_nr',
      'phone',
      'telefon',
      'mobile',
      'handy',
    ],
    name: ['employee_name', 'staff_name', 'team_member', 'person', 'kassierer', 'bediener', 'cashier'],
    role: ['title', 'role_name', 'access_group', 'user_role', 'gruppe', 'group', 'type', 'typ', 'jobs', 'job'],
  },
  required: [['username'], ['name', 'first_name', 'last_name']],
};

const ROLES = {
  manager:
    /^(manager\w*|leit(ung|er|erin)|filialleit\w*|chef(in)?|inhaber(in)?|owner|admin\w*|gesch(ä|ae)ftsf(ü|ue)hr\w*|store manager)$/i,
  readOnly: /^(readonly|read[ _-]only|viewer|nur lesen|lesend|steuerberat\w*|accountant|buchhalt\w*)$/i,
  cashier:
    /^(|cashier|kassier\w*|kasse|verk(ä|ae)ufer\w*|verkauf|sales\w*|staff|employee|mitarbeiter\w*|team member|team|server|service|bedienung|aushilfe|user|benutzer)$/i,
} as const;

const LANGUAGES = { de: /^(de|deutsch|german|de[-_]\w+)$/i, en: /^(en|englisch|english|en[-_]\w+)$/i } as const;

/** Lines of one file: each is stored in the one commit. */
const MOST_PEOPLE = 2000;

export interface PeopleOptions extends ListOptions {
  readonly dryRun: boolean;
  readonly skipFaulty: boolean;
}

type People = Pick<MasterData, 'accounts' | 'audit' | 'importChoices' | 'now'>;

interface Read {
  readonly line: number;
  readonly person: PersonFacts;
}

/** Reads the list, and stores it unless a line is wrong or it is only looked at. */
export async function importPeople(
  data: People,
  change: Change,
  source: AsyncIterable<Uint8Array>,
  options: PeopleOptions,
  write: (job: () => void) => Promise<void>,
): Promise<PeopleImport> {
  const file = new ListReading(data.importChoices, change.merchant, 'people', options);
  const problems: ImportProblem[] = [];
  const found: Read[] = [];
  const seen = new Map<string, number>();
  const faulty = new Set<number>();
  const note = (line: number, column: string | null, texts: Texts) => {
    faulty.add(line);
    problems.push({ line, column, texts: { de: texts.de, en: texts.en } });
  };
  const lines: ListLine[] = [];
  for await (const read of listLines(source, COLUMNS, file.reading())) lines.push(read);
  const numbers = new ListedNumbers(
    name => ownOf(data, change, name) !== null,
    options.digits,
    [],
    lines.map(read => ('cells' in read ? (read.cells.username ?? '') : '')),
  );
  for (const read of lines) {
    if ('problems' in read) {
      for (const { column, texts } of read.problems) note(read.line, column, texts);
      continue;
    }
    const settled = numbers.settled(read.cells.username?.trim() ?? '');
    if ('texts' in settled) note(read.line, 'username', settled.texts);
    if (found.length + faulty.size >= MOST_PEOPLE)
      throw new BridgeError('badInput', `a file may hold ${MOST_PEOPLE} people; please split it`);
    const cells = 'number' in settled ? { ...read.cells, username: settled.number } : read.cells;
    const person = personIn(cells, (column, texts) => note(read.line, column, texts));
    const first = seen.get(foldedName(person.username));
    if (first === undefined) seen.set(foldedName(person.username), read.line);
    else note(read.line, 'username', { de: `Steht schon in Zeile ${first}.`, en: `Stands in line ${first} already.` });
    if (!faulty.has(read.line)) found.push({ line: read.line, person });
  }
  const { accounts } = data;
  const others = found.filter(({ person: { username } }) => ownOf(data, change, username) === null);
  for (const { line, person } of others) {
    const taken = takenFault({ accounts }, person.username);
    if (taken) note(line, 'username', taken.texts);
  }
  const good = found.filter(({ line }) => !faulty.has(line));
  const kinds = good.map(({ person }) => kindOf(ownOf(data, change, person.username), person));
  const count = (kind: Kind) => kinds.filter(one => one === kind).length;
  const isRefused = !options.dryRun && faulty.size > 0 && !options.skipFaulty;
  if (!options.dryRun && !isRefused)
    await write(() => {
      for (const { person } of good) putPerson(data, change, person);
      file.keep();
    });
  return {
    ...{ state: options.dryRun ? 'preview' : isRefused ? 'refused' : 'done' },
    ...{ created: count('created'), changed: count('changed'), unchanged: count('unchanged') },
    ...{ faulty: faulty.size, problems: problems.sort((one, other) => one.line - other.line) },
    ...{ ...file.facts, zeros: numbers.zeros, rounded: numbers.rounded },
  };
}

type Kind = 'created' | 'changed' | 'unchanged';

const ownOf = ({ accounts }: Pick<People, 'accounts'>, { merchant }: Change, username: string): StaffRow | null => {
  const known = accounts.staff(username);
  return known?.merchant === merchant ? known : null;
};

function kindOf(before: StaffRow | null, { name, role, language }: PersonFacts): Kind {
  if (!before) return 'created';
  const isSame =
    before.name === name && before.role === role && (language === undefined || before.language === language);
  return isSame ? 'unchanged' : 'changed';
}

/** Inside a job. The last manager stays one: throws `lastManager`. */
function putPerson(data: People, change: Change, person: PersonFacts): void {
  const before = ownOf(data, change, person.username);
  if (kindOf(before, person) === 'unchanged') return;
  if (!before) addPerson(data, change, person, NO_PIN);
  else {
    if (person.role !== 'manager') requireOtherManager(data, before);
    changePerson(data, change, before, { ...person, username: before.username }, null);
  }
}

function personIn(cells: Readonly<Record<string, string>>, note: (column: string, texts: Texts) => void): PersonFacts {
  const { username = '', name = '', first_name = '', last_name = '', role = '', language } = cells;
  const shown = (name || `${first_name} ${last_name}`).trim().replace(/\s+/g, ' ');
  const user = username.trim();
  const wrongUser = usernameFault(user);
  if (wrongUser) note('username', wrongUser);
  const wrongName = shownNameFault(shown);
  if (wrongName) note('name', wrongName);
  const given = (Object.keys(ROLES) as (keyof typeof ROLES)[]).find(one => ROLES[one].test(role.trim()));
  if (!given)
    note('role', {
      de: `Die Rolle "${role.slice(0, 40)}" ist nicht bekannt; möglich sind: manager, cashier, readOnly.`,
      en: `The role "${role.slice(0, 40)}" is not known; possible are: manager, cashier, readOnly.`,
    });
  return { username: user, name: shown, role: given ?? 'cashier', ...languageIn(language, note) };
}

/** A file without the column changes nothing; an empty cell says: as the screen is set. */
function languageIn(
  text: string | undefined,
  note: (column: string, texts: Texts) => void,
): Pick<PersonFacts, 'language'> {
  if (text === undefined) return {};
  if (text === '') return { language: null };
  const found = (Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]).find(one => LANGUAGES[one].test(text));
  if (found) return { language: found };
  note('language', {
    de: `"${text.slice(0, 40)}" ist keine Sprache der Kasse; möglich sind: de, en.`,
    en: `"${text.slice(0, 40)}" is no language of the till; possible are: de, en.`,
  });
  return {};
}

/** Everybody who may sign in today; PINs and locks are in no file. */
export function* exportPeople({ accounts }: Pick<MasterData, 'accounts'>, merchant: string): Generator<string> {
  yield headLine(['username', 'name', 'role', 'language']);
  yield tableLines(
    accounts
      .staffOf(merchant)
      .map(({ username, name, role, language }) => [userCell(username), safeCell(name), role, language ?? '']),
  );
}

/** A name of digits would be a number. */
const userCell = (username: string): string => (/^[\d=+\-@]/.test(username) ? held(username) : username);
