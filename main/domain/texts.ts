export interface Texts {
  readonly de: string;
  readonly en: string;
}
