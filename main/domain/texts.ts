/** A text for people in both languages. */

export interface Texts {
  readonly de: string;
  readonly en: string;
}
