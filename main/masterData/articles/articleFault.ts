/** The reason for which an article is not taken as it is: the member, and one sentence in both languages. */
import type { InputFault } from '../shop.ts';

export class ArticleFault extends Error {
  readonly fault: InputFault;

  constructor(fault: InputFault) {
    super(`${fault.path}: ${fault.texts.en}`);
    this.fault = fault;
  }
}

export const faultAt = (path: string, de: string, en: string): ArticleFault =>
  new ArticleFault({ path, texts: { de, en } });
