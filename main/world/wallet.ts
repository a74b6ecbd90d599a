/** The store of the wallet, and the data kept beside the documents of customers and instruments. */

import type { Account } from '../domain/bankDetails.ts';
import type { MandateForm } from '../domain/mandate.ts';
import type { PaymentContainer } from '../wire/containers.ts';
import type { PaymentCustomer } from '../wire/customers.ts';
import type { Upload } from '../wire/documents.ts';
import type { Records } from './records.ts';

/** Customers, their payment instruments, and uploaded documents. */
export interface Wallet {
  readonly customers: Records<PaymentCustomer, CustomerInner> & {
    /** PCU_… that came out of the same contact inside a transaction. */
    byFingerprint(merchant: string, fingerprint: string): string | null;
    /** Inside a job: something that is paid names it. */
    markUsed(merchant: string, id: string): void;
  };
  readonly containers: Records<PaymentContainer, ContainerInner> & {
    /** PCT_… of the same instrument of the same customer. */
    byFingerprint(merchant: string, fingerprint: string): string | null;
    markUsed(merchant: string, id: string): void;
    ofCustomer(merchant: string, customer: string): readonly string[];
    merchantOf(id: string): string | null;
    /** Containers with a network token that waits for the card network: PCT_… with its merchant. */
    waiting(): readonly { readonly id: string; readonly merchant: string }[];
    /** PCT_… whose mandate form is at this secret address. */
    byMandateSecret(hash: string): { readonly id: string; readonly merchant: string } | null;
  };
  readonly documents: Documents;
  readonly issues: Issues;
}

/** The data of a Payment Customer that the API does not show. */
export interface CustomerInner {
  /** Fingerprint of the contact that made it inside a transaction. */
  readonly fingerprint?: string;
  /** Something that was paid names it, so its id must not vanish. */
  readonly used?: boolean;
  /** Deleted: the id stays, the person is forgotten. */
  readonly forgotten?: boolean;
}

/** The data of a Payment Container that the API does not show: of a card never more than four digits and the issuer. */
export interface ContainerInner {
  readonly fingerprint?: string;
  readonly used?: boolean;
  /** The instrument as the acquirer gets it. */
  readonly instrument: {
    readonly type: string;
    /** Last four digits of a card, or of an account. */
    readonly last4: string | null;
    /** The reference that the card page or the telephone gave in place of the number. */
    readonly reference: string | null;
    readonly issuer: string | null;
  };
  /** In full; of `bank_account` only. */
  readonly account: Account | null;
  readonly notificationUrl: string | null;
  readonly mandate: {
    /** Hash of the secret in the address of the form, and until when it opens, ms. */
    readonly secret: string;
    readonly expiresAt: number;
    /** The form as it was made. */
    readonly form: MandateForm;
  } | null;
}

export interface DocumentContent {
  readonly document: Upload;
  readonly content: Buffer;
  /** The object that took the document; a document that nothing took expires. */
  readonly assigned: string | null;
  /** ms; null once something took it. */
  readonly expires: number | null;
}

export interface Documents {
  find(merchant: string, id: string): DocumentContent | null;
  /** How many there are, and their bytes together. */
  kept(merchant: string): { readonly count: number; readonly bytes: number };
  /** Bytes that this person or client has sent and nothing has taken yet. */
  freeBytesOf(merchant: string, sender: string): number;
  // The rest is for use inside `write`.
  insert(merchant: string, sender: string, document: Upload, content: Buffer, expiresAt: number): void;
  /** From now on it stays, for what took it. */
  assign(merchant: string, id: string, to: string): void;
  /** Free again, and expired from this time on, if it is this that took it. */
  release(merchant: string, id: string, from: string, at: number): void;
  /** Documents nobody took; gives how many are forgotten. */
  forgetExpired(now: number): number;
}

/** Cases in which a person has to decide. */
export interface Issue {
  readonly merchant: string;
  readonly kind: 'mandate';
  /** The object of the case, for example PCT_… */
  readonly object: string;
  /** DUP_… to be looked at. */
  readonly document: string;
  readonly at: number;
}

export interface Issues {
  find(merchant: string, number: number): (Issue & { readonly closed: boolean }) | null;
  // The rest is for use inside `write`.
  /** Gives its number. */
  open(issue: Issue): number;
  close(number: number, at: number): void;
}
