/* Made from the contracts of the API by `npm run api`; do not edit. */

export interface Operations {
  /**
   * Get an access token
   */
  'POST /oauth/token': {
    body: TokenInputInList | null;
    answer: TokenAnswer | DeviceCodeAnswer;
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
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: SmartTransactionInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
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
    body: {
      use_balance?: boolean | null;
      [k: string]: unknown;
    } | null;
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
      questions?: boolean | null;
      terminal?: string | null;
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
      questions?: boolean | null;
      terminal?: string | null;
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
      questions?: boolean | null;
      terminal?: string | null;
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
   * Give up a sale that has not been executed, or ask the terminal to stop its payment
   */
  'POST /api/v2/Smart/Transactions/{id}/abort': {
    answer: SmartTransaction;
  };
  /**
   * Mark as shipped or collected
   */
  'POST /api/v2/Smart/Transactions/{id}/setDelivery': {
    body: {
      delivery_options:
        | {
            type: 'shipping';
            shipped_at?: string | null;
            shipped_by?: string | null;
            tracking_code?: string | null;
            invoice_number?: string | null;
            [k: string]: unknown;
          }
        | {
            type: 'collection';
            store_id?: string | null;
            delivered_at?: string | null;
            code?: string | null;
            scheduled_slot?:
              | (
                  | {
                      start_date?: string | null;
                      end_date?: string | null;
                      [k: string]: unknown;
                    }
                  | unknown[]
                )
              | null;
            [k: string]: unknown;
          };
      [k: string]: unknown;
    };
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
   * Renew the session by cookie; null where there is none
   */
  'POST /bridge/v1/session/refresh': {
    answer: Session | null;
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
    body: TillInput;
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
   * Answer a question of the terminal
   */
  'POST /bridge/v1/till/answer': {
    body: AnswerInput;
    answer: TillView;
  };
  /**
   * Say what became of the goods of an approved payment
   */
  'POST /bridge/v1/till/hand-over': {
    body: {
      result: 'done' | 'failed';
      [k: string]: unknown;
    };
    answer: TillView;
  };
  /**
   * Say whether a late approval is kept, or a signature is right; or take the payment back
   */
  'POST /bridge/v1/till/late': {
    body: LateInput;
    answer: TillView;
  };
  /**
   * Ask the terminal now how the last command ended
   */
  'POST /bridge/v1/till/recover': {
    answer: TillView;
  };
  /**
   * Slips of the payment whose ending is not settled yet, for a reprint
   */
  'GET /bridge/v1/till/slip': {
    answer: SlipView;
  };
  /**
   * A person decides whether money moved, where the terminal could not tell
   */
  'POST /bridge/v1/transactions/{id}/verdict': {
    body: OperationVerdict;
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
  /**
   * The terminals of this bridge
   */
  'GET /bridge/v1/terminals': {
    answer: {
      count: number;
      data: {
        device: string;
        description: string;
        /**
         * zvt, …
         */
        protocol: string;
        connection:
          | {
              type: 'tcp';
              host: string;
              port: number;
              [k: string]: unknown;
            }
          | {
              type: 'tcpListen';
              port: number;
              /**
               * address to listen on; all of this machine when left out
               */
              host?: string;
              /**
               * who is let in: address, host name or network as CIDR; may be left out on a loopback address only
               */
              from?: string;
              /**
               * TID; another terminal that calls is not worked with. Pairing fills it in
               */
              terminalId?: string;
              [k: string]: unknown;
            }
          | {
              type: 'serial';
              path?: string;
              baudRate?: number;
              stopBits?: 1 | 2;
              /**
               * the USB adapter; its port is found wherever it was plugged in
               */
              device?: {
                vendorId: string;
                productId?: string;
                serialNumber?: string;
                [k: string]: unknown;
              };
              [k: string]: unknown;
            };
        /**
         * tcp://host:port, tcp-listen:port or serial:path
         */
        endpoint: string;
        /**
         * what the model is known to be able to do; generic where it is not known
         */
        profile: string;
        /**
         * settings of the protocol, as they were given, and what pairing found out of them
         */
        options: {
          [k: string]: unknown;
        };
        /**
         * pay, reverse, refund, diagnosis, …: what can be used through this API, nothing else is offered
         */
        features: string[];
        terminalId: string | null;
        software: string | null;
        state: 'offline' | 'connecting' | 'ready' | 'busy' | 'closed';
        /**
         * milliseconds since 1970
         */
        since: number;
        reason: string | null;
        code: string | null;
        holder: string | null;
        condition: {
          /**
           * it takes no cards; false: it asks for its cure, and may work on until then
           */
          blocks: boolean;
          /**
           * a task this terminal can do; time (an update, a restart); a person at the terminal
           */
          cure: 'diagnosis' | 'endOfDay' | 'initialisation' | 'wait' | 'person';
          resultCode: number | null;
          texts: Texts;
          /**
           * milliseconds since 1970
           */
          since: number;
          [k: string]: unknown;
        } | null;
        /**
         * tills whose card payments it takes
         */
        tills: {
          id: string;
          description: string;
          [k: string]: unknown;
        }[];
        /**
         * others may pay at it, too, or nobody has said that they do not: then more is left to a person
         */
        shared: boolean;
        sharedWith: ('no' | 'tillbridge' | 'others') | null;
        /**
         * the till says what became of the goods before a payment is final
         */
        handOver: boolean;
        /**
         * false: it stands in the configuration file and is changed there
         */
        paired: boolean;
        [k: string]: unknown;
      }[];
      [k: string]: unknown;
    };
  };
  /**
   * Pair a terminal: asked who it is, kept, and in use at once
   */
  'POST /bridge/v1/terminals': {
    body: {
      connection:
        | {
            type: 'tcp';
            host: string;
            port: number;
            [k: string]: unknown;
          }
        | {
            type: 'tcpListen';
            port: number;
            /**
             * address to listen on; all of this machine when left out
             */
            host?: string;
            /**
             * who is let in: address, host name or network as CIDR; may be left out on a loopback address only
             */
            from?: string;
            /**
             * TID; another terminal that calls is not worked with. Pairing fills it in
             */
            terminalId?: string;
            [k: string]: unknown;
          }
        | {
            type: 'serial';
            path?: string;
            baudRate?: number;
            stopBits?: 1 | 2;
            /**
             * the USB adapter; its port is found wherever it was plugged in
             */
            device?: {
              vendorId: string;
              productId?: string;
              serialNumber?: string;
              [k: string]: unknown;
            };
            [k: string]: unknown;
          };
      protocol?: string | null;
      password?: string | null;
      currency?: string | null;
      profile?: string | null;
      options?: {
        [k: string]: unknown;
      } | null;
      device?: string | null;
      description?: string | null;
      tills?: string[] | null;
      shared?: (boolean | ('no' | 'tillbridge' | 'others')) | null;
      handOver?: boolean | null;
      [k: string]: unknown;
    };
    answer: {
      terminal: {
        device: string;
        description: string;
        /**
         * zvt, …
         */
        protocol: string;
        connection:
          | {
              type: 'tcp';
              host: string;
              port: number;
              [k: string]: unknown;
            }
          | {
              type: 'tcpListen';
              port: number;
              /**
               * address to listen on; all of this machine when left out
               */
              host?: string;
              /**
               * who is let in: address, host name or network as CIDR; may be left out on a loopback address only
               */
              from?: string;
              /**
               * TID; another terminal that calls is not worked with. Pairing fills it in
               */
              terminalId?: string;
              [k: string]: unknown;
            }
          | {
              type: 'serial';
              path?: string;
              baudRate?: number;
              stopBits?: 1 | 2;
              /**
               * the USB adapter; its port is found wherever it was plugged in
               */
              device?: {
                vendorId: string;
                productId?: string;
                serialNumber?: string;
                [k: string]: unknown;
              };
              [k: string]: unknown;
            };
        /**
         * tcp://host:port, tcp-listen:port or serial:path
         */
        endpoint: string;
        /**
         * what the model is known to be able to do; generic where it is not known
         */
        profile: string;
        /**
         * settings of the protocol, as they were given, and what pairing found out of them
         */
        options: {
          [k: string]: unknown;
        };
        /**
         * pay, reverse, refund, diagnosis, …: what can be used through this API, nothing else is offered
         */
        features: string[];
        terminalId: string | null;
        software: string | null;
        state: 'offline' | 'connecting' | 'ready' | 'busy' | 'closed';
        /**
         * milliseconds since 1970
         */
        since: number;
        reason: string | null;
        code: string | null;
        holder: string | null;
        condition: {
          /**
           * it takes no cards; false: it asks for its cure, and may work on until then
           */
          blocks: boolean;
          /**
           * a task this terminal can do; time (an update, a restart); a person at the terminal
           */
          cure: 'diagnosis' | 'endOfDay' | 'initialisation' | 'wait' | 'person';
          resultCode: number | null;
          texts: Texts;
          /**
           * milliseconds since 1970
           */
          since: number;
          [k: string]: unknown;
        } | null;
        /**
         * tills whose card payments it takes
         */
        tills: {
          id: string;
          description: string;
          [k: string]: unknown;
        }[];
        /**
         * others may pay at it, too, or nobody has said that they do not: then more is left to a person
         */
        shared: boolean;
        sharedWith: ('no' | 'tillbridge' | 'others') | null;
        /**
         * the till says what became of the goods before a payment is final
         */
        handOver: boolean;
        /**
         * false: it stands in the configuration file and is changed there
         */
        paired: boolean;
        [k: string]: unknown;
      };
      /**
       * of the diagnosis
       */
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
      diagnosis: Texts | null;
      [k: string]: unknown;
    };
  };
  /**
   * The search for terminals, and where one could search
   */
  'GET /bridge/v1/terminals/search': {
    answer: {
      id: string | null;
      running: boolean;
      /**
       * places asked
       */
      done: number;
      /**
       * places to ask
       */
      of: number;
      found: {
        endpoint: string;
        connection:
          | {
              type: 'tcp';
              host: string;
              port: number;
              [k: string]: unknown;
            }
          | {
              type: 'tcpListen';
              port: number;
              /**
               * address to listen on; all of this machine when left out
               */
              host?: string;
              /**
               * who is let in: address, host name or network as CIDR; may be left out on a loopback address only
               */
              from?: string;
              /**
               * TID; another terminal that calls is not worked with. Pairing fills it in
               */
              terminalId?: string;
              [k: string]: unknown;
            }
          | {
              type: 'serial';
              path?: string;
              baudRate?: number;
              stopBits?: 1 | 2;
              /**
               * the USB adapter; its port is found wherever it was plugged in
               */
              device?: {
                vendorId: string;
                productId?: string;
                serialNumber?: string;
                [k: string]: unknown;
              };
              [k: string]: unknown;
            };
        protocol: string;
        state: 'free' | 'known' | 'held';
        terminalId: string | null;
        software: string | null;
        holder: string | null;
        device: string | null;
        [k: string]: unknown;
      }[];
      /**
       * networks this machine is in, as CIDR, for `subnets`
       */
      networks: string[];
      /**
       * names of the serial ports of this machine
       */
      serialPorts: string[];
      [k: string]: unknown;
    };
  };
  /**
   * Search serial ports and networks for terminals; what is found comes as events
   */
  'POST /bridge/v1/terminals/search': {
    body: {
      ports?: boolean | null;
      subnets?: string[] | null;
      tcpPorts?: number[] | null;
      [k: string]: unknown;
    };
    answer: {
      search: string;
      [k: string]: unknown;
    };
  };
  /**
   * Stop searching
   */
  'DELETE /bridge/v1/terminals/search': {
    answer: {
      id: string | null;
      running: boolean;
      /**
       * places asked
       */
      done: number;
      /**
       * places to ask
       */
      of: number;
      found: {
        endpoint: string;
        connection:
          | {
              type: 'tcp';
              host: string;
              port: number;
              [k: string]: unknown;
            }
          | {
              type: 'tcpListen';
              port: number;
              /**
               * address to listen on; all of this machine when left out
               */
              host?: string;
              /**
               * who is let in: address, host name or network as CIDR; may be left out on a loopback address only
               */
              from?: string;
              /**
               * TID; another terminal that calls is not worked with. Pairing fills it in
               */
              terminalId?: string;
              [k: string]: unknown;
            }
          | {
              type: 'serial';
              path?: string;
              baudRate?: number;
              stopBits?: 1 | 2;
              /**
               * the USB adapter; its port is found wherever it was plugged in
               */
              device?: {
                vendorId: string;
                productId?: string;
                serialNumber?: string;
                [k: string]: unknown;
              };
              [k: string]: unknown;
            };
        protocol: string;
        state: 'free' | 'known' | 'held';
        terminalId: string | null;
        software: string | null;
        holder: string | null;
        device: string | null;
        [k: string]: unknown;
      }[];
      [k: string]: unknown;
    };
  };
  /**
   * The models of terminals of which something is known
   */
  'GET /bridge/v1/terminals/models': {
    answer: {
      data: {
        protocol: string;
        name: string;
        title: string;
        /**
         * it says by itself what it is; any other has to be named
         */
        recognised: boolean;
        [k: string]: unknown;
      }[];
      [k: string]: unknown;
    };
  };
  /**
   * One terminal
   */
  'GET /bridge/v1/terminals/{device}': {
    answer: {
      device: string;
      description: string;
      /**
       * zvt, …
       */
      protocol: string;
      connection:
        | {
            type: 'tcp';
            host: string;
            port: number;
            [k: string]: unknown;
          }
        | {
            type: 'tcpListen';
            port: number;
            /**
             * address to listen on; all of this machine when left out
             */
            host?: string;
            /**
             * who is let in: address, host name or network as CIDR; may be left out on a loopback address only
             */
            from?: string;
            /**
             * TID; another terminal that calls is not worked with. Pairing fills it in
             */
            terminalId?: string;
            [k: string]: unknown;
          }
        | {
            type: 'serial';
            path?: string;
            baudRate?: number;
            stopBits?: 1 | 2;
            /**
             * the USB adapter; its port is found wherever it was plugged in
             */
            device?: {
              vendorId: string;
              productId?: string;
              serialNumber?: string;
              [k: string]: unknown;
            };
            [k: string]: unknown;
          };
      /**
       * tcp://host:port, tcp-listen:port or serial:path
       */
      endpoint: string;
      /**
       * what the model is known to be able to do; generic where it is not known
       */
      profile: string;
      /**
       * settings of the protocol, as they were given, and what pairing found out of them
       */
      options: {
        [k: string]: unknown;
      };
      /**
       * pay, reverse, refund, diagnosis, …: what can be used through this API, nothing else is offered
       */
      features: string[];
      terminalId: string | null;
      software: string | null;
      state: 'offline' | 'connecting' | 'ready' | 'busy' | 'closed';
      /**
       * milliseconds since 1970
       */
      since: number;
      reason: string | null;
      code: string | null;
      holder: string | null;
      condition: {
        /**
         * it takes no cards; false: it asks for its cure, and may work on until then
         */
        blocks: boolean;
        /**
         * a task this terminal can do; time (an update, a restart); a person at the terminal
         */
        cure: 'diagnosis' | 'endOfDay' | 'initialisation' | 'wait' | 'person';
        resultCode: number | null;
        texts: Texts;
        /**
         * milliseconds since 1970
         */
        since: number;
        [k: string]: unknown;
      } | null;
      /**
       * tills whose card payments it takes
       */
      tills: {
        id: string;
        description: string;
        [k: string]: unknown;
      }[];
      /**
       * others may pay at it, too, or nobody has said that they do not: then more is left to a person
       */
      shared: boolean;
      sharedWith: ('no' | 'tillbridge' | 'others') | null;
      /**
       * the till says what became of the goods before a payment is final
       */
      handOver: boolean;
      /**
       * false: it stands in the configuration file and is changed there
       */
      paired: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * Change what a terminal is called, who uses it, and how it is reached
   */
  'PUT /bridge/v1/terminals/{device}': {
    body: {
      description?: string | null;
      password?: string | null;
      connection?:
        | (
            | {
                type: 'tcp';
                host: string;
                port: number;
                [k: string]: unknown;
              }
            | {
                type: 'tcpListen';
                port: number;
                /**
                 * address to listen on; all of this machine when left out
                 */
                host?: string;
                /**
                 * who is let in: address, host name or network as CIDR; may be left out on a loopback address only
                 */
                from?: string;
                /**
                 * TID; another terminal that calls is not worked with. Pairing fills it in
                 */
                terminalId?: string;
                [k: string]: unknown;
              }
            | {
                type: 'serial';
                path?: string;
                baudRate?: number;
                stopBits?: 1 | 2;
                /**
                 * the USB adapter; its port is found wherever it was plugged in
                 */
                device?: {
                  vendorId: string;
                  productId?: string;
                  serialNumber?: string;
                  [k: string]: unknown;
                };
                [k: string]: unknown;
              }
          )
        | null;
      profile?: string | null;
      options?: {
        [k: string]: unknown;
      } | null;
      tills?: string[] | null;
      shared?: (boolean | ('no' | 'tillbridge' | 'others')) | null;
      handOver?: boolean | null;
      [k: string]: unknown;
    };
    answer: {
      device: string;
      description: string;
      /**
       * zvt, …
       */
      protocol: string;
      connection:
        | {
            type: 'tcp';
            host: string;
            port: number;
            [k: string]: unknown;
          }
        | {
            type: 'tcpListen';
            port: number;
            /**
             * address to listen on; all of this machine when left out
             */
            host?: string;
            /**
             * who is let in: address, host name or network as CIDR; may be left out on a loopback address only
             */
            from?: string;
            /**
             * TID; another terminal that calls is not worked with. Pairing fills it in
             */
            terminalId?: string;
            [k: string]: unknown;
          }
        | {
            type: 'serial';
            path?: string;
            baudRate?: number;
            stopBits?: 1 | 2;
            /**
             * the USB adapter; its port is found wherever it was plugged in
             */
            device?: {
              vendorId: string;
              productId?: string;
              serialNumber?: string;
              [k: string]: unknown;
            };
            [k: string]: unknown;
          };
      /**
       * tcp://host:port, tcp-listen:port or serial:path
       */
      endpoint: string;
      /**
       * what the model is known to be able to do; generic where it is not known
       */
      profile: string;
      /**
       * settings of the protocol, as they were given, and what pairing found out of them
       */
      options: {
        [k: string]: unknown;
      };
      /**
       * pay, reverse, refund, diagnosis, …: what can be used through this API, nothing else is offered
       */
      features: string[];
      terminalId: string | null;
      software: string | null;
      state: 'offline' | 'connecting' | 'ready' | 'busy' | 'closed';
      /**
       * milliseconds since 1970
       */
      since: number;
      reason: string | null;
      code: string | null;
      holder: string | null;
      condition: {
        /**
         * it takes no cards; false: it asks for its cure, and may work on until then
         */
        blocks: boolean;
        /**
         * a task this terminal can do; time (an update, a restart); a person at the terminal
         */
        cure: 'diagnosis' | 'endOfDay' | 'initialisation' | 'wait' | 'person';
        resultCode: number | null;
        texts: Texts;
        /**
         * milliseconds since 1970
         */
        since: number;
        [k: string]: unknown;
      } | null;
      /**
       * tills whose card payments it takes
       */
      tills: {
        id: string;
        description: string;
        [k: string]: unknown;
      }[];
      /**
       * others may pay at it, too, or nobody has said that they do not: then more is left to a person
       */
      shared: boolean;
      sharedWith: ('no' | 'tillbridge' | 'others') | null;
      /**
       * the till says what became of the goods before a payment is final
       */
      handOver: boolean;
      /**
       * false: it stands in the configuration file and is changed there
       */
      paired: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * Take a paired terminal out of use; its device stays
   */
  'DELETE /bridge/v1/terminals/{device}': {
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * Let the terminal do something that moves no money
   */
  'POST /bridge/v1/terminals/{device}/tasks': {
    body:
      | {
          do: 'diagnosis';
          kind?: 'line' | 'extended' | 'configuration' | 'emvConfiguration';
          [k: string]: unknown;
        }
      | {
          do: 'initialisation';
          [k: string]: unknown;
        }
      | {
          do: 'logOff';
          [k: string]: unknown;
        }
      | {
          do: 'reset';
          [k: string]: unknown;
        }
      | {
          do: 'turnoverTotals';
          [k: string]: unknown;
        }
      | {
          do: 'sendOffline';
          [k: string]: unknown;
        }
      | {
          do: 'repeatReceipt';
          /**
           * both copies of the last transaction when left out; endOfDay where features names repeatDayEnd
           */
          which?: 'last' | 'merchant' | 'customer' | 'endOfDay';
          [k: string]: unknown;
        }
      | {
          do: 'reprint';
          from: number;
          to?: number;
          [k: string]: unknown;
        }
      | {
          do: 'printConfiguration';
          [k: string]: unknown;
        }
      | {
          do: 'selfTest';
          [k: string]: unknown;
        }
      | {
          do: 'selectLanguage';
          language: string;
          [k: string]: unknown;
        }
      | {
          do: 'setClock';
          /**
           * ms since 1970; now when left out
           */
          at?: number;
          [k: string]: unknown;
        }
      | {
          do: 'serviceMode';
          [k: string]: unknown;
        }
      | {
          do: 'display';
          /**
           * @minItems 1
           * @maxItems 8
           */
          lines: string[];
          seconds?: number;
          [k: string]: unknown;
        }
      | {
          do: 'print';
          /**
           * for the printer of the terminal; broken at 24 characters
           *
           * @minItems 1
           * @maxItems 200
           */
          lines: string[];
          [k: string]: unknown;
        }
      | {
          do: 'ask';
          /**
           * @minItems 1
           * @maxItems 8
           */
          lines: string[];
          /**
           * 30 when left out
           */
          seconds?: number;
          /**
           * wait for so many digits, not for a key; where features names digits
           */
          digits?: {
            least: number;
            most: number;
            [k: string]: unknown;
          };
          [k: string]: unknown;
        }
      | {
          do: 'changeConfiguration';
          /**
           * objects of the vendor in hex; not kept in the journal
           */
          tlv: string;
          [k: string]: unknown;
        };
    answer: {
      do: string;
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
      totals: {
        amount: number;
        byCardType: {
          cardType: string;
          count: number;
          amount: number;
          [k: string]: unknown;
        }[];
        [k: string]: unknown;
      } | null;
      follows: ('update' | 'restart') | null;
      answer: {
        key: string | null;
        typed_digits: string | null;
        [k: string]: unknown;
      } | null;
      [k: string]: unknown;
    };
  };
  /**
   * Print the receipt of a sale on the printer of the terminal
   */
  'POST /bridge/v1/terminals/{device}/print-receipt': {
    body: {
      transaction: string;
      /**
       * customer when left out
       */
      copy?: 'customer' | 'merchant';
      /**
       * it has been printed before: the slip says that it is a copy
       */
      again?: boolean;
      [k: string]: unknown;
    };
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * Wait for a loyalty card at the reader of the terminal
   */
  'POST /bridge/v1/terminals/{device}/read-card': {
    body: {
      seconds?: (number | string) | null;
      [k: string]: unknown;
    } | null;
    answer: {
      number: string | null;
      uid: string | null;
      lastFour: string | null;
      cardName: string | null;
      [k: string]: unknown;
    };
  };
  /**
   * Ask the terminal whether it is ready, and if not, what would cure it
   */
  'GET /bridge/v1/terminals/{device}/status': {
    answer: {
      kind: 'ready' | 'busy' | 'needs' | 'unreachable';
      cure: ('diagnosis' | 'endOfDay' | 'initialisation' | 'person') | null;
      resultCode: number | null;
      texts: Texts | null;
      [k: string]: unknown;
    };
  };
  /**
   * What terminal and till said to each other, without card data; newest last
   */
  'GET /bridge/v1/terminals/{device}/trace': {
    answer: {
      /**
       * all lines that are kept
       */
      count: number;
      /**
       * in the order of time
       */
      data: {
        /**
         * to the millisecond
         */
        at: string;
        /**
         * sent by the till; note: what happened otherwise
         */
        direction: 'sent' | 'received' | 'note';
        /**
         * the message in words, or the note
         */
        text: string;
        hex: string | null;
        [k: string]: unknown;
      }[];
      [k: string]: unknown;
    };
  };
  /**
   * The same as text for people
   */
  'GET /bridge/v1/terminals/{device}/trace/text': {
    answer: string;
  };
  /**
   * What an end-of-day would close, and what stands in its way
   */
  'GET /bridge/v1/terminals/{device}/day-end': {
    answer: DayEndPreview;
  };
  /**
   * Run the end-of-day, blocking; `blockers` of a refusal say what has to be cleared first
   */
  'POST /bridge/v1/terminals/{device}/day-end': {
    body: DayEndInputInList | null;
    answer: DayEnd;
  };
  /**
   * Ends of days with their comparison, newest first
   */
  'GET /bridge/v1/day-ends': {
    answer: DayEndList;
  };
  /**
   * One end-of-day
   */
  'GET /bridge/v1/day-ends/{id}': {
    answer: DayEnd;
  };
  /**
   * A person decides whether an end-of-day took place, where the terminal could not tell
   */
  'POST /bridge/v1/day-ends/{id}/verdict': {
    body: {
      took_place: boolean;
      [k: string]: unknown;
    };
    answer: DayEnd;
  };
  /**
   * When the day is closed by itself: for one terminal, or for all of them
   */
  'PUT /bridge/v1/day-ends/schedule': {
    body: ScheduleInput;
    answer: {
      at: string | null;
      next: string | null;
      [k: string]: unknown;
    };
  };
  /**
   * Move money at the terminal; answers when the terminal is done
   */
  'POST /bridge/v1/terminals/{device}/operations': {
    body: OperationInput;
    answer: Operation;
  };
  /**
   * Operations of a terminal, newest first
   */
  'GET /bridge/v1/terminals/{device}/operations': {
    answer: OperationList;
  };
  /**
   * One operation
   */
  'GET /bridge/v1/terminals/{device}/operations/{id}': {
    answer: Operation;
  };
  /**
   * A person decides whether money moved, where the terminal could not tell
   */
  'POST /bridge/v1/terminals/{device}/operations/{id}/verdict': {
    body: OperationVerdict;
    answer: Operation;
  };
  /**
   * Open pre-authorisations, asked at the terminal
   */
  'GET /bridge/v1/terminals/{device}/pre-authorisations': {
    answer: {
      data: {
        receipt_number: number;
        amount: number | null;
        at: string | null;
        operation: string | null;
        [k: string]: unknown;
      }[];
      [k: string]: unknown;
    };
  };
  /**
   * What the terminal was asked and told, and what was decided; newest first
   */
  'GET /bridge/v1/terminals/{device}/journal': {
    answer: {
      count: number;
      data: {
        number: number;
        at: string;
        kind: 'intent' | 'wire' | 'result' | 'verdict' | 'evidence' | 'late' | 'slip';
        intent: string;
        transaction: string | null;
        data: {
          [k: string]: unknown;
        };
        [k: string]: unknown;
      }[];
      [k: string]: unknown;
    };
  };
  /**
   * List smart.idents
   */
  'GET /api/v2/Smart/Idents': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: IdentTemplateInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * What is known of these idents
   */
  'POST /api/v2/Smart/Idents/{anything}/validate': {
    /**
     * @maxItems 50
     */
    body: IdentInput[];
    answer: Ident[];
  };
  /**
   * List smart.checkins
   */
  'GET /api/v2/Smart/Checkins': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: CheckinInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Read one of smart.checkins
   */
  'GET /api/v2/Smart/Checkins/{id}': {
    answer: Checkin;
  };
  /**
   * Ask something of the customers' app
   */
  'POST /api/v2/Smart/Checkins/{id}/TriggerPushEvent': {
    body: Instruction;
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * Somebody comes into the shop
   */
  'POST /bridge/v1/checkins': {
    body: CheckinInput;
    answer: Checkin;
  };
  /**
   * Somebody leaves the shop
   */
  'DELETE /bridge/v1/checkins/{id}': {
    answer: Checkin[];
  };
  /**
   * List loyalty.merchantcards
   */
  'GET /api/v2/Loyalty/MerchantCards': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: MerchantCardInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Read one of loyalty.merchantcards
   */
  'GET /api/v2/Loyalty/MerchantCards/{id}': {
    answer: MerchantCard;
  };
  /**
   * Change expiry date, payment container or additional data
   */
  'PUT /api/v2/Loyalty/MerchantCards/{id}': {
    body: MerchantCardInput;
    answer: MerchantCard;
  };
  /**
   * Book on a card
   */
  'POST /api/v2/Loyalty/MerchantCards/{id}/transaction/{target}': {
    body: CardTransactionInput;
    answer: CardTransaction;
  };
  /**
   * Is this a card that can be used?
   */
  'POST /api/v2/Loyalty/MerchantCards/{id}/validateMerchantcard': {
    body: {
      cardnumber?: string | null;
      merchant?:
        | (
            | string
            | {
                id: string;
                [k: string]: unknown;
              }
          )
        | null;
      [k: string]: unknown;
    } | null;
    answer: Validation;
  };
  /**
   * Is this the code printed on the card?
   */
  'POST /api/v2/Loyalty/MerchantCards/{id}/checkCsc': {
    body: CscInput;
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * Is this the passcode of the card?
   */
  'POST /api/v2/Loyalty/MerchantCards/{id}/checkPasscode': {
    body: PinInput;
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * Give the card another passcode
   */
  'POST /api/v2/Loyalty/MerchantCards/{id}/newPasscode': {
    body: NewPasscodeInput;
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * Give the card another passcode
   */
  'POST /api/v2/Loyalty/MerchantCards/{id}/resetPasscode': {
    body: NewPasscodeInput;
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * Balance as a slip
   */
  'POST /api/v2/Loyalty/MerchantCards/{id}/getCardBalanceReceipt': {
    body: {
      cardnumber?: string | null;
      terminal_id?: (string | number) | null;
      [k: string]: unknown;
    } | null;
    answer: BalanceReceipt;
  };
  /**
   * Lock a card
   */
  'POST /api/v2/Loyalty/MerchantCards/{id}/lock': {
    body: {
      reason?: (number | string) | null;
      note?: string | null;
      csc?: (string | number) | null;
      [k: string]: unknown;
    } | null;
    answer: LockStatus;
  };
  /**
   * Is the card locked, and why?
   */
  'GET /api/v2/Loyalty/MerchantCards/{id}/lock': {
    answer: LockStatus;
  };
  /**
   * Unlock a card
   */
  'POST /api/v2/Loyalty/MerchantCards/{id}/unlock': {
    body: {
      reason?: (number | string) | null;
      note?: string | null;
      csc?: (string | number) | null;
      [k: string]: unknown;
    } | null;
    answer: LockStatus;
  };
  /**
   * Why cards are locked
   */
  'GET /api/v2/Loyalty/MerchantCards/{id}/lockReasons': {
    answer: {
      id: number;
      desc: string;
      [k: string]: unknown;
    }[];
  };
  /**
   * Create cards; their codes are told here and never again
   */
  'POST /api/v2/Loyalty/MerchantCards/{id}/createMerchantcards/{cardgroupId}': {
    body: CreateCardsInput;
    answer: {
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
      /**
       * of cash_balance, what preTransaction holds for open sales; start charges it
       */
      cash_balance_reserved?: number;
      /**
       * of bonus_balance, what preTransaction holds for open sales; start charges it
       */
      bonus_balance_reserved?: number;
      /**
       * of balance, what preTransaction holds for open sales; start charges it
       */
      balance_reserved?: number;
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
      /**
       * when the card asks for its passcode: 0 never, 1 always, 2 to 6 by action
       */
      passcode: number;
      expiry_date: string | null;
      customer?: {
        object: 'loyalty.customers';
        id: string;
        [k: string]: unknown;
      } | null;
      customer_assignment_date?: string | null;
      payment_container?: unknown;
      additional_data?: unknown;
      csc: string;
      [k: string]: unknown;
    }[];
  };
  /**
   * The card belongs to this customer
   */
  'POST /api/v2/Loyalty/MerchantCards/{id}/setCustomer/{customerId}': {
    answer: MerchantCard;
  };
  /**
   * A new customer gets the card
   */
  'POST /api/v2/Loyalty/MerchantCards/{id}/registerCustomer': {
    body: CustomerInput;
    answer: MerchantCard;
  };
  /**
   * Move a card to another group
   */
  'PUT /api/v2/Loyalty/MerchantCards/{id}/cardgroup/{cardgroupId}': {
    answer: MerchantCard;
  };
  /**
   * What can be booked on the card here
   */
  'GET /api/v2/Loyalty/MerchantCards/{id}/virtualTerminalData/{merchantId}': {
    answer: TerminalData;
  };
  /**
   * List loyalty.cards
   */
  'GET /api/v2/Loyalty/Cards': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: LoyaltyCardInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Read one of loyalty.cards
   */
  'GET /api/v2/Loyalty/Cards/{id}': {
    answer: LoyaltyCard;
  };
  /**
   * Assign a card to an account; `me` is the own one
   */
  'POST /api/v2/Loyalty/Cards/{id}/assignUser/{accountId}': {
    body: {
      pin?: (string | number) | null;
      [k: string]: unknown;
    } | null;
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * Take a card off an account
   */
  'DELETE /api/v2/Loyalty/Cards/{id}/assignUser/{accountId}': {
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * List loyalty.cardgroups
   */
  'GET /api/v2/Loyalty/Cardgroups': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: CardGroupInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Create a card group
   */
  'POST /api/v2/Loyalty/Cardgroups': {
    body: CardGroupInput;
    answer: CardGroup;
  };
  /**
   * Read one of loyalty.cardgroups
   */
  'GET /api/v2/Loyalty/Cardgroups/{id}': {
    answer: CardGroup;
  };
  /**
   * Change a card group
   */
  'PUT /api/v2/Loyalty/Cardgroups/{id}': {
    body: CardGroupInput;
    answer: CardGroup;
  };
  /**
   * Does a card ask for its passcode before an action?
   */
  'POST /api/v2/Loyalty/Cardgroups/{id}/checkPasscodeEnabled': {
    body: PasscodeQuestion;
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * List loyalty.customers
   */
  'GET /api/v2/Loyalty/Customers': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: CustomerInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Create a loyalty customer
   */
  'POST /api/v2/Loyalty/Customers': {
    body: CustomerInput;
    answer: Customer;
  };
  /**
   * Read one of loyalty.customers
   */
  'GET /api/v2/Loyalty/Customers/{id}': {
    answer: Customer;
  };
  /**
   * Change a loyalty customer
   */
  'PUT /api/v2/Loyalty/Customers/{id}': {
    body: CustomerInput;
    answer: Customer;
  };
  /**
   * Assign a payment container to a loyalty customer
   */
  'POST /api/v2/Loyalty/Customers/{id}/paymentContainer/{containerId}': {
    answer: Customer;
  };
  /**
   * Detach the payment container of a loyalty customer
   */
  'DELETE /api/v2/Loyalty/Customers/{id}/paymentContainer/{containerId}': {
    answer: Customer;
  };
  /**
   * List loyalty.transactions
   */
  'GET /api/v2/Loyalty/Transactions': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: LoyaltyTransactionInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Read one of loyalty.transactions
   */
  'GET /api/v2/Loyalty/Transactions/{id}': {
    answer: LoyaltyTransaction;
  };
  /**
   * List smart.devices
   */
  'GET /api/v2/Smart/Devices': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: {
            object?: 'smart.devices';
            id?: string;
            merchant?: ReferenceInList;
            store?: {
              object?: 'general.stores';
              id?: string;
              name?: string;
              [k: string]: unknown;
            } | null;
            contract?: ReferenceInList | null;
            vendor?: string | null;
            vendor_uid?: string | null;
            type?: 'cashier' | 'zvt' | 'shopmodule' | 'webterminal';
            device?: {
              object?: string;
              id?: string;
              serial_number?: string | null;
              [k: string]: unknown;
            } | null;
            routing?: ReferenceInList | null;
            user_pin?: string | null;
            products?: {
              [k: string]: {
                [k: string]: unknown;
              };
            };
            description?: string;
            tid?: string | null;
            idle_screen_register?: string | null;
            idle_screen_terminal?: string | null;
            /**
             * a terminal that answers, a till that is signed in
             */
            online?: boolean;
            refresh?: number | null;
            connection_type?: 'https' | 'stomp';
            terminal_type?: string | null;
            base_version?: string | null;
            status?: string;
            created?: string;
            updated?: string;
            [k: string]: unknown;
          }[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Make a device; a till gets a uuid to sign in with
   */
  'POST /api/v2/Smart/Devices': {
    body: {
      merchant?:
        | (
            | string
            | {
                id: string;
                [k: string]: unknown;
              }
          )
        | null;
      store?:
        | (
            | string
            | {
                id: string;
                [k: string]: unknown;
              }
          )
        | null;
      contract?:
        | (
            | string
            | {
                id: string;
                [k: string]: unknown;
              }
          )
        | null;
      device?:
        | (
            | string
            | {
                id: string;
                serial_number?: string | null;
                [k: string]: unknown;
              }
          )
        | null;
      vendor?: string | null;
      vendor_uid?: string | null;
      type?: ('cashier' | 'zvt' | 'shopmodule' | 'webterminal') | null;
      description?: string | null;
      tid?: string | null;
      products?: {
        [k: string]: {
          [k: string]: unknown;
        };
      } | null;
      idle_screen_register?: string | null;
      idle_screen_terminal?: string | null;
      refresh?: (number | string) | null;
      connection_type?: ('https' | 'stomp') | null;
      terminal_type?: string | null;
      base_version?: string | null;
      [k: string]: unknown;
    };
    answer: {
      object: 'smart.devices';
      id: string;
      merchant: Reference;
      store: {
        object: 'general.stores';
        id: string;
        name: string;
        [k: string]: unknown;
      } | null;
      contract: Reference | null;
      vendor: string | null;
      vendor_uid: string | null;
      type: 'cashier' | 'zvt' | 'shopmodule' | 'webterminal';
      device: {
        object: string;
        id: string;
        serial_number: string | null;
        [k: string]: unknown;
      } | null;
      routing: Reference | null;
      user_pin: string | null;
      products: {
        [k: string]: {
          [k: string]: unknown;
        };
      };
      description: string;
      tid: string | null;
      idle_screen_register: string | null;
      idle_screen_terminal: string | null;
      /**
       * a terminal that answers, a till that is signed in
       */
      online: boolean;
      refresh: number | null;
      connection_type: 'https' | 'stomp';
      terminal_type: string | null;
      base_version: string | null;
      status: string;
      created: string;
      updated: string;
      [k: string]: unknown;
    };
  };
  /**
   * Read a device; `me` is the till of the token
   */
  'GET /api/v2/Smart/Devices/{id}': {
    answer: {
      object: 'smart.devices';
      id: string;
      merchant: Reference;
      store: {
        object: 'general.stores';
        id: string;
        name: string;
        [k: string]: unknown;
      } | null;
      contract: Reference | null;
      vendor: string | null;
      vendor_uid: string | null;
      type: 'cashier' | 'zvt' | 'shopmodule' | 'webterminal';
      device: {
        object: string;
        id: string;
        serial_number: string | null;
        [k: string]: unknown;
      } | null;
      routing: Reference | null;
      user_pin: string | null;
      products: {
        [k: string]: {
          [k: string]: unknown;
        };
      };
      description: string;
      tid: string | null;
      idle_screen_register: string | null;
      idle_screen_terminal: string | null;
      /**
       * a terminal that answers, a till that is signed in
       */
      online: boolean;
      refresh: number | null;
      connection_type: 'https' | 'stomp';
      terminal_type: string | null;
      base_version: string | null;
      status: string;
      created: string;
      updated: string;
      [k: string]: unknown;
    };
  };
  /**
   * Change a device; what is not sent stays
   */
  'PUT /api/v2/Smart/Devices/{id}': {
    body: {
      merchant?:
        | (
            | string
            | {
                id: string;
                [k: string]: unknown;
              }
          )
        | null;
      store?:
        | (
            | string
            | {
                id: string;
                [k: string]: unknown;
              }
          )
        | null;
      contract?:
        | (
            | string
            | {
                id: string;
                [k: string]: unknown;
              }
          )
        | null;
      device?:
        | (
            | string
            | {
                id: string;
                serial_number?: string | null;
                [k: string]: unknown;
              }
          )
        | null;
      vendor?: string | null;
      vendor_uid?: string | null;
      type?: ('cashier' | 'zvt' | 'shopmodule' | 'webterminal') | null;
      description?: string | null;
      tid?: string | null;
      products?: {
        [k: string]: {
          [k: string]: unknown;
        };
      } | null;
      idle_screen_register?: string | null;
      idle_screen_terminal?: string | null;
      refresh?: (number | string) | null;
      connection_type?: ('https' | 'stomp') | null;
      terminal_type?: string | null;
      base_version?: string | null;
      [k: string]: unknown;
    };
    answer: {
      object: 'smart.devices';
      id: string;
      merchant: Reference;
      store: {
        object: 'general.stores';
        id: string;
        name: string;
        [k: string]: unknown;
      } | null;
      contract: Reference | null;
      vendor: string | null;
      vendor_uid: string | null;
      type: 'cashier' | 'zvt' | 'shopmodule' | 'webterminal';
      device: {
        object: string;
        id: string;
        serial_number: string | null;
        [k: string]: unknown;
      } | null;
      routing: Reference | null;
      user_pin: string | null;
      products: {
        [k: string]: {
          [k: string]: unknown;
        };
      };
      description: string;
      tid: string | null;
      idle_screen_register: string | null;
      idle_screen_terminal: string | null;
      /**
       * a terminal that answers, a till that is signed in
       */
      online: boolean;
      refresh: number | null;
      connection_type: 'https' | 'stomp';
      terminal_type: string | null;
      base_version: string | null;
      status: string;
      created: string;
      updated: string;
      [k: string]: unknown;
    };
  };
  /**
   * Let in the device that shows this code
   */
  'PUT /api/v2/Smart/Devices/pin': {
    body: {
      user_pin: string;
      [k: string]: unknown;
    };
    answer: {
      object: 'smart.devices';
      id: string;
      merchant: Reference;
      store: {
        object: 'general.stores';
        id: string;
        name: string;
        [k: string]: unknown;
      } | null;
      contract: Reference | null;
      vendor: string | null;
      vendor_uid: string | null;
      type: 'cashier' | 'zvt' | 'shopmodule' | 'webterminal';
      device: {
        object: string;
        id: string;
        serial_number: string | null;
        [k: string]: unknown;
      } | null;
      routing: Reference | null;
      user_pin: string | null;
      products: {
        [k: string]: {
          [k: string]: unknown;
        };
      };
      description: string;
      tid: string | null;
      idle_screen_register: string | null;
      idle_screen_terminal: string | null;
      /**
       * a terminal that answers, a till that is signed in
       */
      online: boolean;
      refresh: number | null;
      connection_type: 'https' | 'stomp';
      terminal_type: string | null;
      base_version: string | null;
      status: string;
      created: string;
      updated: string;
      [k: string]: unknown;
    };
  };
  /**
   * Let in this device, which shows the code
   */
  'PUT /api/v2/Smart/Devices/{id}/pin': {
    body: {
      user_pin: string;
      [k: string]: unknown;
    };
    answer: {
      object: 'smart.devices';
      id: string;
      merchant: Reference;
      store: {
        object: 'general.stores';
        id: string;
        name: string;
        [k: string]: unknown;
      } | null;
      contract: Reference | null;
      vendor: string | null;
      vendor_uid: string | null;
      type: 'cashier' | 'zvt' | 'shopmodule' | 'webterminal';
      device: {
        object: string;
        id: string;
        serial_number: string | null;
        [k: string]: unknown;
      } | null;
      routing: Reference | null;
      user_pin: string | null;
      products: {
        [k: string]: {
          [k: string]: unknown;
        };
      };
      description: string;
      tid: string | null;
      idle_screen_register: string | null;
      idle_screen_terminal: string | null;
      /**
       * a terminal that answers, a till that is signed in
       */
      online: boolean;
      refresh: number | null;
      connection_type: 'https' | 'stomp';
      terminal_type: string | null;
      base_version: string | null;
      status: string;
      created: string;
      updated: string;
      [k: string]: unknown;
    };
  };
  /**
   * For what a PIN has been set
   */
  'GET /api/v2/Smart/Devices/{id}/devicePinConfig': {
    answer: DevicePinConfig;
  };
  /**
   * Set the PIN of a device, and of store and merchant where they are named
   */
  'PUT /api/v2/Smart/Devices/{id}/devicePin': {
    body: DevicePinInput;
    answer: DevicePinConfig;
  };
  /**
   * The devices of a type that this one is joined with
   */
  'GET /api/v2/Smart/Devices/{id}/routing/{type}': {
    answer: {
      /**
       * all matches, including those not returned
       */
      count: number;
      data: {
        object?: 'smart.devices';
        id?: string;
        merchant?: ReferenceInList;
        store?: {
          object?: 'general.stores';
          id?: string;
          name?: string;
          [k: string]: unknown;
        } | null;
        contract?: ReferenceInList | null;
        vendor?: string | null;
        vendor_uid?: string | null;
        type?: 'cashier' | 'zvt' | 'shopmodule' | 'webterminal';
        device?: {
          object?: string;
          id?: string;
          serial_number?: string | null;
          [k: string]: unknown;
        } | null;
        routing?: ReferenceInList | null;
        user_pin?: string | null;
        products?: {
          [k: string]: {
            [k: string]: unknown;
          };
        };
        description?: string;
        tid?: string | null;
        idle_screen_register?: string | null;
        idle_screen_terminal?: string | null;
        /**
         * a terminal that answers, a till that is signed in
         */
        online?: boolean;
        refresh?: number | null;
        connection_type?: 'https' | 'stomp';
        terminal_type?: string | null;
        base_version?: string | null;
        status?: string;
        created?: string;
        updated?: string;
        [k: string]: unknown;
      }[];
      [k: string]: unknown;
    };
  };
  /**
   * The devices of a type that this one is joined with
   */
  'GET /api/v2/Smart/Devices/{id}/routing/type/{type}': {
    answer: {
      /**
       * all matches, including those not returned
       */
      count: number;
      data: {
        object?: 'smart.devices';
        id?: string;
        merchant?: ReferenceInList;
        store?: {
          object?: 'general.stores';
          id?: string;
          name?: string;
          [k: string]: unknown;
        } | null;
        contract?: ReferenceInList | null;
        vendor?: string | null;
        vendor_uid?: string | null;
        type?: 'cashier' | 'zvt' | 'shopmodule' | 'webterminal';
        device?: {
          object?: string;
          id?: string;
          serial_number?: string | null;
          [k: string]: unknown;
        } | null;
        routing?: ReferenceInList | null;
        user_pin?: string | null;
        products?: {
          [k: string]: {
            [k: string]: unknown;
          };
        };
        description?: string;
        tid?: string | null;
        idle_screen_register?: string | null;
        idle_screen_terminal?: string | null;
        /**
         * a terminal that answers, a till that is signed in
         */
        online?: boolean;
        refresh?: number | null;
        connection_type?: 'https' | 'stomp';
        terminal_type?: string | null;
        base_version?: string | null;
        status?: string;
        created?: string;
        updated?: string;
        [k: string]: unknown;
      }[];
      [k: string]: unknown;
    };
  };
  /**
   * End every token that stands for a device
   */
  'DELETE /bridge/v1/devices/{id}/tokens': {
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * Create a Payment Transaction
   */
  'POST /api/v2/Payment/Transactions': {
    body: PaymentInput;
    answer: PaymentTransaction;
  };
  /**
   * List payment.transactions
   */
  'GET /api/v2/Payment/Transactions': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: PaymentTransactionInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Read one of payment.transactions
   */
  'GET /api/v2/Payment/Transactions/{id}': {
    answer: PaymentTransaction;
  };
  /**
   * The same payment as its method-specific resource shows it
   */
  'GET /api/v2/Payment/Transactions/{id}/OldFormat': {
    answer: SpecificPayment;
  };
  /**
   * Status, and what is left of the amount
   */
  'GET /api/v2/Payment/Transactions/{id}/checkStatus': {
    answer: StatusAnswer;
  };
  /**
   * Status simulator: forces a status, and so a push; not in a live shop, for no cashier
   */
  'POST /api/v2/Payment/Transactions/{id}/TestChangedPaymentStatus': {
    body: {
      new_status_id: number | string;
      [k: string]: unknown;
    };
    answer: PaymentTransaction;
  };
  /**
   * Give back all or a part; the transactions this made
   */
  'POST /api/v2/Payment/Transactions/{id}/cancel': {
    body: CancelInputInList | null;
    answer: PaymentTransaction[];
  };
  /**
   * Take all or a part of what was authorised
   */
  'POST /api/v2/Payment/Transactions/{id}/capture': {
    body: CaptureInputInList | null;
    answer: PaymentTransaction;
  };
  /**
   * Lift the lock for payout
   */
  'POST /api/v2/Payment/Transactions/{id}/revokeAccrual': {
    answer: PaymentTransaction;
  };
  /**
   * Hold more than was authorised
   */
  'POST /api/v2/Payment/Transactions/{id}/IncreaseAmount': {
    body: {
      amount: number | string;
      [k: string]: unknown;
    };
    answer: PaymentTransaction;
  };
  /**
   * Tell about the delivery
   */
  'PUT /api/v2/Payment/Transactions/{id}/ShippingInformation': {
    body: ShippingInputInList;
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * Where and how the payer transfers
   */
  'POST /api/v2/Payment/Transactions/{id}/getPaymentInstructions': {
    body: {
      lang?: string | null;
      [k: string]: unknown;
    } | null;
    answer: InstructionsAnswer;
  };
  /**
   * Where and how the payer transfers
   */
  'POST /api/v2/Payment/Transactions/me/getPaymentInstructions/{id}': {
    body: {
      lang?: string | null;
      [k: string]: unknown;
    } | null;
    answer: InstructionsAnswer;
  };
  /**
   * Pay with a transfer that named no payment
   */
  'POST /api/v2/Payment/Transactions/{id}/assignPayment/{accounting}': {
    answer: PaymentTransaction;
  };
  /**
   * Pay with the transfers that named no payment
   */
  'POST /api/v2/Payment/Transactions/{id}/assignTransferBalance': {
    answer: PaymentTransaction;
  };
  /**
   * The account a refund would go to
   */
  'POST /api/v2/Payment/Transactions/me/getRefundBankAccount': {
    body: {
      trans_id: number | string;
      [k: string]: unknown;
    };
    answer: BankAccount;
  };
  /**
   * What has been collected and is locked for payout
   */
  'GET /api/v2/Payment/Transactions/me/CrowdFundingData/{id}': {
    answer: CrowdFunding;
  };
  /**
   * List payment.customers
   */
  'GET /api/v2/Payment/Customers': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: PaymentCustomerInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Store a customer
   */
  'POST /api/v2/Payment/Customers': {
    body: PaymentCustomerInput;
    answer: PaymentCustomer;
  };
  /**
   * Read one of payment.customers
   */
  'GET /api/v2/Payment/Customers/{id}': {
    answer: PaymentCustomer;
  };
  /**
   * Replace the contact of a customer
   */
  'PUT /api/v2/Payment/Customers/{id}': {
    body: PaymentCustomerInput;
    answer: PaymentCustomer;
  };
  /**
   * Forget a customer: one that was paid for keeps its id and nothing else
   */
  'DELETE /api/v2/Payment/Customers/{id}': {
    answer: PaymentCustomer[];
  };
  /**
   * List payment.containers
   */
  'GET /api/v2/Payment/Containers': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: {
            object?: 'payment.containers';
            id?: string;
            merchant?: ReferenceInList;
            contract?: ReferenceInList;
            customer?: ReferenceInList | null;
            /**
             * applepay, bank_account, credit_card, googlepay, paypal
             */
            type?: string;
            private?: {
              [k: string]: unknown;
            } | null;
            public?: {
              [k: string]: unknown;
            } | null;
            mandate?: MandateInList | null;
            created?: string;
            updated?: string;
            token_status?: TokenStatusInList;
            [k: string]: unknown;
          }[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Store a payment instrument; the same one of a customer is stored once
   */
  'POST /api/v2/Payment/Containers': {
    body: PaymentContainerInput;
    answer: {
      object: 'payment.containers';
      id: string;
      merchant: Reference;
      contract: Reference;
      customer: Reference | null;
      /**
       * applepay, bank_account, credit_card, googlepay, paypal
       */
      type: string;
      private: {
        [k: string]: unknown;
      } | null;
      public: {
        [k: string]: unknown;
      } | null;
      mandate: Mandate | null;
      created: string;
      updated?: string;
      token_status: TokenStatus;
      [k: string]: unknown;
    };
  };
  /**
   * Read one of payment.containers
   */
  'GET /api/v2/Payment/Containers/{id}': {
    answer: {
      object: 'payment.containers';
      id: string;
      merchant: Reference;
      contract: Reference;
      customer: Reference | null;
      /**
       * applepay, bank_account, credit_card, googlepay, paypal
       */
      type: string;
      private: {
        [k: string]: unknown;
      } | null;
      public: {
        [k: string]: unknown;
      } | null;
      mandate: Mandate | null;
      created: string;
      updated?: string;
      token_status: TokenStatus;
      [k: string]: unknown;
    };
  };
  /**
   * Change what is said of an instrument, not the instrument
   */
  'PUT /api/v2/Payment/Containers/{id}': {
    body: PaymentContainerUpdateInList;
    answer: {
      object: 'payment.containers';
      id: string;
      merchant: Reference;
      contract: Reference;
      customer: Reference | null;
      /**
       * applepay, bank_account, credit_card, googlepay, paypal
       */
      type: string;
      private: {
        [k: string]: unknown;
      } | null;
      public: {
        [k: string]: unknown;
      } | null;
      mandate: Mandate | null;
      created: string;
      updated?: string;
      token_status: TokenStatus;
      [k: string]: unknown;
    };
  };
  /**
   * Forget an instrument: one that was paid with keeps its id only
   */
  'DELETE /api/v2/Payment/Containers/{id}': {
    answer: {
      object: 'payment.containers';
      id: string;
      merchant: Reference;
      contract: Reference;
      customer: Reference | null;
      /**
       * applepay, bank_account, credit_card, googlepay, paypal
       */
      type: string;
      private: {
        [k: string]: unknown;
      } | null;
      public: {
        [k: string]: unknown;
      } | null;
      mandate: Mandate | null;
      created: string;
      updated?: string;
      token_status: TokenStatus;
      [k: string]: unknown;
    }[];
  };
  /**
   * Archive an instrument; its network token is given back in the background
   */
  'PUT /api/v2/Payment/Containers/{id}/archive': {
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * Make the form of a business-to-business mandate
   */
  'POST /api/v2/Payment/Containers/{id}/mandate': {
    body: MandateInput;
    answer: {
      /**
       * the form to be signed, a PDF of one page; the address is a secret and expires
       */
      mandate_url: string;
      [k: string]: unknown;
    };
  };
  /**
   * Send back the signed form
   */
  'POST /api/v2/Payment/Containers/{id}/Uploadmandate': {
    body: {
      /**
       * DUP_ id of a PDF
       */
      document_id: string;
      [k: string]: unknown;
    };
    answer: {
      service_issue_id: number;
      [k: string]: unknown;
    };
  };
  /**
   * Check an IBAN
   */
  'POST /api/v2/Payment/Containers/me/validateSingleIban': {
    body: IbanInput;
    answer: IbanAnswer;
  };
  /**
   * Open a mandate form
   */
  'GET /bridge/v1/mandates/{secret}': {};
  /**
   * Decide about a signed mandate, as the service desk does
   */
  'POST /bridge/v1/serviceIssues/{issue}/decide': {
    body: {
      /**
       * true: the mandate is active; false: it has to be signed again
       */
      accepted: boolean;
      [k: string]: unknown;
    };
    answer: {
      object: 'payment.containers';
      id: string;
      merchant: Reference;
      contract: Reference;
      customer: Reference | null;
      /**
       * applepay, bank_account, credit_card, googlepay, paypal
       */
      type: string;
      private: {
        [k: string]: unknown;
      } | null;
      public: {
        [k: string]: unknown;
      } | null;
      mandate: Mandate | null;
      created: string;
      updated?: string;
      token_status: TokenStatus;
      [k: string]: unknown;
    };
  };
  /**
   * List payment.contracts
   * @deprecated
   */
  'GET /api/v2/Payment/Contracts': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: PaymentContractInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Read one of payment.contracts
   * @deprecated
   */
  'GET /api/v2/Payment/Contracts/{id}': {
    answer: PaymentContract;
  };
  /**
   * Payment methods of the contract
   * @deprecated
   */
  'GET /api/v2/Payment/Contracts/{id}/paymentMethods': {
    answer: string[];
  };
  /**
   * Release all transactions of the contract for payout, in the background
   * @deprecated
   */
  'POST /api/v2/Payment/Contracts/{id}/revokeAccrual': {
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * Set where payouts go
   * @deprecated
   */
  'POST /api/v2/Payment/Contracts/{id}/updateBankAccount': {
    body: BankDetailsInput;
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * A contract for a new project of the same merchant, without identification; `url_push` will go
   */
  'POST /api/v2/Payment/Contracts/{id}/clone': {
    body: CloneInput;
    answer: NewContract;
  };
  /**
   * A new contract; starts the identification of the merchant
   */
  'POST /api/v2/Payment/Contracts/{id}/requestId': {
    body: RequestIdInput;
    answer: NewContract;
  };
  /**
   * List general.contracts
   */
  'GET /api/v2/General/Contracts': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: GeneralContractInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Read one of general.contracts
   */
  'GET /api/v2/General/Contracts/{id}': {
    answer: GeneralContract;
  };
  /**
   * Set the checkout configuration
   */
  'PUT /api/v2/General/Contracts/{id}': {
    body: {
      checkout_configuration?: {
        notifications?: {
          merchant_order_mail?: boolean | null;
          customer_order_mail?: boolean | null;
          [k: string]: unknown;
        } | null;
        [k: string]: unknown;
      } | null;
      [k: string]: unknown;
    };
    answer: GeneralContract;
  };
  /**
   * Change the checkout configuration
   */
  'PATCH /api/v2/General/Contracts/{id}': {
    body: {
      checkout_configuration?: {
        notifications?: {
          merchant_order_mail?: boolean | null;
          customer_order_mail?: boolean | null;
          [k: string]: unknown;
        } | null;
        [k: string]: unknown;
      } | null;
      [k: string]: unknown;
    };
    answer: GeneralContract;
  };
  /**
   * Set how the payment link page looks
   */
  'POST /api/v2/General/Contracts/{id}/savePaymentLinkConfiguration': {
    body: {
      background: {
        enabled?: boolean | null;
        image_url?: string | null;
        [k: string]: unknown;
      };
      [k: string]: unknown;
    };
    answer: GeneralContract;
  };
  /**
   * How the payment iframe looks (an obsolete interface)
   */
  'GET /api/v2/General/Contracts/{id}/IframeOptions': {
    answer: IframeOptions;
  };
  /**
   * Currencies of the contract
   */
  'GET /api/v2/General/Contracts/{id}/AvailableCurrencies': {
    answer: string[];
  };
  /**
   * Methods of the contract for a currency
   */
  'POST /api/v2/General/Contracts/{id}/getAvailablePaymentMethods': {
    body: AvailableMethodsInput;
    answer: string[];
  };
  /**
   * Methods a Smart Transaction may be paid with
   */
  'POST /api/v2/General/Contracts/{id}/getAvailablePaymentMethods/{sale}': {
    body: AvailableMethodsInput;
    answer: string[];
  };
  /**
   * Set where payouts go
   */
  'POST /api/v2/General/Contracts/{id}/updateBankAccount': {
    body: UpdateBankAccountInput;
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * Terminate the contract: from then on it can be read and nothing more
   */
  'POST /api/v2/General/Contracts/{id}/terminate': {
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * Release all transactions of the contract for payout, in the background
   */
  'POST /api/v2/General/Contracts/{id}/revokeAccrual': {
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * What has been taken and not paid out yet, by currency
   */
  'GET /api/v2/General/Contracts/{id}/transferBalance': {
    answer: {
      id: string;
      /**
       * by currency
       */
      balances: {
        /**
         * smallest currency unit
         */
        [k: string]: number;
      };
      [k: string]: unknown;
    };
  };
  /**
   * The merchant's accounts at other payment services
   */
  'GET /api/v2/General/Contracts/{id}/ThirdPartyConfiguration': {
    answer: ThirdPartyConfiguration;
  };
  /**
   * Set the accounts; what is not named goes
   */
  'POST /api/v2/General/Contracts/{id}/ThirdPartyConfiguration': {
    body: ThirdPartyInputInList;
    answer: ThirdPartyConfiguration;
  };
  /**
   * Set the accounts; what is not named goes
   */
  'PUT /api/v2/General/Contracts/{id}/ThirdPartyConfiguration': {
    body: ThirdPartyInputInList;
    answer: ThirdPartyConfiguration;
  };
  /**
   * Change what is named
   */
  'PATCH /api/v2/General/Contracts/{id}/ThirdPartyConfiguration': {
    body: ThirdPartyInputInList;
    answer: ThirdPartyConfiguration;
  };
  /**
   * Remove the accounts; answers what was there
   */
  'DELETE /api/v2/General/Contracts/{id}/ThirdPartyConfiguration': {
    answer: ThirdPartyConfiguration[];
  };
  /**
   * Read the own merchant; `me` is the one of the token
   */
  'GET /api/v2/General/Merchants/{id}': {
    answer: GeneralMerchant;
  };
  /**
   * List general.merchantcategories
   */
  'GET /api/v2/General/Merchants/{id}/MerchantCategories': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: MerchantCategoryInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * List general.stores
   */
  'GET /api/v2/General/Stores': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: StoreInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Open a store
   */
  'POST /api/v2/General/Stores': {
    body: NewStoreInput;
    answer: Store;
  };
  /**
   * Read one of general.stores
   */
  'GET /api/v2/General/Stores/{id}': {
    answer: Store;
  };
  /**
   * Change a store: what is named replaces what was there
   */
  'PUT /api/v2/General/Stores/{id}': {
    body: StoreInput;
    answer: Store;
  };
  /**
   * Make it the default store of its merchant
   */
  'POST /api/v2/General/Stores/{id}/setDefault': {
    body: {
      reason: string;
      [k: string]: unknown;
    };
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * List event.pushes
   */
  'GET /bridge/v1/pushes': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: PushEntryInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Read one of event.pushes
   */
  'GET /bridge/v1/pushes/{id}': {
    answer: PushEntry;
  };
  /**
   * Send one again, whatever became of it
   */
  'POST /bridge/v1/pushes/{id}/resend': {
    answer: PushEntry;
  };
  /**
   * Search the journal, newest first
   */
  'GET /bridge/v1/journal': {
    answer: {
      /**
       * all matches, including those not returned
       */
      count: number;
      data: (
        | {
            kind: 'request';
            at: string;
            supportId: string | null;
            merchant: string | null;
            client: string | null;
            staff: string | null;
            method: string;
            url: string;
            status: number;
            /**
             * until the answer was sent
             */
            ms: number;
            headers: {
              [k: string]: string;
            };
            /**
             * without secrets; the beginning alone when it is long
             */
            body: {
              [k: string]: unknown;
            };
            /**
             * without secrets; the beginning alone when it is long
             */
            answer: {
              [k: string]: unknown;
            };
            [k: string]: unknown;
          }
        | {
            kind: 'change';
            at: string;
            supportId: string | null;
            merchant: string | null;
            /**
             * type of the changed object
             */
            object: string;
            id: string;
            type: 'added' | 'changed' | 'removed';
            state: string | null;
            [k: string]: unknown;
          }
        | {
            kind: 'push';
            at: string;
            supportId: string | null;
            merchant: string | null;
            /**
             * evt_…
             */
            id: string;
            /**
             * type of the object it tells of
             */
            object: string;
            /**
             * id of the object it tells of
             */
            data: string;
            url: string;
            /**
             * after this attempt
             */
            state: 'waiting' | 'delivered' | 'discarded' | 'refused';
            attempt: DeliveryAttempt;
            [k: string]: unknown;
          }
      )[];
      [k: string]: unknown;
    };
  };
  /**
   * One request with its answer, its changes and its pushes
   */
  'GET /bridge/v1/journal/{supportId}': {
    answer: {
      supportId: string;
      request: {
        kind: 'request';
        at: string;
        supportId: string | null;
        merchant: string | null;
        client: string | null;
        staff: string | null;
        method: string;
        url: string;
        status: number;
        /**
         * until the answer was sent
         */
        ms: number;
        headers: {
          [k: string]: string;
        };
        /**
         * without secrets; the beginning alone when it is long
         */
        body: {
          [k: string]: unknown;
        };
        /**
         * without secrets; the beginning alone when it is long
         */
        answer: {
          [k: string]: unknown;
        };
        [k: string]: unknown;
      } | null;
      changes: {
        kind: 'change';
        at: string;
        supportId: string | null;
        merchant: string | null;
        /**
         * type of the changed object
         */
        object: string;
        id: string;
        type: 'added' | 'changed' | 'removed';
        state: string | null;
        [k: string]: unknown;
      }[];
      pushes: {
        kind: 'push';
        at: string;
        supportId: string | null;
        merchant: string | null;
        /**
         * evt_…
         */
        id: string;
        /**
         * type of the object it tells of
         */
        object: string;
        /**
         * id of the object it tells of
         */
        data: string;
        url: string;
        /**
         * after this attempt
         */
        state: 'waiting' | 'delivered' | 'discarded' | 'refused';
        attempt: DeliveryAttempt;
        [k: string]: unknown;
      }[];
      [k: string]: unknown;
    };
  };
  /**
   * The request as a curl command
   */
  'GET /bridge/v1/journal/{supportId}/curl': {
    answer: string;
  };
  /**
   * List smart.routings
   */
  'GET /api/v2/Smart/Routings': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: RoutingInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Make a routing without devices
   */
  'POST /api/v2/Smart/Routings': {
    body: RoutingInput | null;
    answer: Routing;
  };
  /**
   * Read one of smart.routings
   */
  'GET /api/v2/Smart/Routings/{id}': {
    answer: Routing;
  };
  /**
   * Change store and description
   */
  'PUT /api/v2/Smart/Routings/{id}': {
    body: RoutingInput;
    answer: Routing;
  };
  /**
   * Remove a routing; its devices stay
   */
  'DELETE /api/v2/Smart/Routings/{id}': {
    answer: Routing[];
  };
  /**
   * Put a till or a terminal into the routing
   */
  'POST /api/v2/Smart/Routings/{id}/assign/{device}': {
    answer: Routing;
  };
  /**
   * Take a device out of the routing
   */
  'DELETE /api/v2/Smart/Routings/{id}/assign/{device}': {
    answer: Routing[];
  };
  /**
   * List auth.approvals
   */
  'GET /bridge/v1/approvals': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: ApprovalInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * A manager approves one thing by PIN; good once, for two minutes
   */
  'POST /bridge/v1/approvals': {
    body: ApprovalInput;
    answer: ApprovalAnswer;
  };
  /**
   * Read one of auth.approvals
   */
  'GET /bridge/v1/approvals/{id}': {
    answer: Approval;
  };
  /**
   * The window of a kiosk may be closed for half a minute
   */
  'POST /bridge/v1/kiosk/exit': {
    answer: {
      until: string;
      [k: string]: unknown;
    };
  };
  /**
   * List services.identrequests
   */
  'GET /api/v2/Services/Identrequests': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: IdentRequestInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Read one of services.identrequests
   */
  'GET /api/v2/Services/Identrequests/{id}': {
    answer: IdentRequest;
  };
  /**
   * List payment.subscriptions
   */
  'GET /api/v2/Payment/Subscriptions': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: SubscriptionInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Read one of payment.subscriptions
   */
  'GET /api/v2/Payment/Subscriptions/{id}': {
    answer: Subscription;
  };
  /**
   * End a subscription: nothing more is charged
   */
  'POST /api/v2/Payment/Subscriptions/{id}/cancel': {
    answer: Subscription;
  };
  /**
   * Charge a subscription (SUB_) to another container from now on
   */
  'POST /api/v2/Smart/Transactions/{id}/updatePaymentContainer': {
    body: {
      [k: string]: unknown;
    };
    answer: SmartTransaction;
  };
  /**
   * List payment.plans
   */
  'GET /api/v2/Payment/Plans': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: PlanInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Make a plan
   */
  'POST /api/v2/Payment/Plans': {
    body: PlanInput;
    answer: Plan;
  };
  /**
   * Read one of payment.plans
   */
  'GET /api/v2/Payment/Plans/{id}': {
    answer: Plan;
  };
  /**
   * Write a plan anew
   */
  'PUT /api/v2/Payment/Plans/{id}': {
    body: PlanInput;
    answer: Plan;
  };
  /**
   * Change a plan
   */
  'PATCH /api/v2/Payment/Plans/{id}': {
    body: PlanInput;
    answer: Plan;
  };
  /**
   * List payment.svcprepays
   */
  'GET /api/v2/Payment/Svcprepays': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: SpecificPaymentInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Create a payment by prepaid
   */
  'POST /api/v2/Payment/Svcprepays': {
    body: PaymentInput;
    answer: SpecificPayment;
  };
  /**
   * Read one of payment.svcprepays
   */
  'GET /api/v2/Payment/Svcprepays/{id}': {
    answer: SpecificPayment;
  };
  /**
   * Give back all or a part
   */
  'POST /api/v2/Payment/Svcprepays/{id}/cancel': {
    body: CancelInputInList | null;
    answer: CancelResult;
  };
  /**
   * Take what was authorised
   */
  'POST /api/v2/Payment/Svcprepays/{id}/capture': {
    body: CaptureInputInList | null;
    answer: SpecificPayment;
  };
  /**
   * Lock for payout or lift the lock
   */
  'PUT /api/v2/Payment/Svcprepays/{id}/accrual': {
    body: {
      accrual: boolean | ('0' | '1' | 'true' | 'false' | '');
      [k: string]: unknown;
    };
    answer: SpecificPayment;
  };
  /**
   * Replace the basket
   */
  'PUT /api/v2/Payment/Svcprepays/{id}/basket': {
    body: PaymentsBasketInput;
    answer: SpecificPayment;
  };
  /**
   * Tell about the delivery
   */
  'PUT /api/v2/Payment/Svcprepays/{id}/shippingInformation': {
    body: ShippingInputInList;
    answer: SpecificPayment;
  };
  /**
   * Attach the invoice of the shop, uploaded before
   */
  'POST /api/v2/Payment/Svcprepays/{id}/assignExternalInvoicePdf/{document}': {
    body: {
      update_existing?: (boolean | ('0' | '1' | 'true' | 'false' | '')) | null;
      [k: string]: unknown;
    } | null;
    answer: {
      document: {
        id: string;
        mime_type: string;
        name: string;
        size: number;
        url: string;
        [k: string]: unknown;
      };
      [k: string]: unknown;
    };
  };
  /**
   * Status simulator: forces a status, and so a push; not in a live shop, for no cashier
   */
  'POST /api/v2/Payment/Svcprepays/{id}/TestChangedPaymentStatus': {
    body: {
      new_status_id: number | string;
      [k: string]: unknown;
    };
    answer: SpecificPayment;
  };
  /**
   * List payment.svcdebits
   */
  'GET /api/v2/Payment/Svcdebits': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: SpecificPaymentInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Create a payment by debit
   */
  'POST /api/v2/Payment/Svcdebits': {
    body: PaymentInput;
    answer: SpecificPayment;
  };
  /**
   * Read one of payment.svcdebits
   */
  'GET /api/v2/Payment/Svcdebits/{id}': {
    answer: SpecificPayment;
  };
  /**
   * Give back all or a part
   */
  'POST /api/v2/Payment/Svcdebits/{id}/cancel': {
    body: CancelInputInList | null;
    answer: CancelResult;
  };
  /**
   * Take what was authorised
   */
  'POST /api/v2/Payment/Svcdebits/{id}/capture': {
    body: CaptureInputInList | null;
    answer: SpecificPayment;
  };
  /**
   * Lock for payout or lift the lock
   */
  'PUT /api/v2/Payment/Svcdebits/{id}/accrual': {
    body: {
      accrual: boolean | ('0' | '1' | 'true' | 'false' | '');
      [k: string]: unknown;
    };
    answer: SpecificPayment;
  };
  /**
   * Replace the basket
   */
  'PUT /api/v2/Payment/Svcdebits/{id}/basket': {
    body: PaymentsBasketInput;
    answer: SpecificPayment;
  };
  /**
   * Tell about the delivery
   */
  'PUT /api/v2/Payment/Svcdebits/{id}/shippingInformation': {
    body: ShippingInputInList;
    answer: SpecificPayment;
  };
  /**
   * Attach the invoice of the shop, uploaded before
   */
  'POST /api/v2/Payment/Svcdebits/{id}/assignExternalInvoicePdf/{document}': {
    body: {
      update_existing?: (boolean | ('0' | '1' | 'true' | 'false' | '')) | null;
      [k: string]: unknown;
    } | null;
    answer: {
      document: {
        id: string;
        mime_type: string;
        name: string;
        size: number;
        url: string;
        [k: string]: unknown;
      };
      [k: string]: unknown;
    };
  };
  /**
   * Status simulator: forces a status, and so a push; not in a live shop, for no cashier
   */
  'POST /api/v2/Payment/Svcdebits/{id}/TestChangedPaymentStatus': {
    body: {
      new_status_id: number | string;
      [k: string]: unknown;
    };
    answer: SpecificPayment;
  };
  /**
   * List payment.svccreditcards
   */
  'GET /api/v2/Payment/Svccreditcards': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: SpecificPaymentInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Create a payment by creditcard
   */
  'POST /api/v2/Payment/Svccreditcards': {
    body: PaymentInput;
    answer: SpecificPayment;
  };
  /**
   * Read one of payment.svccreditcards
   */
  'GET /api/v2/Payment/Svccreditcards/{id}': {
    answer: SpecificPayment;
  };
  /**
   * Give back all or a part
   */
  'POST /api/v2/Payment/Svccreditcards/{id}/cancel': {
    body: CancelInputInList | null;
    answer: CancelResult;
  };
  /**
   * Take what was authorised
   */
  'POST /api/v2/Payment/Svccreditcards/{id}/capture': {
    body: CaptureInputInList | null;
    answer: SpecificPayment;
  };
  /**
   * Lock for payout or lift the lock
   */
  'PUT /api/v2/Payment/Svccreditcards/{id}/accrual': {
    body: {
      accrual: boolean | ('0' | '1' | 'true' | 'false' | '');
      [k: string]: unknown;
    };
    answer: SpecificPayment;
  };
  /**
   * Replace the basket
   */
  'PUT /api/v2/Payment/Svccreditcards/{id}/basket': {
    body: PaymentsBasketInput;
    answer: SpecificPayment;
  };
  /**
   * Tell about the delivery
   */
  'PUT /api/v2/Payment/Svccreditcards/{id}/shippingInformation': {
    body: ShippingInputInList;
    answer: SpecificPayment;
  };
  /**
   * Attach the invoice of the shop, uploaded before
   */
  'POST /api/v2/Payment/Svccreditcards/{id}/assignExternalInvoicePdf/{document}': {
    body: {
      update_existing?: (boolean | ('0' | '1' | 'true' | 'false' | '')) | null;
      [k: string]: unknown;
    } | null;
    answer: {
      document: {
        id: string;
        mime_type: string;
        name: string;
        size: number;
        url: string;
        [k: string]: unknown;
      };
      [k: string]: unknown;
    };
  };
  /**
   * Status simulator: forces a status, and so a push; not in a live shop, for no cashier
   */
  'POST /api/v2/Payment/Svccreditcards/{id}/TestChangedPaymentStatus': {
    body: {
      new_status_id: number | string;
      [k: string]: unknown;
    };
    answer: SpecificPayment;
  };
  /**
   * List payment.svcinvoices
   */
  'GET /api/v2/Payment/Svcinvoices': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: SpecificPaymentInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Create a payment by invoice
   */
  'POST /api/v2/Payment/Svcinvoices': {
    body: PaymentInput;
    answer: SpecificPayment;
  };
  /**
   * Read one of payment.svcinvoices
   */
  'GET /api/v2/Payment/Svcinvoices/{id}': {
    answer: SpecificPayment;
  };
  /**
   * Give back all or a part
   */
  'POST /api/v2/Payment/Svcinvoices/{id}/cancel': {
    body: CancelInputInList | null;
    answer: CancelResult;
  };
  /**
   * Take what was authorised
   */
  'POST /api/v2/Payment/Svcinvoices/{id}/capture': {
    body: CaptureInputInList | null;
    answer: SpecificPayment;
  };
  /**
   * Lock for payout or lift the lock
   */
  'PUT /api/v2/Payment/Svcinvoices/{id}/accrual': {
    body: {
      accrual: boolean | ('0' | '1' | 'true' | 'false' | '');
      [k: string]: unknown;
    };
    answer: SpecificPayment;
  };
  /**
   * Replace the basket
   */
  'PUT /api/v2/Payment/Svcinvoices/{id}/basket': {
    body: PaymentsBasketInput;
    answer: SpecificPayment;
  };
  /**
   * Tell about the delivery
   */
  'PUT /api/v2/Payment/Svcinvoices/{id}/shippingInformation': {
    body: ShippingInputInList;
    answer: SpecificPayment;
  };
  /**
   * Attach the invoice of the shop, uploaded before
   */
  'POST /api/v2/Payment/Svcinvoices/{id}/assignExternalInvoicePdf/{document}': {
    body: {
      update_existing?: (boolean | ('0' | '1' | 'true' | 'false' | '')) | null;
      [k: string]: unknown;
    } | null;
    answer: {
      document: {
        id: string;
        mime_type: string;
        name: string;
        size: number;
        url: string;
        [k: string]: unknown;
      };
      [k: string]: unknown;
    };
  };
  /**
   * Status simulator: forces a status, and so a push; not in a live shop, for no cashier
   */
  'POST /api/v2/Payment/Svcinvoices/{id}/TestChangedPaymentStatus': {
    body: {
      new_status_id: number | string;
      [k: string]: unknown;
    };
    answer: SpecificPayment;
  };
  /**
   * List payment.svcsofort
   */
  'GET /api/v2/Payment/Svcsofort': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: SpecificPaymentInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Create a payment by sofort
   */
  'POST /api/v2/Payment/Svcsofort': {
    body: PaymentInput;
    answer: SpecificPayment;
  };
  /**
   * Read one of payment.svcsofort
   */
  'GET /api/v2/Payment/Svcsofort/{id}': {
    answer: SpecificPayment;
  };
  /**
   * Give back all or a part
   */
  'POST /api/v2/Payment/Svcsofort/{id}/cancel': {
    body: CancelInputInList | null;
    answer: CancelResult;
  };
  /**
   * Take what was authorised
   */
  'POST /api/v2/Payment/Svcsofort/{id}/capture': {
    body: CaptureInputInList | null;
    answer: SpecificPayment;
  };
  /**
   * Lock for payout or lift the lock
   */
  'PUT /api/v2/Payment/Svcsofort/{id}/accrual': {
    body: {
      accrual: boolean | ('0' | '1' | 'true' | 'false' | '');
      [k: string]: unknown;
    };
    answer: SpecificPayment;
  };
  /**
   * Replace the basket
   */
  'PUT /api/v2/Payment/Svcsofort/{id}/basket': {
    body: PaymentsBasketInput;
    answer: SpecificPayment;
  };
  /**
   * Tell about the delivery
   */
  'PUT /api/v2/Payment/Svcsofort/{id}/shippingInformation': {
    body: ShippingInputInList;
    answer: SpecificPayment;
  };
  /**
   * Attach the invoice of the shop, uploaded before
   */
  'POST /api/v2/Payment/Svcsofort/{id}/assignExternalInvoicePdf/{document}': {
    body: {
      update_existing?: (boolean | ('0' | '1' | 'true' | 'false' | '')) | null;
      [k: string]: unknown;
    } | null;
    answer: {
      document: {
        id: string;
        mime_type: string;
        name: string;
        size: number;
        url: string;
        [k: string]: unknown;
      };
      [k: string]: unknown;
    };
  };
  /**
   * Status simulator: forces a status, and so a push; not in a live shop, for no cashier
   */
  'POST /api/v2/Payment/Svcsofort/{id}/TestChangedPaymentStatus': {
    body: {
      new_status_id: number | string;
      [k: string]: unknown;
    };
    answer: SpecificPayment;
  };
  /**
   * List payment.svcpaypals
   */
  'GET /api/v2/Payment/Svcpaypals': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: SpecificPaymentInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Create a payment by paypal
   */
  'POST /api/v2/Payment/Svcpaypals': {
    body: PaymentInput;
    answer: SpecificPayment;
  };
  /**
   * Read one of payment.svcpaypals
   */
  'GET /api/v2/Payment/Svcpaypals/{id}': {
    answer: SpecificPayment;
  };
  /**
   * Give back all or a part
   */
  'POST /api/v2/Payment/Svcpaypals/{id}/cancel': {
    body: CancelInputInList | null;
    answer: CancelResult;
  };
  /**
   * Take what was authorised
   */
  'POST /api/v2/Payment/Svcpaypals/{id}/capture': {
    body: CaptureInputInList | null;
    answer: SpecificPayment;
  };
  /**
   * Lock for payout or lift the lock
   */
  'PUT /api/v2/Payment/Svcpaypals/{id}/accrual': {
    body: {
      accrual: boolean | ('0' | '1' | 'true' | 'false' | '');
      [k: string]: unknown;
    };
    answer: SpecificPayment;
  };
  /**
   * Replace the basket
   */
  'PUT /api/v2/Payment/Svcpaypals/{id}/basket': {
    body: PaymentsBasketInput;
    answer: SpecificPayment;
  };
  /**
   * Tell about the delivery
   */
  'PUT /api/v2/Payment/Svcpaypals/{id}/shippingInformation': {
    body: ShippingInputInList;
    answer: SpecificPayment;
  };
  /**
   * Attach the invoice of the shop, uploaded before
   */
  'POST /api/v2/Payment/Svcpaypals/{id}/assignExternalInvoicePdf/{document}': {
    body: {
      update_existing?: (boolean | ('0' | '1' | 'true' | 'false' | '')) | null;
      [k: string]: unknown;
    } | null;
    answer: {
      document: {
        id: string;
        mime_type: string;
        name: string;
        size: number;
        url: string;
        [k: string]: unknown;
      };
      [k: string]: unknown;
    };
  };
  /**
   * Status simulator: forces a status, and so a push; not in a live shop, for no cashier
   */
  'POST /api/v2/Payment/Svcpaypals/{id}/TestChangedPaymentStatus': {
    body: {
      new_status_id: number | string;
      [k: string]: unknown;
    };
    answer: SpecificPayment;
  };
  /**
   * List payment.svcpayout
   */
  'GET /api/v2/Payment/Svcpayout': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: PayoutInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Pay out to payees named by earlier payments or stored instruments
   */
  'POST /api/v2/Payment/Svcpayout': {
    body: PayoutInput;
    answer: Payout;
  };
  /**
   * Pay out without a customer
   */
  'POST /api/v2/Payment/Svcpayout/me/PayoutWithoutCustomer': {
    body: DirectPayoutInput;
    answer: Payout;
  };
  /**
   * Read one of payment.svcpayout
   */
  'GET /api/v2/Payment/Svcpayout/{id}': {
    answer: SpecificPayment;
  };
  /**
   * Give back all or a part
   */
  'POST /api/v2/Payment/Svcpayout/{id}/cancel': {
    body: CancelInputInList | null;
    answer: CancelResult;
  };
  /**
   * Take what was authorised
   */
  'POST /api/v2/Payment/Svcpayout/{id}/capture': {
    body: CaptureInputInList | null;
    answer: SpecificPayment;
  };
  /**
   * Lock for payout or lift the lock
   */
  'PUT /api/v2/Payment/Svcpayout/{id}/accrual': {
    body: {
      accrual: boolean | ('0' | '1' | 'true' | 'false' | '');
      [k: string]: unknown;
    };
    answer: SpecificPayment;
  };
  /**
   * Replace the basket
   */
  'PUT /api/v2/Payment/Svcpayout/{id}/basket': {
    body: PaymentsBasketInput;
    answer: SpecificPayment;
  };
  /**
   * Tell about the delivery
   */
  'PUT /api/v2/Payment/Svcpayout/{id}/shippingInformation': {
    body: ShippingInputInList;
    answer: SpecificPayment;
  };
  /**
   * Attach the invoice of the shop, uploaded before
   */
  'POST /api/v2/Payment/Svcpayout/{id}/assignExternalInvoicePdf/{document}': {
    body: {
      update_existing?: (boolean | ('0' | '1' | 'true' | 'false' | '')) | null;
      [k: string]: unknown;
    } | null;
    answer: {
      document: {
        id: string;
        mime_type: string;
        name: string;
        size: number;
        url: string;
        [k: string]: unknown;
      };
      [k: string]: unknown;
    };
  };
  /**
   * Status simulator: forces a status, and so a push; not in a live shop, for no cashier
   */
  'POST /api/v2/Payment/Svcpayout/{id}/TestChangedPaymentStatus': {
    body: {
      new_status_id: number | string;
      [k: string]: unknown;
    };
    answer: SpecificPayment;
  };
  /**
   * List payment.payouts
   */
  'GET /api/v2/Payment/Payouts': {
    answer:
      | {
          /**
           * all matches, including those not returned
           */
          count: number;
          data: MerchantPayoutInList[];
          /**
           * for the next page of the same snapshot
           */
          scroll_id?: string;
          /**
           * fields by name, nested ones with dots
           */
          meta?: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | {
          count: number;
          /**
           * fields by name, nested ones with dots
           */
          meta: {
            [k: string]: {
              /**
               * text, id, number, boolean, timestamp, object or any
               */
              type: string;
              /**
               * found by index
               */
              indexed: boolean;
              sortable: boolean;
              /**
               * may have several values
               */
              list: boolean;
              description?: string;
              [k: string]: unknown;
            };
          };
          [k: string]: unknown;
        }
      | ListAggregation
      | ListCheck;
  };
  /**
   * Read one of payment.payouts
   */
  'GET /api/v2/Payment/Payouts/{id}': {
    answer: MerchantPayout;
  };
  /**
   * Upload a document
   */
  'POST /api/v2/Document/Uploads': {
    body: UploadInput;
    answer: Upload;
  };
  /**
   * Read a document with its content
   */
  'GET /api/v2/Document/Uploads/{id}': {
    answer: UploadWithContent;
  };
  /**
   * Read the bytes of a document
   */
  'GET /api/v2/Document/Uploads/{id}/Download': {};
  /**
   * Everything there is to control
   */
  'GET /bridge/v1/control': {
    answer: ControlView;
  };
  /**
   * Demo data anew, and what the scenario tells; who is signed in stays so
   */
  'POST /bridge/v1/control/reset': {
    body: {
      scenario?: string;
    } | null;
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * Names of the snapshots
   */
  'GET /bridge/v1/control/snapshots': {
    answer: {
      snapshots: string[];
      [k: string]: unknown;
    };
  };
  /**
   * Keep everything as it is now under a name
   */
  'POST /bridge/v1/control/snapshots': {
    body: {
      /**
       * letters, digits, dot, dash, underscore
       */
      name: string;
    };
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * Everything as it was then
   */
  'POST /bridge/v1/control/snapshots/{name}/restore': {
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * Forget a snapshot
   */
  'DELETE /bridge/v1/control/snapshots/{name}': {
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * What time the bridge believes it is
   */
  'GET /bridge/v1/control/clock': {
    answer: ClockView;
  };
  /**
   * Set or move the clock; what is due by then happens
   */
  'PUT /bridge/v1/control/clock': {
    body: ClockInputInList;
    answer: ClockView;
  };
  /**
   * Faults that requests meet
   */
  'GET /bridge/v1/control/faults': {
    answer: {
      faults: FaultView[];
      [k: string]: unknown;
    };
  };
  /**
   * A fault: latency, a status instead of an answer, or a cut line
   */
  'POST /bridge/v1/control/faults': {
    body: FaultInput;
    answer: {
      faults: FaultView[];
      [k: string]: unknown;
    };
  };
  /**
   * No more faults
   */
  'DELETE /bridge/v1/control/faults': {
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * End one fault
   */
  'DELETE /bridge/v1/control/faults/{id}': {
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * The virtual terminal: GET state
   */
  'GET /bridge/v1/control/terminal/state': {
    answer: unknown;
  };
  /**
   * The virtual terminal: GET totals
   */
  'GET /bridge/v1/control/terminal/totals': {
    answer: unknown;
  };
  /**
   * The virtual terminal: GET paper
   */
  'GET /bridge/v1/control/terminal/paper': {
    answer: unknown;
  };
  /**
   * The virtual terminal: DELETE paper
   */
  'DELETE /bridge/v1/control/terminal/paper': {
    answer: unknown;
  };
  /**
   * The virtual terminal: POST card
   */
  'POST /bridge/v1/control/terminal/card': {
    answer: unknown;
  };
  /**
   * The virtual terminal: POST pin
   */
  'POST /bridge/v1/control/terminal/pin': {
    answer: unknown;
  };
  /**
   * The virtual terminal: POST key
   */
  'POST /bridge/v1/control/terminal/key': {
    answer: unknown;
  };
  /**
   * The virtual terminal: POST behaviour
   */
  'POST /bridge/v1/control/terminal/behaviour': {
    answer: unknown;
  };
  /**
   * Let a device in that shows this code
   */
  'POST /bridge/v1/control/devices/approve': {
    body: {
      user_code: string;
      [k: string]: unknown;
    };
    answer: {
      result: boolean;
      [k: string]: unknown;
    };
  };
  /**
   * A transfer reaches the collecting account
   */
  'POST /bridge/v1/control/payments/transfers': {
    body: {
      amount: number | string;
      currency?: string;
      /**
       * `TA …` names the payment
       */
      purpose: string;
      iban?: string;
      bic?: string;
      owner?: string;
      [k: string]: unknown;
    };
    answer: {
      /**
       * by this number the transfer can be assigned
       */
      accounting: number;
      payment: PaymentTransaction | null;
      [k: string]: unknown;
    };
  };
  /**
   * What was taken is transferred to the merchant
   */
  'POST /bridge/v1/control/payments/payouts': {
    body: {
      currency?: string;
      [k: string]: unknown;
    } | null;
    answer: {
      payout: MerchantPayout | null;
      [k: string]: unknown;
    };
  };
}
export interface TokenInputInList {
  grant_type?: string | null;
  client_id?: string | null;
  client_secret?: string | null;
  username?: string | null;
  password?: string | null;
  device?: string | null;
  refresh_token?: string | null;
  uuid?: string | null;
  code?: string | null;
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
export interface DeviceCodeAnswer {
  device_code: string;
  user_code: string;
  verification_url: string;
  /**
   * seconds the codes are good for
   */
  expires_in: number;
  /**
   * seconds between two polls
   */
  interval: number;
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
  device_source?:
    | (
        | {
            object?: string;
            id?: string;
            [k: string]: unknown;
          }
        | unknown[]
      )
    | null;
  provider_contract?:
    | (
        | {
            object?: string;
            id?: string;
            [k: string]: unknown;
          }
        | unknown[]
      )
    | null;
  contract?:
    | (
        | {
            object?: string;
            id?: string;
            [k: string]: unknown;
          }
        | unknown[]
      )
    | null;
  store?:
    | (
        | {
            object?: string;
            id?: string;
            [k: string]: unknown;
          }
        | unknown[]
      )
    | null;
  subscription?:
    | (
        | {
            object?: string;
            id?: string;
            [k: string]: unknown;
          }
        | unknown[]
      )
    | null;
  trans_id?: (number | string) | null;
  last_visited_page?: string | null;
  customer?:
    | (
        | {
            object?: string;
            id?: string | null;
            contact?:
              | (
                  | {
                      [k: string]: unknown;
                    }
                  | unknown[]
                )
              | null;
            [k: string]: unknown;
          }
        | unknown[]
      )
    | null;
  shipping_address?:
    | (
        | {
            object?: string;
            id?: string | null;
            contact?:
              | (
                  | {
                      [k: string]: unknown;
                    }
                  | unknown[]
                )
              | null;
            [k: string]: unknown;
          }
        | unknown[]
      )
    | null;
  container?:
    | (
        | {
            object?: string;
            id?: string | null;
            type?: string | null;
            merchant_id?: string | null;
            customer?:
              | (
                  | {
                      id?: string | null;
                      [k: string]: unknown;
                    }
                  | unknown[]
                )
              | null;
            customer_id?: string | null;
            request_token?: boolean | null;
            notification_url?: string | null;
            private?:
              | (
                  | {
                      [k: string]: unknown;
                    }
                  | unknown[]
                )
              | null;
            [k: string]: unknown;
          }
        | unknown[]
      )
    | null;
  checkin?:
    | (
        | {
            object?: string;
            id?: string | null;
            email?: string | null;
            [k: string]: unknown;
          }
        | unknown[]
      )
    | null;
  is_demo?: boolean | null;
  intent?: ('sale' | 'order') | null;
  payment_method?: string | null;
  checkout_links?:
    | (
        | {
            url_checkout?: string | null;
            [k: string]: unknown;
          }
        | unknown[]
      )
    | null;
  delivery_options?:
    | (
        | (
            | {
                type: 'shipping';
                shipped_at?: string | null;
                shipped_by?: string | null;
                tracking_code?: string | null;
                invoice_number?: string | null;
                [k: string]: unknown;
              }
            | {
                type: 'collection';
                store_id?: string | null;
                delivered_at?: string | null;
                code?: string | null;
                scheduled_slot?:
                  | (
                      | {
                          start_date?: string | null;
                          end_date?: string | null;
                          [k: string]: unknown;
                        }
                      | unknown[]
                    )
                  | null;
                [k: string]: unknown;
              }
          )
        | unknown[]
      )
    | null;
  communications?:
    | (
        | {
            action_type?: string | null;
            template_id?: string | null;
            [k: string]: unknown;
          }
        | {
            action_type?: string | null;
            template_id?: string | null;
            [k: string]: unknown;
          }[]
      )
    | null;
  application_context?:
    | (
        | {
            locks?:
              | (
                  | {
                      customer?: boolean | null;
                      shipping_address?: boolean | null;
                      [k: string]: unknown;
                    }
                  | unknown[]
                )
              | null;
            return_urls?:
              | (
                  | {
                      url_success?: string | null;
                      url_abort?: string | null;
                      url_error?: string | null;
                      url_push?: string | null;
                      [k: string]: unknown;
                    }
                  | unknown[]
                )
              | null;
            iframe_opts?:
              | (
                  | {
                      payment_hint_title?: string | null;
                      payment_hint?:
                        | {
                            [k: string]: unknown;
                          }[]
                        | null;
                      project_title?: string | null;
                      submit_button_title?: string | null;
                      cancel_button_title?: string | null;
                      language?: string | null;
                      basket_title?: string | null;
                      hide_disclaimer?: boolean | null;
                      has_accepted_disclaimer?: boolean | null;
                      [k: string]: unknown;
                    }
                  | unknown[]
                )
              | null;
            shop_details?:
              | (
                  | {
                      shop_system?: string | null;
                      shop_system_version?: string | null;
                      shop_domain?: string | null;
                      plugin_vendor?: string | null;
                      plugin_version?: string | null;
                      user_agent?: string | null;
                      [k: string]: unknown;
                    }
                  | unknown[]
                )
              | null;
            checkout_template?: string | null;
            language?: ('de' | 'en') | null;
            [k: string]: unknown;
          }
        | unknown[]
      )
    | null;
  payment_context?:
    | (
        | {
            auto_capture?: boolean | null;
            payment_methods?: string[] | null;
            creditcard_schemes?: string[] | null;
            accrual?: boolean | null;
            merchant_initiated?: boolean | null;
            dynamic_descriptor?:
              | (
                  | {
                      merchant_name?: string | null;
                      merchant_city?: string | null;
                      [k: string]: unknown;
                    }
                  | unknown[]
                )
              | null;
            container_instructions?:
              | (
                  | {
                      request_token?: boolean | null;
                      notification_url?: string | null;
                      [k: string]: unknown;
                    }
                  | unknown[]
                )
              | null;
            mit_instructions?:
              | (
                  | {
                      type?: ('cit' | 'mit') | null;
                      standing_instruction?: ('ucof' | 'recurring') | null;
                      recurring_expiry?: string | null;
                      recurring_frequency?: (string | number) | null;
                      cit_reference?: string | null;
                      [k: string]: unknown;
                    }
                  | unknown[]
                )
              | null;
            [k: string]: unknown;
          }
        | unknown[]
      )
    | null;
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
  plan_id?: string | null;
  start_at?: string | null;
  sub_basket?:
    | {
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
        plan_id?: string | null;
        start_at?: string | null;
        [k: string]: unknown;
      }[]
    | null;
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
  passcode?: (string | number) | null;
  [k: string]: unknown;
}
export interface SmartTransaction {
  object: 'smart.transactions';
  id: string;
  created: string;
  updated: string;
  /**
   * created, processing: not paid yet; pending: not the end, read again until outcome.final; ok, received, collection: deliver; failed: not paid, pay again; cancelled: over
   */
  status: 'created' | 'processing' | 'ok' | 'received' | 'collection' | 'pending' | 'failed' | 'cancelled';
  outcome: Outcome;
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
  receipt_reversal?: (
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
  receipt_number?: number;
  /**
   * what the customer gets back of amount_given, smallest currency unit
   */
  change?: number;
  tenders?: {
    method: string;
    /**
     * smallest currency unit
     */
    amount: number;
    [k: string]: unknown;
  }[];
  iframe_url?: string;
  payment_instructions?: PaymentInstructions;
  is_demo: boolean;
  device_source?: {
    [k: string]: unknown;
  } | null;
  cashier?: string | null;
  [k: string]: unknown;
}
export interface Outcome {
  /**
   * open: no money has been taken yet; unknown: money moves, or nobody knows yet whether it moved: do not take the card again
   */
  result: 'open' | 'paid' | 'not_paid' | 'unknown';
  /**
   * true: only a new call changes it
   */
  final: boolean;
  paid: number | null;
  open: number | null;
  /**
   * approved after somebody had asked to stop
   */
  late: boolean;
  /**
   * somebody asked to stop the payment while it was under way
   */
  abort_requested: boolean;
  next: NextCall | null;
  [k: string]: unknown;
}
export interface NextCall {
  method: 'GET' | 'POST';
  /**
   * below the address of the bridge
   */
  path: string;
  /**
   * what it does and what to send, for developers
   */
  why: string;
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
   * article, coupon, sub_transaction, stakeholder_payment, shipping, subscription
   */
  item_type: string;
  reference_id: string | null;
  contract_id: string | null;
  sum: number | null;
  sub_basket?: {
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
     * article, coupon, sub_transaction, stakeholder_payment, shipping, subscription
     */
    item_type: string;
    reference_id: string | null;
    contract_id: string | null;
    sum: number | null;
    [k: string]: unknown;
  }[];
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
   * what another method has still to pay: the sum less what the card pays, and 0 once the sale is paid
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
  passcode_checked?: boolean;
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
  /**
   * of cash_balance, what preTransaction holds for open sales; start charges it
   */
  cash_balance_reserved?: number;
  /**
   * of bonus_balance, what preTransaction holds for open sales; start charges it
   */
  bonus_balance_reserved?: number;
  /**
   * of balance, what preTransaction holds for open sales; start charges it
   */
  balance_reserved?: number;
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
  /**
   * when the card asks for its passcode: 0 never, 1 always, 2 to 6 by action
   */
  passcode: number;
  expiry_date: string | null;
  customer?: {
    object: 'loyalty.customers';
    id: string;
    [k: string]: unknown;
  } | null;
  customer_assignment_date?: string | null;
  payment_container?: unknown;
  additional_data?: unknown;
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
export interface PaymentInstructions {
  iban: string;
  bic: string;
  owner: string;
  bankname: string;
  purpose: string;
  [k: string]: unknown;
}
export interface SmartTransactionInList {
  object?: 'smart.transactions';
  id?: string;
  created?: string;
  updated?: string;
  /**
   * created, processing: not paid yet; pending: not the end, read again until outcome.final; ok, received, collection: deliver; failed: not paid, pay again; cancelled: over
   */
  status?: 'created' | 'processing' | 'ok' | 'received' | 'collection' | 'pending' | 'failed' | 'cancelled';
  outcome?: OutcomeInList;
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
  receipt_reversal?: (
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
  receipt_number?: number;
  /**
   * what the customer gets back of amount_given, smallest currency unit
   */
  change?: number;
  tenders?: {
    method?: string;
    /**
     * smallest currency unit
     */
    amount?: number;
    [k: string]: unknown;
  }[];
  iframe_url?: string;
  payment_instructions?: PaymentInstructionsInList;
  is_demo?: boolean;
  device_source?: {
    [k: string]: unknown;
  } | null;
  cashier?: string | null;
  [k: string]: unknown;
}
export interface OutcomeInList {
  /**
   * open: no money has been taken yet; unknown: money moves, or nobody knows yet whether it moved: do not take the card again
   */
  result?: 'open' | 'paid' | 'not_paid' | 'unknown';
  /**
   * true: only a new call changes it
   */
  final?: boolean;
  paid?: number | null;
  open?: number | null;
  /**
   * approved after somebody had asked to stop
   */
  late?: boolean;
  /**
   * somebody asked to stop the payment while it was under way
   */
  abort_requested?: boolean;
  next?: NextCallInList | null;
  [k: string]: unknown;
}
export interface NextCallInList {
  method?: 'GET' | 'POST';
  /**
   * below the address of the bridge
   */
  path?: string;
  /**
   * what it does and what to send, for developers
   */
  why?: string;
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
   * article, coupon, sub_transaction, stakeholder_payment, shipping, subscription
   */
  item_type?: string;
  reference_id?: string | null;
  contract_id?: string | null;
  sum?: number | null;
  sub_basket?: {
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
     * article, coupon, sub_transaction, stakeholder_payment, shipping, subscription
     */
    item_type?: string;
    reference_id?: string | null;
    contract_id?: string | null;
    sum?: number | null;
    [k: string]: unknown;
  }[];
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
   * what another method has still to pay: the sum less what the card pays, and 0 once the sale is paid
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
  passcode_checked?: boolean;
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
  /**
   * of cash_balance, what preTransaction holds for open sales; start charges it
   */
  cash_balance_reserved?: number;
  /**
   * of bonus_balance, what preTransaction holds for open sales; start charges it
   */
  bonus_balance_reserved?: number;
  /**
   * of balance, what preTransaction holds for open sales; start charges it
   */
  balance_reserved?: number;
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
  /**
   * when the card asks for its passcode: 0 never, 1 always, 2 to 6 by action
   */
  passcode?: number;
  expiry_date?: string | null;
  customer?: {
    object?: 'loyalty.customers';
    id?: string;
    [k: string]: unknown;
  } | null;
  customer_assignment_date?: string | null;
  payment_container?: unknown;
  additional_data?: unknown;
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
export interface PaymentInstructionsInList {
  iban?: string;
  bic?: string;
  owner?: string;
  bankname?: string;
  purpose?: string;
  [k: string]: unknown;
}
export interface ListAggregation {
  /**
   * documents that were counted
   */
  count: number;
  type: 'group' | 'time' | 'total';
  /**
   * whether rows have a sum
   */
  sum: boolean;
  /**
   * names of the groups, the biggest first
   */
  lookup: string[];
  data: {
    /**
     * index of the group in lookup
     */
    l?: number;
    k: (string | number | boolean) | null;
    /**
     * name of the key: the value as it is written, or a timestamp
     */
    ks: string;
    /**
     * count
     */
    c: number;
    /**
     * sum
     */
    s?: number;
    /**
     * the same for each span of time
     */
    t?: {
      /**
       * index of the group in lookup
       */
      l?: number;
      k: (string | number | boolean) | null;
      /**
       * name of the key: the value as it is written, or a timestamp
       */
      ks: string;
      /**
       * count
       */
      c: number;
      /**
       * sum
       */
      s?: number;
      [k: string]: unknown;
    }[];
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}
export interface ListCheck {
  /**
   * whether the parameters can be read
   */
  result: boolean;
  /**
   * the one that cannot
   */
  parameter?: string;
  /**
   * what is wrong with it
   */
  message?: string;
  /**
   * the query as it was read
   */
  text?: string;
  /**
   * where in the text, counted from 0
   */
  position?: number;
  [k: string]: unknown;
}
export interface PreTransactionAnswer {
  /**
   * smallest currency unit
   */
  missing_sum: number;
  bonus_products: BasketItem[];
  outcome: Outcome;
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
    descEn: string;
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
    transaction: string | null;
    operation: string | null;
    kind: 'payment' | 'reversal' | 'refund' | 'preAuthorisation' | 'booking' | 'release' | 'tip';
    /**
     * SDV_… of the terminal
     */
    device: string;
    till: {
      /**
       * SDV_…
       */
      id: string;
      description: string;
      [k: string]: unknown;
    } | null;
    amount: number;
    currency: string;
    startedAt: number;
    step:
      | 'connecting'
      | 'registering'
      | 'sent'
      | 'prompt'
      | 'abortRequested'
      | 'abortRefused'
      | 'question'
      | 'handOver'
      | 'deciding'
      | 'person'
      | 'late'
      | 'signature';
    prompt: Texts | null;
    aborting: boolean;
    question: {
      id: string;
      kind: 'signature' | 'choice' | 'input';
      text: string;
      choices: {
        value: number;
        text: string;
        [k: string]: unknown;
      }[];
      wants: ('text' | 'number' | 'amount') | null;
      initial: string | null;
      least: number | null;
      picture: {
        media_type: string;
        base64: string;
        [k: string]: unknown;
      } | null;
      /**
       * milliseconds since 1970
       */
      until: number;
      [k: string]: unknown;
    } | null;
    evidence: {
      because: Texts | null;
      known_receipt: number | null;
      asked: number | null;
      last: {
        approved: boolean;
        receipt_number: number | null;
        trace_number: number | null;
        amount: number | null;
        at: number | null;
        card_name: string | null;
        last_four: string | null;
        [k: string]: unknown;
      } | null;
      totals: {
        before: {
          count: number | null;
          amount: number;
          [k: string]: unknown;
        } | null;
        now: {
          count: number | null;
          amount: number;
          [k: string]: unknown;
        } | null;
        [k: string]: unknown;
      } | null;
      [k: string]: unknown;
    } | null;
    waiting?: {
      for: 'completion' | 'line' | 'idle' | 'status' | 'lastTransaction' | 'totals' | 'preAuthorisations';
      texts: Texts;
      /**
       * milliseconds since 1970
       */
      since: number;
      at_most: number | null;
      [k: string]: unknown;
    } | null;
    newsAt: number;
    lateBecause: ('stopped' | 'lineBroke' | 'decided') | null;
    [k: string]: unknown;
  } | null;
  waiting: {
    transaction: string | null;
    operation: string | null;
    kind: 'payment' | 'reversal' | 'refund' | 'preAuthorisation' | 'booking' | 'release' | 'tip';
    /**
     * SDV_… of the terminal
     */
    device: string;
    till: {
      /**
       * SDV_…
       */
      id: string;
      description: string;
      [k: string]: unknown;
    } | null;
    amount: number;
    currency: string;
    startedAt: number;
    step:
      | 'connecting'
      | 'registering'
      | 'sent'
      | 'prompt'
      | 'abortRequested'
      | 'abortRefused'
      | 'question'
      | 'handOver'
      | 'deciding'
      | 'person'
      | 'late'
      | 'signature';
    prompt: Texts | null;
    aborting: boolean;
    question: {
      id: string;
      kind: 'signature' | 'choice' | 'input';
      text: string;
      choices: {
        value: number;
        text: string;
        [k: string]: unknown;
      }[];
      wants: ('text' | 'number' | 'amount') | null;
      initial: string | null;
      least: number | null;
      picture: {
        media_type: string;
        base64: string;
        [k: string]: unknown;
      } | null;
      /**
       * milliseconds since 1970
       */
      until: number;
      [k: string]: unknown;
    } | null;
    evidence: {
      because: Texts | null;
      known_receipt: number | null;
      asked: number | null;
      last: {
        approved: boolean;
        receipt_number: number | null;
        trace_number: number | null;
        amount: number | null;
        at: number | null;
        card_name: string | null;
        last_four: string | null;
        [k: string]: unknown;
      } | null;
      totals: {
        before: {
          count: number | null;
          amount: number;
          [k: string]: unknown;
        } | null;
        now: {
          count: number | null;
          amount: number;
          [k: string]: unknown;
        } | null;
        [k: string]: unknown;
      } | null;
      [k: string]: unknown;
    } | null;
    waiting?: {
      for: 'completion' | 'line' | 'idle' | 'status' | 'lastTransaction' | 'totals' | 'preAuthorisations';
      texts: Texts;
      /**
       * milliseconds since 1970
       */
      since: number;
      at_most: number | null;
      [k: string]: unknown;
    } | null;
    newsAt: number;
    lateBecause: ('stopped' | 'lineBroke' | 'decided') | null;
    [k: string]: unknown;
  }[];
  decision: {
    happened: boolean;
    by: string;
    /**
     * milliseconds since 1970
     */
    at: number;
    evidence: {
      because: Texts | null;
      known_receipt: number | null;
      asked: number | null;
      last: {
        approved: boolean;
        receipt_number: number | null;
        trace_number: number | null;
        amount: number | null;
        at: number | null;
        card_name: string | null;
        last_four: string | null;
        [k: string]: unknown;
      } | null;
      totals: {
        before: {
          count: number | null;
          amount: number;
          [k: string]: unknown;
        } | null;
        now: {
          count: number | null;
          amount: number;
          [k: string]: unknown;
        } | null;
        [k: string]: unknown;
      } | null;
      [k: string]: unknown;
    } | null;
    [k: string]: unknown;
  } | null;
  reason: {
    /**
     * stable word for the reason: declined, cardError, aborted, busy, …
     */
    code: string;
    result_code: number | null;
    texts: Texts;
    /**
     * the last three: what the terminal needs before it takes cards again
     */
    advice:
      | 'otherCard'
      | 'again'
      | 'pin'
      | 'otherTender'
      | 'retain'
      | 'wait'
      | 'person'
      | 'diagnosis'
      | 'endOfDay'
      | 'initialisation';
    /**
     * SDV_… of the terminal that said so
     */
    device: string;
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
    condition: {
      /**
       * it takes no cards; false: it asks for its cure, and may work on until then
       */
      blocks: boolean;
      /**
       * a task this terminal can do; time (an update, a restart); a person at the terminal
       */
      cure: 'diagnosis' | 'endOfDay' | 'initialisation' | 'wait' | 'person';
      resultCode: number | null;
      texts: Texts;
      /**
       * milliseconds since 1970
       */
      since: number;
      [k: string]: unknown;
    } | null;
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
export interface Texts {
  de: string;
  en: string;
  [k: string]: unknown;
}
export interface TillInput {
  transaction: string | null;
  instead_of?: string | null;
  [k: string]: unknown;
}
export interface AnswerInput {
  /**
   * id of the question
   */
  question: string;
  answer: 'yes' | 'no' | 'chosen' | 'typed';
  value?: number | string;
  text?: string;
  [k: string]: unknown;
}
export interface LateInput {
  keep: boolean;
  transaction?: string | null;
  about?: 'late' | 'signature';
  [k: string]: unknown;
}
export interface SlipView {
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
  receipt_merchant: (
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
  [k: string]: unknown;
}
export interface OperationVerdict {
  /**
   * true: money moved
   */
  paid: boolean;
  /**
   * receipt number of the terminal's last transaction, as the evidence shows it: by it, it can be cancelled
   */
  receipt_number?: number;
  [k: string]: unknown;
}
export interface ScreenInfo {
  version: string;
  /**
   * demo data: the screen shows the PINs and the virtual terminal
   */
  demo: boolean;
  /**
   * practice: a banner says on every screen that no payment is real
   */
  training: boolean;
  /**
   * page of the virtual terminal, to be opened on the machine of the bridge; null without one
   */
  terminalPage: string | null;
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
  /**
   * names are shown on the machine of the bridge, and at a till that somebody has signed in at before
   */
  staffHidden: boolean;
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
export interface DayEndPreview {
  device: string;
  description: string;
  since: string | null;
  blockers: Blocker[];
  journal: {
    count: number;
    amount: number;
    by_card_type: CardTypeSum[];
    by_till: TillSum[];
    [k: string]: unknown;
  };
  terminal: {
    count: number;
    amount: number;
    by_card_type: CardTypeSum[];
    [k: string]: unknown;
  } | null;
  schedule: {
    at: string | null;
    next: string | null;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface Blocker {
  kind:
    | 'terminalUnreachable'
    | 'terminalBusy'
    | 'paymentRunning'
    | 'endingUnknown'
    | 'lateApproval'
    | 'signatureOpen'
    | 'openSales'
    | 'openPreAuthorisations'
    | 'terminalExchanged'
    | 'chainBroken'
    | 'dayEndRunning';
  stops: boolean;
  texts: Texts;
  about: string[];
  [k: string]: unknown;
}
export interface CardTypeSum {
  card_type: string;
  count: number;
  amount: number;
  [k: string]: unknown;
}
export interface TillSum {
  till: string | null;
  description: string;
  count: number;
  amount: number;
  by_card_type: CardTypeSum[];
  [k: string]: unknown;
}
export interface DayEndInputInList {
  /**
   * false: a short slip without the single bookings; where features of the terminal names dayEndDetails
   */
  details?: boolean;
  /**
   * where features of the terminal names dayEndMode
   */
  mode?: 'normal' | 'forced' | 'automatic';
  [k: string]: unknown;
}
export interface DayEnd {
  id: string;
  device: string;
  description: string;
  state: 'running' | 'agrees' | 'differs' | 'failed' | 'unknown';
  started: string;
  ended: string | null;
  staff: string | null;
  reason: Texts | null;
  transaction: string | null;
  terminal: {
    count: number;
    amount: number;
    by_card_type: CardTypeSum[];
    first_receipt: number | null;
    last_receipt: number | null;
    [k: string]: unknown;
  } | null;
  journal: {
    count: number;
    amount: number;
    by_card_type: CardTypeSum[];
    by_till: TillSum[];
    [k: string]: unknown;
  };
  differences: Difference[];
  open_pre_authorisations: number[];
  noted: Blocker[];
  receipt: unknown[];
  [k: string]: unknown;
}
export interface Difference {
  card_type: string;
  terminal: Sum;
  journal: Sum;
  receipts: DifferenceReceipt[];
  [k: string]: unknown;
}
export interface Sum {
  count: number;
  amount: number;
  [k: string]: unknown;
}
export interface DifferenceReceipt {
  receipt_number: number | null;
  amount: number | null;
  sale: string | null;
  till: string | null;
  at: string | null;
  kind: 'onlyJournal' | 'onlyTerminal' | 'other';
  [k: string]: unknown;
}
export interface DayEndList {
  count: number;
  data: DayEnd[];
  [k: string]: unknown;
}
export interface ScheduleInput {
  at: string | null;
  device?: string;
  [k: string]: unknown;
}
export interface OperationInput {
  do: 'refund' | 'reversal' | 'preAuthorisation' | 'booking' | 'release' | 'tip';
  amount?: number | string;
  receipt_number?: number | string;
  [k: string]: unknown;
}
export interface Operation {
  id: string;
  device: string;
  till: string | null;
  do: 'refund' | 'reversal' | 'preAuthorisation' | 'booking' | 'release' | 'tip';
  amount: number;
  currency: string;
  receipt_number: number | null;
  state: 'open' | 'approved' | 'declined' | 'notSent' | 'unknown';
  reason: Texts | null;
  decided_by: string | null;
  own_receipt_number: number | null;
  trace_number: number | null;
  authorisation_code: string | null;
  card_name: string | null;
  last_four: string | null;
  started: string;
  ended: string | null;
  receipt: unknown[];
  [k: string]: unknown;
}
export interface OperationList {
  count: number;
  data: Operation[];
  [k: string]: unknown;
}
export interface IdentTemplateInList {
  object?: 'smart.idents';
  id?: string;
  prefix?: string;
  length?: number;
  name?: string;
  /**
   * card, checkin
   */
  type?: string;
  [k: string]: unknown;
}
export interface CheckinInList {
  object?: 'smart.checkins';
  id?: string;
  customerName?: string;
  picture?: string | null;
  created?: string;
  account?: ReferenceInList | null;
  customer?: CustomerInList | null;
  merchantcard?: MerchantCardInList | null;
  [k: string]: unknown;
}
export interface CustomerInList {
  object?: 'loyalty.customers';
  id?: string;
  merchant?: {
    object?: 'general.merchants';
    id?: string;
    [k: string]: unknown;
  };
  customernumber?: string | null;
  note?: string | null;
  contact?: {
    [k: string]: unknown;
  };
  merchant_contact?: {
    [k: string]: unknown;
  };
  account_contact?: {
    [k: string]: unknown;
  };
  consent_for_communication?: 'accepted' | 'declined' | 'not_set';
  payment_container?: ReferenceInList | null;
  additional_data?: unknown;
  created?: string;
  updated?: string;
  [k: string]: unknown;
}
export interface Checkin {
  object: 'smart.checkins';
  id: string;
  customerName: string;
  picture: string | null;
  created: string;
  account: Reference | null;
  customer: Customer | null;
  merchantcard: MerchantCard | null;
  [k: string]: unknown;
}
export interface Customer {
  object: 'loyalty.customers';
  id: string;
  merchant: {
    object: 'general.merchants';
    id: string;
    [k: string]: unknown;
  };
  customernumber: string | null;
  note: string | null;
  contact: {
    [k: string]: unknown;
  };
  merchant_contact: {
    [k: string]: unknown;
  };
  account_contact: {
    [k: string]: unknown;
  };
  consent_for_communication: 'accepted' | 'declined' | 'not_set';
  payment_container: Reference | null;
  additional_data: unknown;
  created: string;
  updated?: string;
  [k: string]: unknown;
}
export interface Instruction {
  target: 'ident-link' | 'user-selection' | 'checkin-button';
  action: 'open' | 'update' | 'close';
  data?: unknown;
  [k: string]: unknown;
}
export interface CheckinInput {
  cardnumber: string;
  customerName?: string | null;
  picture?: string | null;
  [k: string]: unknown;
}
export interface MerchantCardInput {
  expiry_date?: string | null;
  payment_container?: {
    id: string;
    [k: string]: unknown;
  } | null;
  additional_data?: unknown;
  passcode?: number;
  [k: string]: unknown;
}
export interface CardTransactionInput {
  action:
    'discharge' | 'charge' | 'immediate_bonus' | 'sale_revenue' | 'discharge_points' | 'charge_points' | 'cancel_last';
  terminal_id?: (string | number) | null;
  tid?: (string | number) | null;
  store?:
    | (
        | string
        | {
            id: string;
            [k: string]: unknown;
          }
      )
    | null;
  cardnumber?: string | null;
  amount?: (number | string) | null;
  bonus_amount?: (number | string) | null;
  amount_split_allowed?: boolean | null;
  merchant_id?: string | null;
  additional_data?: unknown;
  purpose?: string | null;
  passcode?: (string | number) | null;
  trans_id?: (number | string) | null;
  [k: string]: unknown;
}
export interface CardTransaction {
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
  /**
   * of cash_balance, what preTransaction holds for open sales; start charges it
   */
  cash_balance_reserved?: number;
  /**
   * of bonus_balance, what preTransaction holds for open sales; start charges it
   */
  bonus_balance_reserved?: number;
  /**
   * of balance, what preTransaction holds for open sales; start charges it
   */
  balance_reserved?: number;
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
  /**
   * when the card asks for its passcode: 0 never, 1 always, 2 to 6 by action
   */
  passcode: number;
  expiry_date: string | null;
  customer?: {
    object: 'loyalty.customers';
    id: string;
    [k: string]: unknown;
  } | null;
  customer_assignment_date?: string | null;
  payment_container?: unknown;
  additional_data?: unknown;
  receipt_header: (
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
  trans_id: number;
  /**
   * smallest currency unit
   */
  amount: number;
  transaction: Reference;
  [k: string]: unknown;
}
export interface Validation {
  isValid: boolean;
  hasPasscode?: boolean;
  isLocked?: boolean;
  [k: string]: unknown;
}
export interface CscInput {
  cardnumber?: string | null;
  csc: string | number;
  [k: string]: unknown;
}
export interface PinInput {
  cardnumber?: string | null;
  pin: string | number;
  [k: string]: unknown;
}
export interface NewPasscodeInput {
  merchant?:
    | (
        | string
        | {
            id: string;
            [k: string]: unknown;
          }
      )
    | null;
  cardnumber?: string | null;
  passcode?: (string | number) | null;
  [k: string]: unknown;
}
export interface BalanceReceipt {
  valid: boolean;
  /**
   * smallest currency unit
   */
  balance: number;
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
  balance_reserved: number;
  /**
   * smallest currency unit
   */
  cash_balance_reserved: number;
  /**
   * smallest currency unit
   */
  bonus_balance_reserved: number;
  zvt_cardgroup: string | null;
  points: number;
  new_passcode: string | null;
  receipt_header: (
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
  amount_split_enabled: boolean;
  limit_allowed: boolean;
  /**
   * smallest currency unit
   */
  limit: number;
  limit_str: string;
  [k: string]: unknown;
}
export interface LockStatus {
  /**
   * locked, unlocked
   */
  lock_status: string;
  reason: number | null;
  note: string | null;
  [k: string]: unknown;
}
export interface CreateCardsInput {
  cards_amount?: (number | string) | null;
  customer?: CustomerInput | null;
  [k: string]: unknown;
}
export interface CustomerInput {
  merchant?:
    | (
        | string
        | {
            id: string;
            [k: string]: unknown;
          }
      )
    | null;
  contact?: {
    forename?: string | null;
    surname?: string | null;
    companyname?: string | null;
    email?: string | null;
    phone?: string | null;
    mobile?: string | null;
    dob?: string | null;
    address?: {
      [k: string]: unknown;
    } | null;
    [k: string]: unknown;
  } | null;
  merchant_contact?: {
    forename?: string | null;
    surname?: string | null;
    companyname?: string | null;
    email?: string | null;
    phone?: string | null;
    mobile?: string | null;
    dob?: string | null;
    address?: {
      [k: string]: unknown;
    } | null;
    [k: string]: unknown;
  } | null;
  account_contact?: {
    forename?: string | null;
    surname?: string | null;
    companyname?: string | null;
    email?: string | null;
    phone?: string | null;
    mobile?: string | null;
    dob?: string | null;
    address?: {
      [k: string]: unknown;
    } | null;
    [k: string]: unknown;
  } | null;
  customernumber?: string | null;
  note?: string | null;
  consent_for_communication?: ('accepted' | 'declined' | 'not_set') | null;
  additional_data?: unknown;
  anonymize?: boolean | null;
  [k: string]: unknown;
}
export interface TerminalData {
  store: Reference | null;
  tid: string | null;
  actions: string[];
  gift_terminal: boolean;
  amount_split_enabled: boolean;
  disabled: boolean;
  [k: string]: unknown;
}
export interface LoyaltyCardInList {
  object?: 'loyalty.cards';
  id?: string;
  cardnumber?: string;
  created?: string;
  account?: ReferenceInList | null;
  [k: string]: unknown;
}
export interface LoyaltyCard {
  object: 'loyalty.cards';
  id: string;
  cardnumber: string;
  created: string;
  account: Reference | null;
  [k: string]: unknown;
}
export interface CardGroupInList {
  object?: 'loyalty.cardgroups';
  id?: string;
  merchant?: {
    object?: 'general.merchants';
    id?: string;
    [k: string]: unknown;
  };
  display_name?: string;
  display_name_raw?: string;
  description?: string | null;
  picture?: string | null;
  stock_warn_limit?: number | null;
  balance_limit?: number | null;
  balance_expiry?: boolean;
  /**
   * any booking may be cancelled, not only the last
   */
  cancel_selected?: boolean;
  [k: string]: unknown;
}
export interface CardGroupInput {
  display_name?: string | null;
  merchant?:
    | (
        | string
        | {
            id: string;
            [k: string]: unknown;
          }
      )
    | null;
  description?: string | null;
  picture?: string | null;
  stock_warn_limit?: (number | string) | null;
  balance_limit?: (number | string) | null;
  balance_expiry?: boolean | null;
  cancel_selected?: boolean | null;
  prefix?: string | null;
  limit?: (number | string) | null;
  [k: string]: unknown;
}
export interface CardGroup {
  object: 'loyalty.cardgroups';
  id: string;
  merchant: {
    object: 'general.merchants';
    id: string;
    [k: string]: unknown;
  };
  display_name: string;
  display_name_raw: string;
  description: string | null;
  picture: string | null;
  stock_warn_limit: number | null;
  balance_limit: number | null;
  balance_expiry: boolean;
  /**
   * any booking may be cancelled, not only the last
   */
  cancel_selected: boolean;
  [k: string]: unknown;
}
export interface PasscodeQuestion {
  action:
    'discharge' | 'charge' | 'immediate_bonus' | 'sale_revenue' | 'discharge_points' | 'charge_points' | 'cancel_last';
  cardnumber: string;
  [k: string]: unknown;
}
export interface LoyaltyTransactionInList {
  object?: 'loyalty.transactions';
  id?: string;
  merchant?: {
    object?: 'general.merchants';
    id?: string;
    [k: string]: unknown;
  };
  cardgroup?: ReferenceInList;
  store?: ReferenceInList | null;
  merchantcard?: ReferenceInList;
  card?: ReferenceInList;
  parents?: ReferenceInList[];
  children?: ReferenceInList[];
  cleared?: boolean;
  clearing_information?: unknown[];
  trans_id?: number | null;
  tid?: string | null;
  status?: number;
  /**
   * smallest currency unit
   */
  amount?: number;
  currency?: string;
  /**
   * of the card after this booking
   */
  balance?: number;
  /**
   * kind of booking
   */
  description?: string;
  purpose?: string | null;
  additional_data?: unknown;
  created?: string;
  last_change?: string;
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
  /**
   * 0 no, 1 takes a whole booking back, 2 a part of one
   */
  is_cancelling?: 0 | 1 | 2;
  [k: string]: unknown;
}
export interface LoyaltyTransaction {
  object: 'loyalty.transactions';
  id: string;
  merchant: {
    object: 'general.merchants';
    id: string;
    [k: string]: unknown;
  };
  cardgroup: Reference;
  store: Reference | null;
  merchantcard: Reference;
  card: Reference;
  parents: Reference[];
  children: Reference[];
  cleared: boolean;
  clearing_information: unknown[];
  trans_id: number | null;
  tid: string | null;
  status: number;
  /**
   * smallest currency unit
   */
  amount: number;
  currency: string;
  /**
   * of the card after this booking
   */
  balance: number;
  /**
   * kind of booking
   */
  description: string;
  purpose: string | null;
  additional_data: unknown;
  created: string;
  last_change: string;
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
  /**
   * 0 no, 1 takes a whole booking back, 2 a part of one
   */
  is_cancelling: 0 | 1 | 2;
  [k: string]: unknown;
}
export interface DevicePinConfig {
  merchant: {
    id: string;
    auth_password_set: boolean;
    [k: string]: unknown;
  };
  store: {
    id: string;
    auth_password_set: boolean;
    [k: string]: unknown;
  } | null;
  smart_device: {
    id: string;
    auth_password_set: boolean;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface DevicePinInput {
  merchant_id?: string | null;
  store_id?: string | null;
  pin: string;
  [k: string]: unknown;
}
export interface PaymentInput {
  amount: number | string;
  currency?: string | null;
  purpose?: string | null;
  payment_methods?: string[] | null;
  order_id?: string | null;
  basket?: SvcBasketItemInList[] | null;
  accrual?: (boolean | ('0' | '1' | 'true' | 'false' | '')) | null;
  payment_action?: ('authorization' | 'sale') | null;
  customer?:
    | (
        | string
        | {
            id?: string | null;
            type?: string | null;
            contact?: {
              [k: string]: unknown;
            } | null;
            [k: string]: unknown;
          }
      )
    | null;
  redirect_url?: {
    url_push?: string | null;
    iframe_url?: string | null;
    url_success?: string | null;
    url_failure?: string | null;
    [k: string]: unknown;
  } | null;
  contract?:
    | (
        | string
        | {
            id?: string | null;
            type?: string | null;
            contact?: {
              [k: string]: unknown;
            } | null;
            [k: string]: unknown;
          }
      )
    | null;
  container?:
    | (
        | string
        | {
            id?: string | null;
            type?: string | null;
            contact?: {
              [k: string]: unknown;
            } | null;
            [k: string]: unknown;
          }
      )
    | null;
  opt_data?: {
    [k: string]: unknown;
  } | null;
  subscription?: {
    purpose?: string | null;
    id?: ((number | string) | string) | null;
    [k: string]: unknown;
  } | null;
  demo?: (boolean | ('0' | '1' | 'true' | 'false' | '')) | null;
  experience?: {
    positive?: (number | string) | null;
    negative?: (number | string) | null;
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface SvcBasketItemInList {
  item_type?: string | null;
  article_number?: string | null;
  quantity?: (number | string) | null;
  name?: string | null;
  model?: string | null;
  ean?: string | null;
  tax?: (number | string) | null;
  total?: (number | string) | null;
  price?: (number | string) | null;
  apikey?: string | null;
  contract_id?: string | null;
  plan_id?: string | null;
  start_at?: string | null;
  transaction_hash?: string | null;
  reference_id?: string | null;
  sub_basket?:
    | {
        item_type?: string | null;
        article_number?: string | null;
        quantity?: (number | string) | null;
        name?: string | null;
        model?: string | null;
        ean?: string | null;
        tax?: (number | string) | null;
        total?: (number | string) | null;
        price?: (number | string) | null;
        apikey?: string | null;
        contract_id?: string | null;
        plan_id?: string | null;
        start_at?: string | null;
        transaction_hash?: string | null;
        reference_id?: string | null;
        [k: string]: unknown;
      }[]
    | null;
  [k: string]: unknown;
}
export interface PaymentTransaction {
  object: 'payment.transactions';
  id: string;
  merchant: {
    object: 'general.merchants';
    id: string;
    [k: string]: unknown;
  };
  trans_id: number;
  transaction_hash: string;
  product_id: number;
  product: string;
  product_raw: string;
  zahlungsmittel_id: number;
  contract_id: number;
  /**
   * smallest currency unit
   */
  amount: number;
  currency: string;
  created: string;
  updated: string;
  description: string;
  description_raw: string;
  /**
   * status id, for example 25 or 111
   */
  status: number;
  status_text: string;
  details: {
    cleared: 'open' | 'cleared';
    status: number;
    status_text: string;
    status_simple: number;
    status_simple_text: string;
    /**
     * smallest currency unit
     */
    amount: number;
    description: string;
    description_raw: string;
    [k: string]: unknown;
  };
  customer: {
    object: 'general.users';
    id: string;
    companyname: string | null;
    title: string | null;
    salutation: string | null;
    forename: string | null;
    surname: string | null;
    [k: string]: unknown;
  } | null;
  incoming_payment_date: string | null;
  payout_date: string | null;
  platform: string;
  store: Reference | null;
  store_name: string | null;
  contract: Reference | null;
  container: Reference | null;
  parents: {
    object: string;
    id: string;
    trans_id: number;
    /**
     * 19 is a refund
     */
    ref_type_id: number;
    ref_type_raw: string;
    hierarchy: 'child' | 'parent';
    reference_id?: string | null;
    [k: string]: unknown;
  }[];
  related_transactions: {
    object: string;
    id: string;
    trans_id: number;
    /**
     * 19 is a refund
     */
    ref_type_id: number;
    ref_type_raw: string;
    hierarchy: 'child' | 'parent';
    reference_id?: string | null;
    [k: string]: unknown;
  }[];
  subscription: Reference | null;
  completion_date: string | null;
  tid: string | null;
  payment_data: string | null;
  invoice_number: string | null;
  reference_id: string | null;
  incoming_payment_purpose: string | null;
  incoming_payment_iban: string | null;
  incoming_payment_bic: string | null;
  account_owner: string | null;
  accrual: boolean;
  order_id: string | null;
  payment_action: 'authorization' | 'sale';
  payment_method: string;
  purpose: string | null;
  demo: boolean;
  transmitted_to_bank: boolean;
  documents: {
    url: string;
    type: string;
    document_type?: string;
    [k: string]: unknown;
  }[];
  load_date: string | null;
  basket: {
    [k: string]: unknown;
  }[];
  redirect_url: RedirectUrl;
  shipping_information?: ShippingInputInList | null;
  card_payment?: {
    trace: number | null;
    receipt_number: number | null;
    cardtype: string | null;
    /**
     * smallest currency unit
     */
    tip?: number;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface RedirectUrl {
  iframe_url: string | null;
  url_success: string | null;
  url_failure: string | null;
  url_push: string | null;
  [k: string]: unknown;
}
export interface ShippingInputInList {
  carrier?: string | null;
  tracking_id?: string | null;
  invoice_number?: string | null;
  shipped_at?: string | null;
  order_id?: string | null;
  [k: string]: unknown;
}
export interface PaymentTransactionInList {
  object?: 'payment.transactions';
  id?: string;
  merchant?: {
    object?: 'general.merchants';
    id?: string;
    [k: string]: unknown;
  };
  trans_id?: number;
  transaction_hash?: string;
  product_id?: number;
  product?: string;
  product_raw?: string;
  zahlungsmittel_id?: number;
  contract_id?: number;
  /**
   * smallest currency unit
   */
  amount?: number;
  currency?: string;
  created?: string;
  updated?: string;
  description?: string;
  description_raw?: string;
  /**
   * status id, for example 25 or 111
   */
  status?: number;
  status_text?: string;
  details?: {
    cleared?: 'open' | 'cleared';
    status?: number;
    status_text?: string;
    status_simple?: number;
    status_simple_text?: string;
    /**
     * smallest currency unit
     */
    amount?: number;
    description?: string;
    description_raw?: string;
    [k: string]: unknown;
  };
  customer?: {
    object?: 'general.users';
    id?: string;
    companyname?: string | null;
    title?: string | null;
    salutation?: string | null;
    forename?: string | null;
    surname?: string | null;
    [k: string]: unknown;
  } | null;
  incoming_payment_date?: string | null;
  payout_date?: string | null;
  platform?: string;
  store?: ReferenceInList | null;
  store_name?: string | null;
  contract?: ReferenceInList | null;
  container?: ReferenceInList | null;
  parents?: {
    object?: string;
    id?: string;
    trans_id?: number;
    /**
     * 19 is a refund
     */
    ref_type_id?: number;
    ref_type_raw?: string;
    hierarchy?: 'child' | 'parent';
    reference_id?: string | null;
    [k: string]: unknown;
  }[];
  related_transactions?: {
    object?: string;
    id?: string;
    trans_id?: number;
    /**
     * 19 is a refund
     */
    ref_type_id?: number;
    ref_type_raw?: string;
    hierarchy?: 'child' | 'parent';
    reference_id?: string | null;
    [k: string]: unknown;
  }[];
  subscription?: ReferenceInList | null;
  completion_date?: string | null;
  tid?: string | null;
  payment_data?: string | null;
  invoice_number?: string | null;
  reference_id?: string | null;
  incoming_payment_purpose?: string | null;
  incoming_payment_iban?: string | null;
  incoming_payment_bic?: string | null;
  account_owner?: string | null;
  accrual?: boolean;
  order_id?: string | null;
  payment_action?: 'authorization' | 'sale';
  payment_method?: string;
  purpose?: string | null;
  demo?: boolean;
  transmitted_to_bank?: boolean;
  documents?: {
    url?: string;
    type?: string;
    document_type?: string;
    [k: string]: unknown;
  }[];
  load_date?: string | null;
  basket?: {
    [k: string]: unknown;
  }[];
  redirect_url?: RedirectUrlInList;
  shipping_information?: ShippingInputInList | null;
  card_payment?: {
    trace?: number | null;
    receipt_number?: number | null;
    cardtype?: string | null;
    /**
     * smallest currency unit
     */
    tip?: number;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface RedirectUrlInList {
  iframe_url?: string | null;
  url_success?: string | null;
  url_failure?: string | null;
  url_push?: string | null;
  [k: string]: unknown;
}
export interface SpecificPayment {
  object: string;
  id: string;
  payment_id: string;
  trans_id: number;
  /**
   * accepted, authorized, denied, issue, void, refund, internal_server_status, …
   */
  status: string;
  /**
   * smallest currency unit
   */
  amount: number;
  currency: string;
  purpose: string | null;
  order_id: string | null;
  transaction_status: number;
  transaction_hash: string;
  payment_action: 'authorization' | 'sale';
  transfer_purpose: string | null;
  transfer_account: {
    iban: string;
    bic: string;
    accountnumber: string;
    bankcode: string;
    account_owner: string;
    [k: string]: unknown;
  } | null;
  customer: {
    [k: string]: unknown;
  } | null;
  container: Reference | null;
  used_payment_instrument: {
    type: string;
    data: {
      [k: string]: unknown;
    };
    [k: string]: unknown;
  } | null;
  redirect_url: RedirectUrl;
  iframe_url: string | null;
  basket: {
    [k: string]: unknown;
  }[];
  accrual: boolean;
  demo: boolean;
  subscription: {
    purpose: string | null;
    id: number;
    [k: string]: unknown;
  } | null;
  sub_transactions: {
    id: string;
    trans_id: number;
    reference_id: string | null;
    [k: string]: unknown;
  }[];
  mandate: {
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface StatusAnswer {
  status: number;
  status_text: string;
  status_simple: number;
  status_simple_text: string;
  /**
   * smallest currency unit
   */
  amount: number;
  currency: string;
  [k: string]: unknown;
}
export interface CancelInputInList {
  reduce_amount_by?: (number | string) | null;
  amount?: (number | string) | null;
  reason?: string | null;
  reduce_stakeholder_payment?: (boolean | ('0' | '1' | 'true' | 'false' | '')) | null;
  container_id?: string | null;
  contract?:
    | (
        | string
        | {
            id?: string | null;
            type?: string | null;
            contact?: {
              [k: string]: unknown;
            } | null;
            [k: string]: unknown;
          }
      )
    | null;
  [k: string]: unknown;
}
export interface CaptureInputInList {
  amount?: (number | string) | null;
  contract?:
    | (
        | string
        | {
            id?: string | null;
            type?: string | null;
            contact?: {
              [k: string]: unknown;
            } | null;
            [k: string]: unknown;
          }
      )
    | null;
  shipping_information?: ShippingInputInList | null;
  [k: string]: unknown;
}
export interface InstructionsAnswer {
  lang: string;
  amount: string;
  currency: string;
  payment_instructions: PaymentInstructions | null;
  [k: string]: unknown;
}
export interface BankAccount {
  iban: string | null;
  bic: string | null;
  owner: string | null;
  bankname: string | null;
  [k: string]: unknown;
}
export interface CrowdFunding {
  merchant: Reference;
  data: {
    currency: string;
    count: number;
    /**
     * smallest currency unit
     */
    amount: number;
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}
export interface PaymentCustomerInList {
  object?: 'payment.customers';
  id?: string;
  contract?: ReferenceInList;
  merchant?: ReferenceInList;
  contact?: {
    name?: string | null;
    forename?: string | null;
    surname?: string | null;
    companyname?: string | null;
    salutation?: string | null;
    gender?: string | null;
    title?: string | null;
    email?: string | null;
    phone?: string | null;
    mobile?: string | null;
    fax?: string | null;
    dob?: string | null;
    picture?: string | null;
    url_website?: string | null;
    birthplace?: string | null;
    nationality?: string | null;
    address?: {
      type?: string | null;
      street?: string | null;
      street_number?: string | null;
      postal_code?: string | null;
      city?: string | null;
      country?: string | null;
      additional_address_data?: string | null;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  };
  created?: string;
  updated?: string;
  [k: string]: unknown;
}
export interface PaymentCustomerInput {
  contact: PaymentContactInput;
  merchant?:
    | (
        | string
        | {
            id: string;
            [k: string]: unknown;
          }
      )
    | null;
  contract?:
    | (
        | string
        | {
            id: string;
            [k: string]: unknown;
          }
      )
    | null;
  [k: string]: unknown;
}
export interface PaymentContactInput {
  forename: string;
  surname: string;
  companyname?: string | null;
  salutation?: string | null;
  gender?: string | null;
  title?: string | null;
  email: string;
  phone?: string | null;
  mobile?: string | null;
  fax?: string | null;
  dob?: string | null;
  picture?: string | null;
  url_website?: string | null;
  birthplace?: string | null;
  nationality?: string | null;
  address: {
    type?: string | null;
    street: string;
    street_number: string | number;
    postal_code: string | number;
    city: string;
    /**
     * ISO 3166-1 alpha-2; a name as answered is understood
     */
    country: string;
    additional_address_data?: string | null;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface PaymentCustomer {
  object: 'payment.customers';
  id: string;
  contract: Reference;
  merchant: Reference;
  contact: {
    name: string | null;
    forename: string | null;
    surname: string | null;
    companyname: string | null;
    salutation: string | null;
    gender: string | null;
    title: string | null;
    email: string | null;
    phone: string | null;
    mobile: string | null;
    fax: string | null;
    dob: string | null;
    picture: string | null;
    url_website: string | null;
    birthplace: string | null;
    nationality: string | null;
    address: {
      type: string | null;
      street: string | null;
      street_number: string | null;
      postal_code: string | null;
      city: string | null;
      country: string | null;
      additional_address_data: string | null;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  };
  created: string;
  updated?: string;
  [k: string]: unknown;
}
export interface MandateInList {
  sepa_mandate_id?: string;
  /**
   * masked
   */
  iban?: string;
  bic?: string | null;
  type?: 'CORE' | 'B2B';
  status?: 'created' | 'uploaded' | 'active';
  /**
   * mandate reference
   */
  identification?: string;
  creditor_id?: string;
  [k: string]: unknown;
}
export interface TokenStatusInList {
  status?: 'not requested' | 'requested' | 'inquiry' | 'active' | 'failed' | 'archivePending' | 'archived';
  created?: string | null;
  last_modified?: string | null;
  /**
   * grows with every change
   */
  version?: number;
  [k: string]: unknown;
}
export interface PaymentContainerInput {
  /**
   * applepay, bank_account, googlepay; cards only inside prepare
   */
  type: string;
  token?: {
    version?: string | null;
    data?: string | null;
    signature?: string | null;
    header?: {
      ephemeralPublicKey?: string | null;
      publicKeyHash?: string | null;
      transactionId?: string | null;
      [k: string]: unknown;
    } | null;
    [k: string]: unknown;
  } | null;
  private?: {
    iban?: string | null;
    bic?: string | null;
    owner?: string | null;
    bankname?: string | null;
    purpose?: string | null;
    pan?: string | null;
    expiration_date?: string | null;
    issuer?: string | null;
    transact_container?: string | null;
    transact_skey_pubkey?: string | null;
    transact_skey_keyname?: string | null;
    transact_hash?: string | null;
    [k: string]: unknown;
  } | null;
  customer?:
    | (
        | string
        | {
            id: string;
            [k: string]: unknown;
          }
      )
    | null;
  customer_id?: string | null;
  merchant?:
    | (
        | string
        | {
            id: string;
            [k: string]: unknown;
          }
      )
    | null;
  merchant_id?: string | null;
  request_token?: boolean | null;
  notification_url?: string | null;
  [k: string]: unknown;
}
export interface Mandate {
  sepa_mandate_id: string;
  /**
   * masked
   */
  iban: string;
  bic: string | null;
  type: 'CORE' | 'B2B';
  status: 'created' | 'uploaded' | 'active';
  /**
   * mandate reference
   */
  identification: string;
  creditor_id: string;
  [k: string]: unknown;
}
export interface TokenStatus {
  status: 'not requested' | 'requested' | 'inquiry' | 'active' | 'failed' | 'archivePending' | 'archived';
  created: string | null;
  last_modified: string | null;
  /**
   * grows with every change
   */
  version: number;
  [k: string]: unknown;
}
export interface PaymentContainerUpdateInList {
  private?: {
    iban?: string | null;
    bic?: string | null;
    owner?: string | null;
    bankname?: string | null;
    purpose?: string | null;
    pan?: string | null;
    expiration_date?: string | null;
    issuer?: string | null;
    transact_container?: string | null;
    transact_skey_pubkey?: string | null;
    transact_skey_keyname?: string | null;
    transact_hash?: string | null;
    [k: string]: unknown;
  } | null;
  request_token?: boolean | null;
  notification_url?: string | null;
  [k: string]: unknown;
}
export interface MandateInput {
  customer_id: string;
  /**
   * a CORE mandate needs no form
   */
  type: 'B2B';
  [k: string]: unknown;
}
export interface IbanInput {
  id?: (number | string) | null;
  iban: string;
  [k: string]: unknown;
}
export interface IbanAnswer {
  id: number | null;
  valid: boolean;
  iban: string;
  bic: string | null;
  bankname: string | null;
  [k: string]: unknown;
}
export interface PaymentContractInList {
  object?: 'payment.contracts';
  id?: string;
  created?: string;
  updated?: string;
  parent?: {
    object?: string;
    id?: string;
    type?: string;
    [k: string]: unknown;
  } | null;
  merchant?: {
    object?: 'general.merchants';
    id?: string;
    companyname?: string;
    [k: string]: unknown;
  };
  contract?: ReferenceInList;
  pay_in_account?: BankDetailsInList | null;
  demo?: boolean;
  approved?: boolean;
  [k: string]: unknown;
}
export interface BankDetailsInList {
  iban?: string;
  bic?: string | null;
  owner?: string | null;
  bankname?: string | null;
  [k: string]: unknown;
}
export interface PaymentContract {
  object: 'payment.contracts';
  id: string;
  created: string;
  updated?: string;
  parent: {
    object: string;
    id: string;
    type?: string;
    [k: string]: unknown;
  } | null;
  merchant: {
    object: 'general.merchants';
    id: string;
    companyname?: string;
    [k: string]: unknown;
  };
  contract: Reference;
  pay_in_account: BankDetails | null;
  demo: boolean;
  approved: boolean;
  [k: string]: unknown;
}
export interface BankDetails {
  iban: string;
  bic: string | null;
  owner: string | null;
  bankname: string | null;
  [k: string]: unknown;
}
export interface BankDetailsInput {
  iban: string;
  bic?: string | null;
  owner?: string | null;
  bankname?: string | null;
  [k: string]: unknown;
}
export interface CloneInput {
  contract_id?: string | null;
  /**
   * must be unique
   */
  project: string;
  payment_data?: BankDetailsInput | null;
  payin_account?: boolean | null;
  /**
   * @deprecated
   */
  url_push?: string | null;
  [k: string]: unknown;
}
export interface NewContract {
  object: 'general.contracts';
  id: string;
  id_old: number | null;
  created: string;
  updated?: string;
  terminated?: string;
  /**
   * false while the merchant is being identified: nothing is paid out
   */
  approved: boolean;
  description: string | null;
  project: string | null;
  parent: {
    object: string;
    id: string;
    type?: string;
    [k: string]: unknown;
  } | null;
  merchant: {
    object: 'general.merchants';
    id: string;
    companyname?: string;
    [k: string]: unknown;
  };
  contract: Reference;
  pay_in_advance_account: BankDetails | null;
  pay_in_account: BankDetails | null;
  payin_account: boolean;
  paypal_configuration: ThirdPartyEnvironment | null;
  easycredit_configuration: ThirdPartyEnvironment | null;
  checkout_configuration: {
    notifications: {
      merchant_order_mail: boolean;
      customer_order_mail: boolean;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  };
  payment_link_options: {
    background: {
      enabled: boolean;
      image_url: string | null;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  };
  event_details: {
    event_date: string | null;
    event_description: string | null;
    [k: string]: unknown;
  } | null;
  /**
   * a secret; told once
   */
  apikey: string;
  store: Reference | null;
  [k: string]: unknown;
}
export interface ThirdPartyEnvironment {
  live: {
    client_id: string | null;
    [k: string]: unknown;
  } | null;
  sandbox: {
    client_id: string | null;
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface RequestIdInput {
  contract_id?: string | null;
  contact: {
    forename?: string | null;
    surname?: string | null;
    companyname?: string | null;
    salutation?: string | null;
    title?: string | null;
    email?: string | null;
    phone?: string | null;
    mobile?: string | null;
    fax?: string | null;
    dob?: string | null;
    birthplace?: string | null;
    nationality?: string | null;
    url_website?: string | null;
    address?: {
      [k: string]: unknown;
    } | null;
    [k: string]: unknown;
  };
  /**
   * must be unique
   */
  project: string;
  payout_account?: BankDetailsInput | null;
  payment_data?: BankDetailsInput | null;
  iframe_opts?: {
    show_basket?: boolean | null;
    basket_title?: string | null;
    submit_button_title?: string | null;
    logo_base64?: string | null;
    cession?: ('formal' | 'personal') | null;
    [k: string]: unknown;
  } | null;
  url_push?: string | null;
  payin_account?: boolean | null;
  create_first_store?: boolean | null;
  store_name?: string | null;
  payout_purpose?: string | null;
  identrequest?: string | null;
  signed_contract?: string | null;
  additional_data?: {
    create_card?: {
      app_language?: string | null;
      card_type?: string | null;
      identifier?: string | null;
      [k: string]: unknown;
    } | null;
    [k: string]: unknown;
  } | null;
  notes?: string | null;
  invoice_reference?: string | null;
  tid?: string | null;
  merchant_category?: (number | string) | null;
  account_statement_text?: string | null;
  merchant_id?: string | null;
  pricing?:
    | {
        product_id?: (number | string) | null;
        disagio?: (number | string) | null;
        disagio_min?: (number | string) | null;
        fix?: (number | string) | null;
        [k: string]: unknown;
      }[]
    | null;
  funding_threshold?: (number | string) | null;
  funding_end?: string | null;
  project_url?: string | null;
  url_website?: string | null;
  project_brochure?: string | null;
  project_factsheet?: string | null;
  project_duration?: (number | string) | null;
  account_verification?: string | null;
  interest_payment_interval?: string | null;
  event_details?: {
    event_date?: string | null;
    event_description?: string | null;
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface GeneralContractInList {
  object?: 'general.contracts';
  id?: string;
  id_old?: number | null;
  created?: string;
  updated?: string;
  terminated?: string;
  /**
   * false while the merchant is being identified: nothing is paid out
   */
  approved?: boolean;
  description?: string | null;
  project?: string | null;
  parent?: {
    object?: string;
    id?: string;
    type?: string;
    [k: string]: unknown;
  } | null;
  merchant?: {
    object?: 'general.merchants';
    id?: string;
    companyname?: string;
    [k: string]: unknown;
  };
  contract?: ReferenceInList;
  pay_in_advance_account?: BankDetailsInList | null;
  pay_in_account?: BankDetailsInList | null;
  payin_account?: boolean;
  paypal_configuration?: ThirdPartyEnvironmentInList | null;
  easycredit_configuration?: ThirdPartyEnvironmentInList | null;
  checkout_configuration?: {
    notifications?: {
      merchant_order_mail?: boolean;
      customer_order_mail?: boolean;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  };
  payment_link_options?: {
    background?: {
      enabled?: boolean;
      image_url?: string | null;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  };
  event_details?: {
    event_date?: string | null;
    event_description?: string | null;
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface ThirdPartyEnvironmentInList {
  live?: {
    client_id?: string | null;
    [k: string]: unknown;
  } | null;
  sandbox?: {
    client_id?: string | null;
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface GeneralContract {
  object: 'general.contracts';
  id: string;
  id_old: number | null;
  created: string;
  updated?: string;
  terminated?: string;
  /**
   * false while the merchant is being identified: nothing is paid out
   */
  approved: boolean;
  description: string | null;
  project: string | null;
  parent: {
    object: string;
    id: string;
    type?: string;
    [k: string]: unknown;
  } | null;
  merchant: {
    object: 'general.merchants';
    id: string;
    companyname?: string;
    [k: string]: unknown;
  };
  contract: Reference;
  pay_in_advance_account: BankDetails | null;
  pay_in_account: BankDetails | null;
  payin_account: boolean;
  paypal_configuration: ThirdPartyEnvironment | null;
  easycredit_configuration: ThirdPartyEnvironment | null;
  checkout_configuration: {
    notifications: {
      merchant_order_mail: boolean;
      customer_order_mail: boolean;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  };
  payment_link_options: {
    background: {
      enabled: boolean;
      image_url: string | null;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  };
  event_details: {
    event_date: string | null;
    event_description: string | null;
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface IframeOptions {
  payment_hint_title: string | null;
  project_title: string;
  project_logo: string | null;
  submit_button_title: string | null;
  primary_colour: string | null;
  language: string;
  basket_title: string | null;
  is_basket_shown: boolean;
  language_formality: 'formal' | 'personal';
  payment_config: {
    Googlepay: {
      [k: string]: unknown;
    };
    Applepay: {
      [k: string]: unknown;
    };
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface AvailableMethodsInput {
  currency: string;
  is_demo: boolean;
  [k: string]: unknown;
}
export interface UpdateBankAccountInput {
  iban: string;
  bic?: string | null;
  owner?: string | null;
  bankname?: string | null;
  verification_document?: string | null;
  [k: string]: unknown;
}
export interface ThirdPartyConfiguration {
  paypal_configuration: ThirdPartyEnvironment | null;
  easycredit_configuration: ThirdPartyEnvironment | null;
  [k: string]: unknown;
}
export interface ThirdPartyInputInList {
  paypal_configuration?: {
    live?: {
      client_id?: string | null;
      [k: string]: unknown;
    } | null;
    sandbox?: {
      client_id?: string | null;
      [k: string]: unknown;
    } | null;
    [k: string]: unknown;
  } | null;
  easycredit_configuration?: {
    live?: {
      client_id?: string | null;
      [k: string]: unknown;
    } | null;
    sandbox?: {
      client_id?: string | null;
      [k: string]: unknown;
    } | null;
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface GeneralMerchant {
  object: 'general.merchants';
  id: string;
  id_old: number | null;
  type: string;
  companyname: string;
  user: {
    companyname: string;
    address: string[];
    [k: string]: unknown;
  };
  parent: Reference | null;
  assigned_by: {
    [k: string]: unknown;
  }[];
  invited_by: {
    [k: string]: unknown;
  }[];
  legal_details: {
    [k: string]: unknown;
  }[];
  urls: {
    [k: string]: unknown;
  }[];
  store_name: string;
  store: {
    object: string;
    id: string;
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface MerchantCategoryInList {
  object?: 'general.merchantcategories';
  /**
   * what requestId takes as merchant_category
   */
  id?: number;
  desc?: string;
  [k: string]: unknown;
}
export interface StoreInList {
  object?: 'general.stores';
  id?: string;
  id_old?: string | null;
  created?: string;
  updated?: string;
  merchant?: ReferenceInList;
  store_name?: string;
  name?: string;
  name_raw?: string;
  source?: string | null;
  key?: string | null;
  hash?: string;
  facebook_id?: string | null;
  phone_number_formatted?: string | null;
  address_components?: AddressComponentInList[];
  address_formatted?: string | null;
  geometry?: {
    lat?: number;
    lon?: number;
    [k: string]: unknown;
  } | null;
  photo_main?: string | null;
  photo?: string[];
  category_main?: string | null;
  category?: string[];
  url_website?: string | null;
  open_hours?: {
    open?: {
      /**
       * 0 Sunday … 6 Saturday
       */
      day?: number;
      /**
       * HHMM
       */
      time?: string;
      [k: string]: unknown;
    };
    close?: {
      /**
       * 0 Sunday … 6 Saturday
       */
      day?: number;
      /**
       * HHMM
       */
      time?: string;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  }[];
  /**
   * by the opening hours, on the wall clock of the store
   */
  open_now?: boolean;
  open_time?: number | null;
  /**
   * of the store now, for example +01:00
   */
  utc_offset?: string;
  assigned_by?: {
    [k: string]: unknown;
  }[];
  invited_by?: {
    [k: string]: unknown;
  }[];
  has_beacon?: boolean;
  acceptance_point?: boolean;
  /**
   * the default store of its merchant
   */
  is_default?: boolean;
  [k: string]: unknown;
}
export interface AddressComponentInList {
  long_name?: string;
  short_name?: string;
  types?: ('route' | 'street_number' | 'locality' | 'country' | 'postal_code' | 'political')[];
  [k: string]: unknown;
}
export interface NewStoreInput {
  name: string;
  merchant?:
    | (
        | string
        | {
            id: string;
            [k: string]: unknown;
          }
      )
    | null;
  address?: {
    type?: string | null;
    street?: string | null;
    street_number?: string | null;
    city?: string | null;
    postal_code?: string | null;
    country?: string | null;
    additional_address_data?: string | null;
    [k: string]: unknown;
  } | null;
  facebook_id?: string | null;
  phone?: string | null;
  url_website?: string | null;
  photo_main?: string | null;
  photo?: string[] | null;
  open_hours?:
    | {
        open: {
          day: number | string;
          /**
           * HHMM
           */
          time: string;
          [k: string]: unknown;
        };
        close?: {
          day: number | string;
          /**
           * HHMM
           */
          time: string;
          [k: string]: unknown;
        } | null;
        [k: string]: unknown;
      }[]
    | null;
  geometry?: {
    lat: number;
    lon: number;
    [k: string]: unknown;
  } | null;
  has_beacon?: boolean | null;
  acceptance_point?: boolean | null;
  time_zone?: string | null;
  [k: string]: unknown;
}
export interface Store {
  object: 'general.stores';
  id: string;
  id_old: string | null;
  created: string;
  updated?: string;
  merchant: Reference;
  store_name: string;
  name: string;
  name_raw: string;
  source: string | null;
  key: string | null;
  hash: string;
  facebook_id: string | null;
  phone_number_formatted: string | null;
  address_components: AddressComponent[];
  address_formatted: string | null;
  geometry: {
    lat: number;
    lon: number;
    [k: string]: unknown;
  } | null;
  photo_main: string | null;
  photo: string[];
  category_main: string | null;
  category: string[];
  url_website: string | null;
  open_hours: {
    open: {
      /**
       * 0 Sunday … 6 Saturday
       */
      day: number;
      /**
       * HHMM
       */
      time: string;
      [k: string]: unknown;
    };
    close?: {
      /**
       * 0 Sunday … 6 Saturday
       */
      day: number;
      /**
       * HHMM
       */
      time: string;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  }[];
  /**
   * by the opening hours, on the wall clock of the store
   */
  open_now: boolean;
  open_time: number | null;
  /**
   * of the store now, for example +01:00
   */
  utc_offset: string;
  assigned_by: {
    [k: string]: unknown;
  }[];
  invited_by: {
    [k: string]: unknown;
  }[];
  has_beacon: boolean;
  acceptance_point: boolean;
  /**
   * the default store of its merchant
   */
  is_default: boolean;
  [k: string]: unknown;
}
export interface AddressComponent {
  long_name: string;
  short_name: string;
  types: ('route' | 'street_number' | 'locality' | 'country' | 'postal_code' | 'political')[];
  [k: string]: unknown;
}
export interface StoreInput {
  name?: string;
  merchant?:
    | (
        | string
        | {
            id: string;
            [k: string]: unknown;
          }
      )
    | null;
  address?: {
    type?: string | null;
    street?: string | null;
    street_number?: string | null;
    city?: string | null;
    postal_code?: string | null;
    country?: string | null;
    additional_address_data?: string | null;
    [k: string]: unknown;
  } | null;
  facebook_id?: string | null;
  phone?: string | null;
  url_website?: string | null;
  photo_main?: string | null;
  photo?: string[] | null;
  open_hours?:
    | {
        open: {
          day: number | string;
          /**
           * HHMM
           */
          time: string;
          [k: string]: unknown;
        };
        close?: {
          day: number | string;
          /**
           * HHMM
           */
          time: string;
          [k: string]: unknown;
        } | null;
        [k: string]: unknown;
      }[]
    | null;
  geometry?: {
    lat: number;
    lon: number;
    [k: string]: unknown;
  } | null;
  has_beacon?: boolean | null;
  acceptance_point?: boolean | null;
  time_zone?: string | null;
  [k: string]: unknown;
}
export interface PushEntryInList {
  object?: 'event.pushes';
  id?: string;
  created?: string;
  /**
   * type of the changed object
   */
  target?: string;
  type?: 'changed' | 'added' | 'display';
  data?: ReferenceInList[];
  url?: string;
  /**
   * refused: the address is not allowed; discarded: given up after the horizon
   */
  status?: 'waiting' | 'delivered' | 'discarded' | 'refused';
  next_attempt?: string | null;
  supportId?: string | null;
  attempts?: DeliveryAttemptInList[];
  [k: string]: unknown;
}
export interface DeliveryAttemptInList {
  at?: string;
  status?: number | null;
  /**
   * how long it took
   */
  ms?: number;
  answer?: string | null;
  error?: string | null;
  [k: string]: unknown;
}
export interface PushEntry {
  object: 'event.pushes';
  id: string;
  created: string;
  /**
   * type of the changed object
   */
  target: string;
  type: 'changed' | 'added' | 'display';
  data: Reference[];
  url: string;
  /**
   * refused: the address is not allowed; discarded: given up after the horizon
   */
  status: 'waiting' | 'delivered' | 'discarded' | 'refused';
  next_attempt: string | null;
  supportId: string | null;
  attempts: DeliveryAttempt[];
  [k: string]: unknown;
}
export interface DeliveryAttempt {
  at: string;
  status: number | null;
  /**
   * how long it took
   */
  ms: number;
  answer: string | null;
  error: string | null;
  [k: string]: unknown;
}
export interface RoutingInList {
  object?: 'smart.routings';
  id?: string;
  merchant?: ReferenceInList;
  store?: {
    object?: 'general.stores';
    id?: string;
    name?: string;
    [k: string]: unknown;
  } | null;
  description?: string;
  /**
   * a till and a terminal
   */
  assign?: {
    object?: 'smart.devices';
    id?: string;
    type?: 'cashier' | 'zvt' | 'shopmodule' | 'webterminal';
    description?: string;
    [k: string]: unknown;
  }[];
  created?: string;
  updated?: string;
  [k: string]: unknown;
}
export interface RoutingInput {
  merchant?:
    | (
        | string
        | {
            id: string;
            [k: string]: unknown;
          }
      )
    | null;
  store?:
    | (
        | string
        | {
            id: string;
            [k: string]: unknown;
          }
      )
    | null;
  description?: string | null;
  [k: string]: unknown;
}
export interface Routing {
  object: 'smart.routings';
  id: string;
  merchant: Reference;
  store: {
    object: 'general.stores';
    id: string;
    name: string;
    [k: string]: unknown;
  } | null;
  description: string;
  /**
   * a till and a terminal
   */
  assign: {
    object: 'smart.devices';
    id: string;
    type: 'cashier' | 'zvt' | 'shopmodule' | 'webterminal';
    description: string;
    [k: string]: unknown;
  }[];
  created: string;
  updated: string;
  [k: string]: unknown;
}
export interface ApprovalInList {
  object?: 'auth.approvals';
  id?: string;
  created?: string;
  /**
   * kind of what is given away
   */
  operation?:
    | 'cardLoad'
    | 'cardPoints'
    | 'cardCorrection'
    | 'cardAccess'
    | 'cancelSale'
    | 'paidElsewhere'
    | 'takeBack'
    | 'terminalRefund'
    | 'terminalReversal'
    | 'terminalOperation'
    | 'refundPayment'
    | 'assignTransfer'
    | 'releasePayout'
    | 'payout'
    | 'kioskExit';
  /**
   * id of what it is about
   */
  subject?: string;
  amount?: number | null;
  currency?: string;
  till?: string | null;
  requested_by?: {
    id?: string;
    username?: string;
    name?: string;
    [k: string]: unknown;
  };
  approved_by?: {
    id?: string;
    username?: string;
    name?: string;
    [k: string]: unknown;
  };
  reason?: string;
  supportId?: string | null;
  [k: string]: unknown;
}
export interface ApprovalInput {
  /**
   * of the manager
   */
  username: string;
  pin: string;
  /**
   * why; kept with the operation
   */
  reason: string;
  /**
   * kind of what is given away
   */
  operation:
    | 'cardLoad'
    | 'cardPoints'
    | 'cardCorrection'
    | 'cardAccess'
    | 'cancelSale'
    | 'paidElsewhere'
    | 'takeBack'
    | 'terminalRefund'
    | 'terminalReversal'
    | 'terminalOperation'
    | 'refundPayment'
    | 'assignTransfer'
    | 'releasePayout'
    | 'payout'
    | 'kioskExit';
  /**
   * as `needs.object` of the refusal says
   */
  object: string;
  amount: number | null;
  [k: string]: unknown;
}
export interface ApprovalAnswer {
  /**
   * for the header X-Approval; good once
   */
  approval: string;
  expires_at: string;
  [k: string]: unknown;
}
export interface Approval {
  object: 'auth.approvals';
  id: string;
  created: string;
  /**
   * kind of what is given away
   */
  operation:
    | 'cardLoad'
    | 'cardPoints'
    | 'cardCorrection'
    | 'cardAccess'
    | 'cancelSale'
    | 'paidElsewhere'
    | 'takeBack'
    | 'terminalRefund'
    | 'terminalReversal'
    | 'terminalOperation'
    | 'refundPayment'
    | 'assignTransfer'
    | 'releasePayout'
    | 'payout'
    | 'kioskExit';
  /**
   * id of what it is about
   */
  subject: string;
  amount: number | null;
  currency: string;
  till: string | null;
  requested_by: {
    id: string;
    username: string;
    name: string;
    [k: string]: unknown;
  };
  approved_by: {
    id: string;
    username: string;
    name: string;
    [k: string]: unknown;
  };
  reason: string;
  supportId: string | null;
  [k: string]: unknown;
}
export interface IdentRequestInList {
  object?: 'services.identrequests';
  id?: string;
  created?: string;
  updated?: string;
  status?: 'requested' | 'ok' | 'failed';
  merchant?: ReferenceInList;
  contract?: ReferenceInList;
  contact?: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface IdentRequest {
  object: 'services.identrequests';
  id: string;
  created: string;
  updated?: string;
  status: 'requested' | 'ok' | 'failed';
  merchant: Reference;
  contract: Reference;
  contact: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface SubscriptionInList {
  object?: 'payment.subscriptions';
  id?: string;
  created?: string;
  updated?: string;
  /**
   * what later payments pass as subscription.id
   */
  number?: number;
  purpose?: string | null;
  currency?: string;
  smart_transaction?: ReferenceInList | null;
  merchant?: ReferenceInList;
  contract?: ReferenceInList | null;
  customer?: ReferenceInList | null;
  container?: ReferenceInList | null;
  plan?: ReferenceInList | null;
  start_at?: string;
  status?: 'active' | 'suspended' | 'cancelled' | 'completed';
  billing_cycles?: {
    cycle_executions?: CycleExecutionInList[];
    next_billing_time?: string | null;
    [k: string]: unknown;
  };
  demo?: boolean;
  [k: string]: unknown;
}
export interface CycleExecutionInList {
  sequence?: number;
  tenure_type?: 'setup' | 'trial' | 'regular';
  total_cycles?: number;
  cycles_completed?: number;
  cycles_remaining?: number;
  [k: string]: unknown;
}
export interface Subscription {
  object: 'payment.subscriptions';
  id: string;
  created: string;
  updated?: string;
  /**
   * what later payments pass as subscription.id
   */
  number: number;
  purpose: string | null;
  currency: string;
  smart_transaction: Reference | null;
  merchant: Reference;
  contract: Reference | null;
  customer: Reference | null;
  container: Reference | null;
  plan: Reference | null;
  start_at: string;
  status: 'active' | 'suspended' | 'cancelled' | 'completed';
  billing_cycles: {
    cycle_executions: CycleExecution[];
    next_billing_time: string | null;
    [k: string]: unknown;
  };
  demo: boolean;
  [k: string]: unknown;
}
export interface CycleExecution {
  sequence: number;
  tenure_type: 'setup' | 'trial' | 'regular';
  total_cycles: number;
  cycles_completed: number;
  cycles_remaining: number;
  [k: string]: unknown;
}
export interface PlanInList {
  object?: 'payment.plans';
  id?: string;
  created?: string;
  updated?: string;
  description?: string | null;
  currency?: string;
  status?: 'created' | 'active' | 'inactive';
  payment_methods?: string[];
  merchant?: ReferenceInList;
  billing_cycles?: BillingCycleInList[];
  product_type?: string | null;
  [k: string]: unknown;
}
export interface BillingCycleInList {
  /**
   * 0 is the set-up fee
   */
  sequence?: number;
  interval?: {
    unit?: 'day' | 'week' | 'month' | 'year';
    count?: number;
    [k: string]: unknown;
  } | null;
  tenure_type?: 'setup' | 'trial' | 'regular';
  /**
   * 0: without end
   */
  total_cycles?: number;
  /**
   * smallest currency unit
   */
  price?: number;
  [k: string]: unknown;
}
export interface PlanInput {
  description?: string | null;
  currency?: string | null;
  status?: ('created' | 'active' | 'inactive') | null;
  payment_methods?: string[] | null;
  merchant?:
    | (
        | string
        | {
            id: string;
            [k: string]: unknown;
          }
      )
    | null;
  billing_cycles?:
    | {
        sequence: number | string;
        interval?: {
          unit: 'day' | 'week' | 'month' | 'year';
          count: number | string;
          [k: string]: unknown;
        } | null;
        tenure_type: 'setup' | 'trial' | 'regular';
        total_cycles?: (number | string) | null;
        price: number | string;
        [k: string]: unknown;
      }[]
    | null;
  product_type?: string | null;
  [k: string]: unknown;
}
export interface Plan {
  object: 'payment.plans';
  id: string;
  created: string;
  updated?: string;
  description: string | null;
  currency: string;
  status: 'created' | 'active' | 'inactive';
  payment_methods: string[];
  merchant: Reference;
  billing_cycles: BillingCycle[];
  product_type: string | null;
  [k: string]: unknown;
}
export interface BillingCycle {
  /**
   * 0 is the set-up fee
   */
  sequence: number;
  interval: {
    unit: 'day' | 'week' | 'month' | 'year';
    count: number;
    [k: string]: unknown;
  } | null;
  tenure_type: 'setup' | 'trial' | 'regular';
  /**
   * 0: without end
   */
  total_cycles: number;
  /**
   * smallest currency unit
   */
  price: number;
  [k: string]: unknown;
}
export interface SpecificPaymentInList {
  object?: string;
  id?: string;
  payment_id?: string;
  trans_id?: number;
  /**
   * accepted, authorized, denied, issue, void, refund, internal_server_status, …
   */
  status?: string;
  /**
   * smallest currency unit
   */
  amount?: number;
  currency?: string;
  purpose?: string | null;
  order_id?: string | null;
  transaction_status?: number;
  transaction_hash?: string;
  payment_action?: 'authorization' | 'sale';
  transfer_purpose?: string | null;
  transfer_account?: {
    iban?: string;
    bic?: string;
    accountnumber?: string;
    bankcode?: string;
    account_owner?: string;
    [k: string]: unknown;
  } | null;
  customer?: {
    [k: string]: unknown;
  } | null;
  container?: ReferenceInList | null;
  used_payment_instrument?: {
    type?: string;
    data?: {
      [k: string]: unknown;
    };
    [k: string]: unknown;
  } | null;
  redirect_url?: RedirectUrlInList;
  iframe_url?: string | null;
  basket?: {
    [k: string]: unknown;
  }[];
  accrual?: boolean;
  demo?: boolean;
  subscription?: {
    purpose?: string | null;
    id?: number;
    [k: string]: unknown;
  } | null;
  sub_transactions?: {
    id?: string;
    trans_id?: number;
    reference_id?: string | null;
    [k: string]: unknown;
  }[];
  mandate?: {
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface CancelResult {
  new_trans_id: number;
  demo: boolean;
  result: {
    new_trans_id: number;
    /**
     * smallest currency unit
     */
    remaining_amount: number;
    refund_waiting_for_payment: boolean;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface PaymentsBasketInput {
  /**
   * @maxItems 2000
   */
  basket: SvcBasketItemInList[];
  contract?:
    | (
        | string
        | {
            id?: string | null;
            type?: string | null;
            contact?: {
              [k: string]: unknown;
            } | null;
            [k: string]: unknown;
          }
      )
    | null;
  [k: string]: unknown;
}
export interface PayoutInList {
  object?: string;
  id?: string;
  payment_id?: string;
  trans_id?: number;
  /**
   * accepted, authorized, denied, issue, void, refund, internal_server_status, …
   */
  status?: string;
  /**
   * smallest currency unit
   */
  amount?: number;
  currency?: string;
  purpose?: string | null;
  order_id?: string | null;
  transaction_status?: number;
  transaction_hash?: string;
  payment_action?: 'authorization' | 'sale';
  transfer_purpose?: string | null;
  transfer_account?: {
    iban?: string;
    bic?: string;
    accountnumber?: string;
    bankcode?: string;
    account_owner?: string;
    [k: string]: unknown;
  } | null;
  customer?: {
    [k: string]: unknown;
  } | null;
  container?: ReferenceInList | null;
  used_payment_instrument?: {
    type?: string;
    data?: {
      [k: string]: unknown;
    };
    [k: string]: unknown;
  } | null;
  redirect_url?: RedirectUrlInList;
  iframe_url?: string | null;
  basket?: {
    [k: string]: unknown;
  }[];
  accrual?: boolean;
  demo?: boolean;
  subscription?: {
    purpose?: string | null;
    id?: number;
    [k: string]: unknown;
  } | null;
  sub_transactions?: {
    id?: string;
    trans_id?: number;
    reference_id?: string | null;
    [k: string]: unknown;
  }[];
  mandate?: {
    [k: string]: unknown;
  } | null;
  transaction_list?: {
    name?: string | null;
    /**
     * smallest currency unit
     */
    total?: number;
    trans_id?: number;
    [k: string]: unknown;
  }[];
  payout_list?: {
    [k: string]: unknown;
  }[];
  execution_date?: string | null;
  [k: string]: unknown;
}
export interface PayoutInput {
  customer:
    | string
    | {
        id: string;
        [k: string]: unknown;
      };
  amount: number | string;
  currency?: string | null;
  purpose: string;
  order_id?: string | null;
  redirect_url?: {
    url_push?: string | null;
    [k: string]: unknown;
  } | null;
  contract?:
    | (
        | string
        | {
            id: string;
            [k: string]: unknown;
          }
      )
    | null;
  demo?: (boolean | ('0' | '1' | 'true' | 'false' | '')) | null;
  opt_data?: {
    [k: string]: unknown;
  } | null;
  /**
   * @minItems 1
   * @maxItems 2000
   */
  transaction_list: {
    item_type?: string | null;
    reference_id?: string | null;
    name: string;
    total: number | string;
    transaction_hash?: string | null;
    transaction_id?: string | null;
    container_id?: string | null;
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}
export interface Payout {
  object: string;
  id: string;
  payment_id: string;
  trans_id: number;
  /**
   * accepted, authorized, denied, issue, void, refund, internal_server_status, …
   */
  status: string;
  /**
   * smallest currency unit
   */
  amount: number;
  currency: string;
  purpose: string | null;
  order_id: string | null;
  transaction_status: number;
  transaction_hash: string;
  payment_action: 'authorization' | 'sale';
  transfer_purpose: string | null;
  transfer_account: {
    iban: string;
    bic: string;
    accountnumber: string;
    bankcode: string;
    account_owner: string;
    [k: string]: unknown;
  } | null;
  customer: {
    [k: string]: unknown;
  } | null;
  container: Reference | null;
  used_payment_instrument: {
    type: string;
    data: {
      [k: string]: unknown;
    };
    [k: string]: unknown;
  } | null;
  redirect_url: RedirectUrl;
  iframe_url: string | null;
  basket: {
    [k: string]: unknown;
  }[];
  accrual: boolean;
  demo: boolean;
  subscription: {
    purpose: string | null;
    id: number;
    [k: string]: unknown;
  } | null;
  sub_transactions: {
    id: string;
    trans_id: number;
    reference_id: string | null;
    [k: string]: unknown;
  }[];
  mandate: {
    [k: string]: unknown;
  } | null;
  transaction_list: {
    name: string | null;
    /**
     * smallest currency unit
     */
    total: number;
    trans_id: number;
    [k: string]: unknown;
  }[];
  payout_list?: {
    [k: string]: unknown;
  }[];
  execution_date?: string | null;
  [k: string]: unknown;
}
export interface DirectPayoutInput {
  amount: number | string;
  currency?: string | null;
  contract_id?: string | null;
  purpose: string;
  execution_date?: string | null;
  order_id?: string | null;
  redirect_url?: {
    url_push?: string | null;
    [k: string]: unknown;
  } | null;
  demo?: (boolean | ('0' | '1' | 'true' | 'false' | '')) | null;
  /**
   * @minItems 1
   * @maxItems 2000
   */
  payout_list: {
    amount: number | string;
    purpose?: string | null;
    reference?: string | null;
    recipient?: string | null;
    bank_account?: {
      iban: string;
      bic?: string | null;
      owner?: string | null;
      bankname?: string | null;
      [k: string]: unknown;
    } | null;
    origin_transaction?: (number | string) | null;
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}
export interface MerchantPayoutInList {
  object?: 'payment.payouts';
  id?: string;
  date?: string;
  /**
   * smallest currency unit
   */
  amount?: number;
  currency?: string;
  simple_status_id?: number;
  simple_status_description?: string;
  receiver?: string;
  purpose?: string;
  trans_status_id?: number;
  documents?: {
    url?: string;
    type?: string;
    [k: string]: unknown;
  }[];
  /**
   * smallest currency unit
   */
  transaction_volume?: number;
  /**
   * smallest currency unit
   */
  refund_amount?: number;
  /**
   * smallest currency unit
   */
  stakeholder_amount?: number;
  /**
   * smallest currency unit
   */
  claim_amount?: number;
  /**
   * smallest currency unit
   */
  invoice_amount?: number;
  /**
   * smallest currency unit
   */
  misc_amount?: number;
  /**
   * smallest currency unit
   */
  payout_amount?: number;
  transactions?: {
    object?: string;
    id?: string;
    trans_id?: number;
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}
export interface MerchantPayout {
  object: 'payment.payouts';
  id: string;
  date: string;
  /**
   * smallest currency unit
   */
  amount: number;
  currency: string;
  simple_status_id: number;
  simple_status_description: string;
  receiver: string;
  purpose: string;
  trans_status_id: number;
  documents: {
    url: string;
    type: string;
    [k: string]: unknown;
  }[];
  /**
   * smallest currency unit
   */
  transaction_volume: number;
  /**
   * smallest currency unit
   */
  refund_amount: number;
  /**
   * smallest currency unit
   */
  stakeholder_amount: number;
  /**
   * smallest currency unit
   */
  claim_amount: number;
  /**
   * smallest currency unit
   */
  invoice_amount: number;
  /**
   * smallest currency unit
   */
  misc_amount: number;
  /**
   * smallest currency unit
   */
  payout_amount: number;
  transactions: {
    object: string;
    id: string;
    trans_id: number;
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}
export interface UploadInput {
  /**
   * the document in base64; a data: address is taken as well
   */
  content: string;
  name?: string | null;
  [k: string]: unknown;
}
export interface Upload {
  object: 'document.uploads';
  id: string;
  created: string;
  name?: string | null;
  /**
   * media type, told by the content
   */
  type?: string;
  /**
   * bytes
   */
  size?: number;
  [k: string]: unknown;
}
export interface UploadWithContent {
  object: 'document.uploads';
  id: string;
  created: string;
  name?: string | null;
  /**
   * media type, told by the content
   */
  type?: string;
  /**
   * bytes
   */
  size?: number;
  /**
   * base64
   */
  content: string;
  [k: string]: unknown;
}
export interface ControlView {
  clock: ClockView;
  faults: FaultView[];
  snapshots: string[];
  scenarios: {
    name: string;
    about: string;
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}
export interface ClockView {
  now: string;
  /**
   * how far it is ahead of the system clock, ms
   */
  offset: number;
  [k: string]: unknown;
}
export interface FaultView {
  id: string;
  operation: string;
  client: string | null;
  effect: {
    latency?: {
      from: number;
      to: number;
      seed: number;
      [k: string]: unknown;
    };
    status?: number;
    cut?: 'before' | 'after';
    [k: string]: unknown;
  };
  times: number | null;
  [k: string]: unknown;
}
export interface ClockInputInList {
  now?: string;
  /**
   * ms, may be negative
   */
  by?: number;
  /**
   * back to the system clock
   */
  release?: true;
}
export interface FaultInput {
  /**
   * method and path, * for anything
   */
  operation: string;
  client?: string | null;
  latency?: {
    from: number;
    to?: number;
    seed?: number;
    [k: string]: unknown;
  };
  status?: number;
  /**
   * before: nothing is done; after: done, and the answer is lost
   */
  cut?: 'before' | 'after';
  times?: number | null;
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
  /**
   * of an answer 500, which the specification also gives to a request that is not valid. client: mend the request; server: try again later
   */
  fault?: 'client' | 'server';
  outcome?: Outcome;
  next?: NextCall | null;
  [k: string]: unknown;
}
export interface TokenError {
  error: string;
  error_description: string;
  [k: string]: unknown;
}
