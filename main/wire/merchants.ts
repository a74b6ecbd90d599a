/** The merchant behind a token, and what merchants may trade in. */
import Type, { type Static } from 'typebox';
import { idOf, nullable, open, Reference } from './shapes.ts';

export const GeneralMerchant = open({
  object: Type.Literal('general.merchants'),
  id: idOf('MRC'),
  id_old: nullable(Type.Integer()),
  type: Type.String(),
  companyname: Type.String(),
  user: open({ companyname: Type.String(), address: Type.Array(Type.String()) }),
  parent: nullable(Reference),
  assigned_by: Type.Array(open({})),
  invited_by: Type.Array(open({})),
  legal_details: Type.Array(open({})),
  urls: Type.Array(open({})),
  store_name: Type.String(),
  store: nullable(Type.Object(Reference.properties, { description: 'the default store' })),
});
export type GeneralMerchant = Static<typeof GeneralMerchant>;

export const MerchantCategory = open({
  object: Type.Literal('general.merchantcategories'),
  id: Type.Integer({ description: 'what requestId takes as merchant_category' }),
  desc: Type.String(),
});
