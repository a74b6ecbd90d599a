/** The merchant behind a token, and what merchants may trade in. */
import Type, { type Static } from 'typebox';
import { idOf, nullable, openObject, Reference } from './shapes.ts';

export const GeneralMerchant = openObject({
  object: Type.Literal('general.merchants'),
  id: idOf('MRC'),
  id_old: nullable(Type.Integer()),
  type: Type.String(),
  companyname: Type.String(),
  user: openObject({ companyname: Type.String(), address: Type.Array(Type.String()) }),
  parent: nullable(Reference),
  assigned_by: Type.Array(openObject({})),
  invited_by: Type.Array(openObject({})),
  legal_details: Type.Array(openObject({})),
  urls: Type.Array(openObject({})),
  store_name: Type.String(),
  store: nullable(Type.Object(Reference.properties, { description: 'the default store' })),
});
export type GeneralMerchant = Static<typeof GeneralMerchant>;

export const MerchantCategory = openObject({
  object: Type.Literal('general.merchantcategories'),
  id: Type.Integer({ description: 'what requestId takes as merchant_category' }),
  desc: Type.String(),
});
