/** The people of the demo: one sees everything, one the first store. Their passwords are published, so a live office never has them. */
import type { Sql } from '../database/officeDatabase.ts';
import { addPerson } from '../people/persons.ts';
import { demoMerchant, demoStores } from './places.ts';

const people = [
  { username: 'chain@demo.example', name: 'Demo Chain', role: 'chain', store: null, password: 'demo-office-1' },
  {
    username: 'store@demo.example',
    name: 'Demo Store',
    role: 'store',
    store: demoStores[0]?.id ?? null,
    password: 'demo-office-2',
  },
] as const;

export async function seedPeople(sql: Sql): Promise<void> {
  for (const person of people) await addPerson(sql, { ...person, merchant: demoMerchant.id });
}
