/* Made from the contracts of the API by `npm run api`; do not edit. */

export interface Operations {
  /**
   * Get an access token
   */
  'POST /oauth/token': {
    body: TokenInputInList | null;
    answer: TokenAnswer;
  };
  /**
   * Create a Smart Transaction
   */
  'POST /api/v2/Smart/Transactions': {
    body: SmartTransactionInput | null;
    answer: SmartTransaction;
  };
  /**
   * List smart.transactions
   */
  'GET /api/v2/Smart/Transactions': {
    answer: {
      /**
       * all matches, including those not returned
       */
      count: number;
      data: SmartTransactionInList[];
      [k: string]: unknown;
    };
  };
  /**
   * Read one of smart.transactions
   */
  'GET /api/v2/Smart/Transactions/{id}': {
    answer: SmartTransaction;
  };
  /**
   * Update a Smart Transaction that has not been executed
   */
  'PUT /api/v2/Smart/Transactions/{id}': {
    body: SmartTransactionInput | null;
    answer: SmartTransaction;
  };
  /**
   * Apply the loyalty card: bonus lines and the sum still missing
   */
  'POST /api/v2/Smart/Transactions/{id}/preTransaction': {
    answer: PreTransactionAnswer;
  };
  /**
   * Authorise a payment
   */
  'POST /api/v2/Smart/Transactions/{id}/prepare/{method}': {
    body: {
      customer?: {
        [k: string]: unknown;
      } | null;
      container?: {
        [k: string]: unknown;
      } | null;
      callback_urls?: {
        success_url?: string;
        failure_url?: string;
        [k: string]: unknown;
      } | null;
      dynamic_descriptor?: {
        [k: string]: unknown;
      } | null;
      auto_capture?: boolean | null;
      email?: string | null;
      tid?: string | null;
      trace?: (number | string) | null;
      cardtype?: string | null;
      amount_given?: (number | string) | null;
      [k: string]: unknown;
    } | null;
    answer: SmartTransaction;
  };
  /**
   * Capture what prepare authorised
   */
  'POST /api/v2/Smart/Transactions/{id}/start': {
    body: {
      customer?: {
        [k: string]: unknown;
      } | null;
      container?: {
        [k: string]: unknown;
      } | null;
      callback_urls?: {
        success_url?: string;
        failure_url?: string;
        [k: string]: unknown;
      } | null;
      dynamic_descriptor?: {
        [k: string]: unknown;
      } | null;
      auto_capture?: boolean | null;
      email?: string | null;
      tid?: string | null;
      trace?: (number | string) | null;
      cardtype?: string | null;
      amount_given?: (number | string) | null;
      [k: string]: unknown;
    } | null;
    answer: SmartTransaction;
  };
  /**
   * Take the money; cashless blocks until the terminal is done
   */
  'POST /api/v2/Smart/Transactions/{id}/start/{method}': {
    body: {
      customer?: {
        [k: string]: unknown;
      } | null;
      container?: {
        [k: string]: unknown;
      } | null;
      callback_urls?: {
        success_url?: string;
        failure_url?: string;
        [k: string]: unknown;
      } | null;
      dynamic_descriptor?: {
        [k: string]: unknown;
      } | null;
      auto_capture?: boolean | null;
      email?: string | null;
      tid?: string | null;
      trace?: (number | string) | null;
      cardtype?: string | null;
      amount_given?: (number | string) | null;
      [k: string]: unknown;
    } | null;
    answer: SmartTransaction;
  };
  /**
   * Cancel; an executed payment is reversed first
   */
  'POST /api/v2/Smart/Transactions/{id}/cancel': {
    answer: SmartTransaction;
  };
  /**
   * Cancel by receipt number
   */
  'POST /api/v2/Smart/Transactions/{id}/canceltrx': {
    answer: SmartTransaction;
  };
  /**
   * Terminal diagnosis, blocking
   */
  'POST /api/v2/Smart/Transactions/{id}/diagnosis': {
    answer: SmartTransaction;
  };
  /**
   * Terminal end-of-day, blocking
   */
  'POST /api/v2/Smart/Transactions/{id}/endOfDay': {
    answer: SmartTransaction;
  };
  /**
   * List devices, terminals first
   */
  'GET /api/v2/Smart/Devices': {
    answer: {
      /**
       * all matches, including those not returned
       */
      count: number;
      data: DeviceInList[];
      [k: string]: unknown;
    };
  };
  /**
   * Read a device; `me` is the till of the token
   */
  'GET /api/v2/Smart/Devices/{id}': {
    answer: Device;
  };
  /**
   * Sign in with a PIN
   */
  'POST /bridge/v1/session': {
    body: LoginInput;
    answer: Session;
  };
  /**
   * Sign out
   */
  'DELETE /bridge/v1/session': {};
  /**
   * Renew the session by cookie
   */
  'POST /bridge/v1/session/refresh': {
    answer: Session;
  };
  /**
   * All articles
   */
  'GET /bridge/v1/catalogue': {
    answer: Catalogue;
  };
  /**
   * One article by EAN or article number
   */
  'GET /bridge/v1/articles/{code}': {
    answer: Article;
  };
  /**
   * A loyalty card with its balances
   */
  'GET /bridge/v1/cards/{cardnumber}': {
    answer: CardView;
  };
  /**
   * What this till is doing
   */
  'GET /bridge/v1/till': {
    answer: TillView;
  };
  /**
   * Put a sale on the screen, or none
   */
  'PUT /bridge/v1/till': {
    body: {
      transaction: string | null;
      [k: string]: unknown;
    };
    answer: TillView;
  };
  /**
   * Ask the terminal to stop the running payment
   */
  'POST /bridge/v1/till/abort': {
    answer: {
      requested: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * A person decides whether money moved, where the terminal could not tell
   */
  'POST /bridge/v1/transactions/{id}/verdict': {
    body: {
      paid: boolean;
      [k: string]: unknown;
    };
    answer: SmartTransaction;
  };
  /**
   * Event stream (server-sent events)
   */
  'GET /bridge/v1/events': {};
  /**
   * What the screen must know before sign-in
   */
  'GET /bridge/v1/screen': {
    answer: ScreenInfo;
  };
}
export interface TokenInputInList {
  grant_type?: string;
  client_id?: string;
  client_secret?: string;
  username?: string;
  password?: string;
  device?: string;
  refresh_token?: string;
  uuid?: string;
  code?: string;
  [k: string]: unknown;
}
export interface TokenAnswer {
  access_token: string;
  /**
   * seconds
   */
  expires_in: number;
  token_type: 'bearer';
  scope: string | null;
  refresh_token?: string;
  [k: string]: unknown;
}
export interface SmartTransactionInput {
  merchant?:
    | (
        | string
        | {
            id: string;
            [k: string]: unknown;
          }
      )
    | null;
  transactionRef?: string | null;
  merchantRef?: string | null;
  basket?: BasketInputInList | null;
  basket_info?: BasketInfoInputInList | null;
  idents?: IdentInput[] | null;
  tax_amount?: (number | string) | null;
  tax_rate?: (number | string) | null;
  market?: string | null;
  cashier?: string | null;
  product?: string | null;
  device_source?: {
    [k: string]: unknown;
  } | null;
  provider_contract?: {
    [k: string]: unknown;
  } | null;
  contract?: {
    [k: string]: unknown;
  } | null;
  trans_id?: (number | string) | null;
  last_visited_page?: string | null;
  customer?: {
    [k: string]: unknown;
  } | null;
  shipping_address?: {
    [k: string]: unknown;
  } | null;
  container?: {
    [k: string]: unknown;
  } | null;
  checkin?: {
    [k: string]: unknown;
  } | null;
  is_demo?: boolean | null;
  intent?: ('sale' | 'order') | null;
  checkout_links?: {
    [k: string]: unknown;
  } | null;
  delivery_options?: {
    [k: string]: unknown;
  } | null;
  communications?:
    | (
        | {
            [k: string]: unknown;
          }
        | {
            [k: string]: unknown;
          }[]
      )
    | null;
  application_context?: {
    [k: string]: unknown;
  } | null;
  payment_context?: {
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface BasketInputInList {
  products?: BasketItemInputInList[] | null;
  texts?: unknown[] | null;
  type?: string | null;
  [k: string]: unknown;
}
export interface BasketItemInputInList {
  id?: (number | string) | null;
  parent?: (number | string) | null;
  articleNumber?: string | null;
  ean?: string | null;
  desc?: string | null;
  quantity?: number | string;
  priceOne?: number | string;
  tax?: (number | string) | null;
  group?:
    | {
        id?: string;
        desc?: string;
        level?: number | string;
        [k: string]: unknown;
      }[]
    | null;
  serialNumber?: string | null;
  item_type?: string | null;
  reference_id?: string | null;
  contract_id?: string | null;
  sum?: (number | string) | null;
  [k: string]: unknown;
}
export interface BasketInfoInputInList {
  sum?: (number | string) | null;
  currency?: string;
  gratuity?: (number | string) | null;
  missing_sum?: (number | string) | null;
  [k: string]: unknown;
}
export interface IdentInput {
  type: string;
  value: string;
  [k: string]: unknown;
}
export interface SmartTransaction {
  object: 'smart.transactions';
  id: string;
  created: string;
  updated: string;
  status: 'created' | 'processing' | 'ok' | 'received' | 'collection' | 'pending' | 'failed' | 'cancelled';
  merchant: {
    object: 'general.merchants';
    id: string;
    companyname?: string;
    [k: string]: unknown;
  };
  transactionRef: string | null;
  merchantRef: string | null;
  intent: string | null;
  basket: {
    products: BasketItem[];
    texts: unknown[];
    type: string;
    [k: string]: unknown;
  };
  basket_info: BasketInfo;
  idents: Ident[];
  transactions: PaymentReference[];
  payment_method: string | null;
  trans_id: number | null;
  receipt: (
    | {
        type: 'separator';
        value: {
          caption?: string;
          [k: string]: unknown;
        };
        [k: string]: unknown;
      }
    | {
        type: 'textline';
        value: {
          text: string;
          decoration: ('important' | 'align-left' | 'align-center' | 'align-right')[];
          [k: string]: unknown;
        };
        [k: string]: unknown;
      }
    | {
        type: 'name-value';
        value: {
          name: string;
          value: string;
          decoration: ('important' | 'align-left' | 'align-center' | 'align-right')[];
          [k: string]: unknown;
        };
        [k: string]: unknown;
      }
    | {
        type: 'space';
        [k: string]: unknown;
      }
  )[];
  receipt_merchant?: (
    | {
        type: 'separator';
        value: {
          caption?: string;
          [k: string]: unknown;
        };
        [k: string]: unknown;
      }
    | {
        type: 'textline';
        value: {
          text: string;
          decoration: ('important' | 'align-left' | 'align-center' | 'align-right')[];
          [k: string]: unknown;
        };
        [k: string]: unknown;
      }
    | {
        type: 'name-value';
        value: {
          name: string;
          value: string;
          decoration: ('important' | 'align-left' | 'align-center' | 'align-right')[];
          [k: string]: unknown;
        };
        [k: string]: unknown;
      }
    | {
        type: 'space';
        [k: string]: unknown;
      }
  )[];
  receipt_merchant_print?: boolean;
  receipt_number?: number;
  iframe_url?: string;
  is_demo: boolean;
  device_source?: {
    [k: string]: unknown;
  } | null;
  cashier?: string | null;
  [k: string]: unknown;
}
export interface BasketItem {
  /**
   * position number
   */
  id: number;
  parent: number | null;
  articleNumber: string;
  ean: string;
  desc: string;
  quantity: number;
  /**
   * smallest currency unit
   */
  priceOne: number;
  /**
   * per cent
   */
  tax: number;
  group: {
    id?: string;
    desc?: string;
    level?: number | string;
    [k: string]: unknown;
  }[];
  serialNumber: string | null;
  /**
   * article, coupon, …
   */
  item_type: string;
  reference_id: string | null;
  contract_id: string | null;
  sum: number | null;
  [k: string]: unknown;
}
export interface BasketInfo {
  /**
   * smallest currency unit
   */
  sum: number;
  currency: string;
  gratuity: number | null;
  /**
   * smallest currency unit
   */
  missing_sum: number;
  [k: string]: unknown;
}
export interface Ident {
  object: 'smart.idents';
  /**
   * local id: smi_1, smi_2, …
   */
  id: string;
  prefix: string;
  name: string;
  type: string;
  value: string;
  valid: boolean;
  merchantcard?: MerchantCard;
  [k: string]: unknown;
}
export interface MerchantCard {
  object: 'loyalty.merchantcards';
  id: string;
  merchant: Reference;
  created_for_merchant: Reference;
  created_for_store: Reference | null;
  card: {
    object: 'loyalty.cards';
    id: string;
    cardnumber: string;
    created: string;
    [k: string]: unknown;
  };
  cardgroup: {
    object: 'loyalty.cardgroups';
    id: string;
    display_name: string;
    display_name_raw: string;
    stock_warn_limit: number | null;
    picture: string | null;
    [k: string]: unknown;
  };
  is_base_card: boolean;
  points: number;
  /**
   * smallest currency unit
   */
  cash_balance: number;
  /**
   * smallest currency unit
   */
  bonus_balance: number;
  /**
   * smallest currency unit
   */
  balance: number;
  last_usage: string | null;
  last_charge: string | null;
  /**
   * active, inactive, stored
   */
  stock_status: string;
  /**
   * locked, unlocked
   */
  lock_status: string;
  passcode: number;
  expiry_date: string | null;
  [k: string]: unknown;
}
export interface Reference {
  object: string;
  id: string;
  [k: string]: unknown;
}
export interface PaymentReference {
  object: string;
  id: string;
  trans_id: number;
  transaction_hash: string;
  [k: string]: unknown;
}
export interface SmartTransactionInList {
  object?: 'smart.transactions';
  id?: string;
  created?: string;
  updated?: string;
  status?: 'created' | 'processing' | 'ok' | 'received' | 'collection' | 'pending' | 'failed' | 'cancelled';
  merchant?: {
    object?: 'general.merchants';
    id?: string;
    companyname?: string;
    [k: string]: unknown;
  };
  transactionRef?: string | null;
  merchantRef?: string | null;
  intent?: string | null;
  basket?: {
    products?: BasketItemInList[];
    texts?: unknown[];
    type?: string;
    [k: string]: unknown;
  };
  basket_info?: BasketInfoInList;
  idents?: IdentInList[];
  transactions?: PaymentReferenceInList[];
  payment_method?: string | null;
  trans_id?: number | null;
  receipt?: (
    | {
        type?: 'separator';
        value?: {
          caption?: string;
          [k: string]: unknown;
        };
        [k: string]: unknown;
      }
    | {
        type?: 'textline';
        value?: {
          text?: string;
          decoration?: ('important' | 'align-left' | 'align-center' | 'align-right')[];
          [k: string]: unknown;
        };
        [k: string]: unknown;
      }
    | {
        type?: 'name-value';
        value?: {
          name?: string;
          value?: string;
          decoration?: ('important' | 'align-left' | 'align-center' | 'align-right')[];
          [k: string]: unknown;
        };
        [k: string]: unknown;
      }
    | {
        type?: 'space';
        [k: string]: unknown;
      }
  )[];
  receipt_merchant?: (
    | {
        type?: 'separator';
        value?: {
          caption?: string;
          [k: string]: unknown;
        };
        [k: string]: unknown;
      }
    | {
        type?: 'textline';
        value?: {
          text?: string;
          decoration?: ('important' | 'align-left' | 'align-center' | 'align-right')[];
          [k: string]: unknown;
        };
        [k: string]: unknown;
      }
    | {
        type?: 'name-value';
        value?: {
          name?: string;
          value?: string;
          decoration?: ('important' | 'align-left' | 'align-center' | 'align-right')[];
          [k: string]: unknown;
        };
        [k: string]: unknown;
      }
    | {
        type?: 'space';
        [k: string]: unknown;
      }
  )[];
  receipt_merchant_print?: boolean;
  receipt_number?: number;
  iframe_url?: string;
  is_demo?: boolean;
  device_source?: {
    [k: string]: unknown;
  } | null;
  cashier?: string | null;
  [k: string]: unknown;
}
export interface BasketItemInList {
  /**
   * position number
   */
  id?: number;
  parent?: number | null;
  articleNumber?: string;
  ean?: string;
  desc?: string;
  quantity?: number;
  /**
   * smallest currency unit
   */
  priceOne?: number;
  /**
   * per cent
   */
  tax?: number;
  group?: {
    id?: string;
    desc?: string;
    level?: number | string;
    [k: string]: unknown;
  }[];
  serialNumber?: string | null;
  /**
   * article, coupon, …
   */
  item_type?: string;
  reference_id?: string | null;
  contract_id?: string | null;
  sum?: number | null;
  [k: string]: unknown;
}
export interface BasketInfoInList {
  /**
   * smallest currency unit
   */
  sum?: number;
  currency?: string;
  gratuity?: number | null;
  /**
   * smallest currency unit
   */
  missing_sum?: number;
  [k: string]: unknown;
}
export interface IdentInList {
  object?: 'smart.idents';
  /**
   * local id: smi_1, smi_2, …
   */
  id?: string;
  prefix?: string;
  name?: string;
  type?: string;
  value?: string;
  valid?: boolean;
  merchantcard?: MerchantCardInList;
  [k: string]: unknown;
}
export interface MerchantCardInList {
  object?: 'loyalty.merchantcards';
  id?: string;
  merchant?: ReferenceInList;
  created_for_merchant?: ReferenceInList;
  created_for_store?: ReferenceInList | null;
  card?: {
    object?: 'loyalty.cards';
    id?: string;
    cardnumber?: string;
    created?: string;
    [k: string]: unknown;
  };
  cardgroup?: {
    object?: 'loyalty.cardgroups';
    id?: string;
    display_name?: string;
    display_name_raw?: string;
    stock_warn_limit?: number | null;
    picture?: string | null;
    [k: string]: unknown;
  };
  is_base_card?: boolean;
  points?: number;
  /**
   * smallest currency unit
   */
  cash_balance?: number;
  /**
   * smallest currency unit
   */
  bonus_balance?: number;
  /**
   * smallest currency unit
   */
  balance?: number;
  last_usage?: string | null;
  last_charge?: string | null;
  /**
   * active, inactive, stored
   */
  stock_status?: string;
  /**
   * locked, unlocked
   */
  lock_status?: string;
  passcode?: number;
  expiry_date?: string | null;
  [k: string]: unknown;
}
export interface ReferenceInList {
  object?: string;
  id?: string;
  [k: string]: unknown;
}
export interface PaymentReferenceInList {
  object?: string;
  id?: string;
  trans_id?: number;
  transaction_hash?: string;
  [k: string]: unknown;
}
export interface PreTransactionAnswer {
  /**
   * smallest currency unit
   */
  missing_sum: number;
  bonus_products: BasketItem[];
  [k: string]: unknown;
}
export interface DeviceInList {
  object?: 'smart.devices';
  id?: string;
  merchant?: ReferenceInList;
  store?: {
    object?: 'general.stores';
    id?: string;
    name?: string;
    [k: string]: unknown;
  } | null;
  type?: 'cashier' | 'zvt' | 'shopmodule' | 'webterminal';
  vendor?: string | null;
  vendor_uid?: string | null;
  description?: string;
  tid?: string | null;
  online?: boolean;
  status?: string;
  created?: string;
  updated?: string;
  [k: string]: unknown;
}
export interface Device {
  object: 'smart.devices';
  id: string;
  merchant: Reference;
  store: {
    object: 'general.stores';
    id: string;
    name: string;
    [k: string]: unknown;
  } | null;
  type: 'cashier' | 'zvt' | 'shopmodule' | 'webterminal';
  vendor: string | null;
  vendor_uid: string | null;
  description: string;
  tid: string | null;
  online: boolean;
  status: string;
  created: string;
  updated: string;
  [k: string]: unknown;
}
export interface LoginInput {
  username: string;
  pin: string;
  [k: string]: unknown;
}
export interface Session {
  access_token: string;
  /**
   * seconds
   */
  expires_in: number;
  user: {
    id: string;
    username: string;
    name: string;
    role: 'cashier' | 'manager' | 'integrator' | 'backoffice';
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface Catalogue {
  version: string;
  articles: Article[];
  [k: string]: unknown;
}
export interface Article {
  articleNumber: string;
  /**
   * empty for articles without a barcode
   */
  ean: string;
  desc: string;
  descEn: string;
  /**
   * smallest currency unit
   */
  price: number;
  /**
   * per cent
   */
  tax: number;
  group: {
    id: string;
    desc: string;
    level: number;
    [k: string]: unknown;
  }[];
  quickKey: boolean;
  [k: string]: unknown;
}
export interface CardView {
  merchantcard: MerchantCard;
  refusal: ('locked' | 'expired' | 'inactive') | null;
  [k: string]: unknown;
}
export interface TillView {
  device: {
    id: string;
    description: string;
    [k: string]: unknown;
  };
  transaction: SmartTransaction | null;
  payment: {
    /**
     * STX_…
     */
    transaction: string;
    /**
     * SDV_… of the terminal
     */
    device: string;
    amount: number;
    currency: string;
    startedAt: number;
    step: 'connecting' | 'registering' | 'sent' | 'prompt' | 'abortRequested' | 'abortRefused' | 'deciding' | 'person';
    prompt: {
      de: string;
      en: string;
      [k: string]: unknown;
    } | null;
    aborting: boolean;
    [k: string]: unknown;
  } | null;
  terminal: {
    device: string;
    description: string;
    state: 'offline' | 'connecting' | 'ready' | 'busy' | 'closed';
    /**
     * milliseconds since 1970
     */
    since: number;
    reason: string | null;
    [k: string]: unknown;
  } | null;
  queue: {
    /**
     * none: no back office configured
     */
    upstream: 'none' | 'up' | 'down';
    waiting: number;
    parked: number;
    oldest: number | null;
    [k: string]: unknown;
  };
  lastEventId: string;
  [k: string]: unknown;
}
export interface ScreenInfo {
  version: string;
  /**
   * demo data: the screen shows the PINs and the virtual terminal
   */
  demo: boolean;
  merchant: {
    name: string;
    currency: string;
    [k: string]: unknown;
  };
  staff: {
    username: string;
    name: string;
    role: string;
    [k: string]: unknown;
  }[];
  scanner: {
    prefix: string;
    /**
     * key name that ends a scan, for example Enter
     */
    suffix: string;
    /**
     * longest pause between two keys of a scan, milliseconds
     */
    gap: number;
    /**
     * numbers that begin so are loyalty cards
     */
    cardPrefixes: string[];
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface TokenError {
  error: string;
  error_description: string;
  [k: string]: unknown;
}
export interface ErrorBody {
  status: 'error';
  /**
   * name of the error, see the error table
   */
  error: string;
  /**
   * what is wrong and where, for developers
   */
  error_details: string;
  /**
   * what to tell the user, in German or English by Accept-Language
   */
  error_user: string;
  code: number;
  /**
   * finds the request in the journal
   */
  supportId: string;
  [k: string]: unknown;
}
