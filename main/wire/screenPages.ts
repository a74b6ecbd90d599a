/** Pages of the screen over the sale, and the people who may open each: those whom the bridge lets read all of it, and change what its buttons change. */
import { type Role, roles } from './roles.ts';

/** Null: nobody is signed in. */
type User = { readonly role: Role } | null;

const tillStaff: readonly Role[] = ['cashier', 'manager'];
const managers: readonly Role[] = ['manager'];
const installers: readonly Role[] = ['manager', 'integrator'];
const auditors: readonly Role[] = ['manager', 'readOnly', 'integrator'];

export const PAGE_ROLES = {
  // A person who does not sell sees no button that sells or gives back.
  sales: roles,
  cash: tillStaff,
  closing: tillStaff,
  dayEnd: managers,
  terminals: installers,
  printers: installers,
  operations: managers,
  queue: managers,
  reports: ['manager', 'readOnly', 'integrator', 'backoffice'],
  loyalty: managers,
  // Roles without the right to change read these pages, which say so.
  people: auditors,
  audit: auditors,
  backups: installers,
  doubts: managers,
  articles: managers,
  // Of a price list, into the articles.
  import: managers,
  tiles: managers,
  shop: managers,
  // The way to the others, and to what everybody sets up for herself.
  manage: roles,
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type ScreenPage = keyof typeof PAGE_ROLES;

const isOneOf = (user: User, some: readonly Role[]): boolean => user !== null && some.includes(user.role);

export const mayOpen = (user: User, page: ScreenPage): boolean => isOneOf(user, PAGE_ROLES[page]);

/** Sells, takes money and gives it back. */
export const maySell = (user: User): boolean => isOneOf(user, tillStaff);

/** Sets up terminals, printers and clients of the API. */
export const mayInstall = (user: User): boolean => isOneOf(user, installers);
