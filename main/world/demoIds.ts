/** Ids of the demo shop: the same on every machine, so that scripts can rely on them. */
import { fixedId } from './ids.ts';

export const demoIds = {
  merchant: fixedId('MRC', 'demo'),
  other: fixedId('MRC', 'other'),
  noContract: fixedId('MRC', 'nocontract'),
  store: fixedId('STO', 'demo'),
  terminal: fixedId('SDV', 'terminal1'),
  till: fixedId('SDV', 'till1'),
  otherTerminal: fixedId('SDV', 'otherterminal1'),
  otherTill: fixedId('SDV', 'othertill1'),
  baseGroup: fixedId('CRG', 'base'),
  otherGroup: fixedId('CRG', 'other'),
  customer: fixedId('CUS', 'demo'),
  contract: fixedId('GCR', 'demo'),
  paymentContract: fixedId('PCR', 'demo'),
  otherStore: fixedId('STO', 'other'),
  plan: fixedId('PLN', 'demo'),
  otherPlan: fixedId('PLN', 'other'),
  otherContract: fixedId('GCR', 'other'),
  otherPaymentContract: fixedId('PCR', 'other'),
  payer: fixedId('PCU', 'erika'),
  payingCompany: fixedId('PCU', 'company'),
  otherPayer: fixedId('PCU', 'other'),
  container: fixedId('PCT', 'erika'),
  companyContainer: fixedId('PCT', 'company'),
  otherContainer: fixedId('PCT', 'other'),
} as const;

/** Signs in for our own screen; its secret is random and never leaves the process. */
export const screenClientId = 'tillbridge-screen';
