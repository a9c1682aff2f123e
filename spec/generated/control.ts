// Made by `npm run generate` from spec/control/openapi.yaml; not to be edited.

export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Says which operations are offered
         * @description A target offers what it can; a check that requires more is not judged.
         */
        get: operations["describeControl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Brings the target back to its beginning
         * @description Merchants of the beginning keep their keys; everything else is gone.
         */
        post: operations["reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a merchant with its own keys */
        post: operations["createMerchant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replaces the key of an environment, which ends the old one at once */
        post: operations["regenerateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/clock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        /** Reads the merchant's wall clock */
        get: operations["readWallClock"];
        put?: never;
        /**
         * Moves the merchant's wall clock forward
         * @description Give either `byMs` or `to`. What falls due on the way happens, in order, before the answer. No other merchant's time moves.
         */
        post: operations["moveWallClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/idle": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Waits until nothing is left to happen now for the merchant
         * @description Answers `idle` true as soon as nothing is left to happen now for the merchant and its vendors: no event is on its way or about to be sent again, no timer is due, nothing is being processed. What falls due within the next ten seconds of the merchant's time counts as left to happen; what falls due later does not. Answers `idle` false when something is still left after `withinMs`. Where this is offered, the suite decides without waiting that an event does not come. An event that comes all the same, without any request in between, makes the suite wait for deadlines again.
         */
        post: operations["awaitIdle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/next-disbursement-outcome": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decides how the next disbursements end */
        post: operations["setNextDisbursementOutcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/disbursements/{id}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The object. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends a disbursement at once */
        post: operations["settleDisbursement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/next-remittance-outcome": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decides the state in which the next remittances are made */
        post: operations["setNextRemittanceOutcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/remittances/{id}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The object. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Brings a remittance that has not ended into a state */
        post: operations["settleRemittance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/next-payment-outcome": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decides whether the next payments are approved */
        post: operations["setNextPaymentOutcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/payment-intents/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The object. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Brings an intent into a state, as its payer would */
        post: operations["setPaymentIntentStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        /** Lists the endpoints */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Registers an endpoint for the events that it names
         * @description `accountId` may be a vendor's account as well.
         */
        post: operations["registerWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The object. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Removes an endpoint */
        delete: operations["removeWebhookEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/test-clocks/{id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The object. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Completes a test clock */
        post: operations["completeTestClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/delivery-mode": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Arranges how events are delivered
         * @description For one endpoint, or for all that the account has and will have.
         */
        post: operations["setDeliveryMode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        /**
         * Lists the events that the account's endpoints would receive
         * @description `body` is what a webhook carries. Oldest first.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/outages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a service behind the interface fail for this merchant */
        post: operations["declareOutage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/outages/{service}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The service, as in `declareOutage`. */
                service: components["parameters"]["service"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Ends an outage */
        delete: operations["endOutage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/holds": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Holds the request with this idempotency key in flight when it comes
         * @description The request is stopped after its key is reserved and before it has any effect.
         */
        post: operations["holdIdempotentRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/holds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The object. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** Says whether a request is being held */
        get: operations["readHold"];
        put?: never;
        post?: never;
        /** Lets a held request go on */
        delete: operations["releaseHeldRequest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/funds": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Credits the available balance of the merchant's own wallet */
        post: operations["fundMarketplace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/balances": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        /** Tells the balances of the merchant and of its vendors */
        get: operations["readBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/vendors": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes a vendor of the merchant in a chosen condition
         * @description It counts towards no rate limit. The merchant need not have Connect activated. Unless told otherwise, money can be collected on the vendor's behalf and paid out to it. Where a server asks for an approval first, the suite gives it by `setComplianceFile`, if that is offered.
         */
        post: operations["createVendor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/vendors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The object. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes a vendor, as the dashboard does */
        delete: operations["deleteVendor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/vendors/{id}/compliance": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The object. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        get?: never;
        /** Replaces a vendor's compliance file and policy */
        put: operations["setComplianceFile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/vendors/{id}/payout-method": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The object. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        get?: never;
        /** Gives a vendor a payout destination, or takes it away */
        put: operations["setPayoutMethod"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchants/{accountId}/vendors/{id}/withdrawal": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The object. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the vendor's withdrawal that is in flight */
        post: operations["settleWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Wallet: {
            currency: string;
            /** @description Whole francs. */
            pending: number;
            /** @description Whole francs. */
            available: number;
        };
    };
    responses: {
        /** @description No such operation, merchant or object. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    message: string;
                };
            };
        };
        /** @description The body is not as described. */
        Invalid: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    errors: {
                        rule: string;
                        field: string;
                        message: string;
                    }[];
                };
            };
        };
    };
    parameters: {
        /** @description The account, `acct_…`. */
        accountId: string;
        /** @description The object. */
        id: string;
        /** @description The service, as in `declareOutage`. */
        service: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    describeControl: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        protocol: "payconform-control";
                        version: number;
                        operations: string[];
                    };
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    reset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        reset: boolean;
                    };
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    createMerchant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description ISO 3166-1 alpha-2, any casing. */
                    country?: string;
                    /** @description Any casing. */
                    currency?: string;
                    /**
                     * @description Absent or null means that Connect is not activated.
                     * @enum {string|null}
                     */
                    connectMode?: "marketplace" | "platform" | null;
                    /** @description Whole francs in the available balance of the wallets of both environments from the beginning. Absent means as much as ordinary payouts need. */
                    funds?: number;
                    /** @description What an allocation costs, in place of the target's own prices. */
                    surcharge?: {
                        /** @description Whole francs. */
                        fixed?: number;
                        /** @description Of the amount asked for, rounded up to whole francs. */
                        percent?: number;
                    };
                    /** @description Milliseconds of wall clock from a credit to its availability, in place of the target's own delay. */
                    availabilityDelayMs?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accountId: string;
                        keys: {
                            test: string;
                            live?: string;
                        };
                    };
                };
            };
            422: components["responses"]["Invalid"];
        };
    };
    regenerateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    mode: "test" | "live";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        mode: "test" | "live";
                        key: string;
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    readWallClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        now: string;
                    };
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    moveWallClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    byMs?: number;
                    /** Format: date-time */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        now: string;
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    awaitIdle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description The longest wait, ms.
                     * @default 10000
                     */
                    withinMs?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        idle: boolean;
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    setNextDisbursementOutcome: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    outcome: "succeeded" | "failed" | "canceled";
                    /** @default 1 */
                    times?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    settleDisbursement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The object. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    status: "succeeded" | "failed" | "canceled";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        status: string;
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    setNextRemittanceOutcome: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    outcome: "pending" | "processing" | "succeeded" | "failed" | "canceled";
                    /** @default 1 */
                    times?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    settleRemittance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The object. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    status: "pending" | "processing" | "succeeded" | "failed" | "canceled";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        status: string;
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    setNextPaymentOutcome: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    outcome: "approved" | "declined";
                    /** @default 1 */
                    times?: number;
                    /** @description Only payments of this customer. */
                    customerId?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    setPaymentIntentStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The object. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    status: "requires_payment_method" | "requires_confirmation" | "processing" | "succeeded" | "failed" | "canceled";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        status: string;
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: Record<string, unknown>[];
                    };
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    registerWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uri */
                    url: string;
                    /** @description Exact names; an unknown name is accepted and matches nothing. */
                    events: string[];
                    /** @enum {string} */
                    mode?: "test" | "live";
                    /**
                     * @description How deliveries are arranged. A repetition carries the same envelope.
                     * @default ordered
                     * @enum {string}
                     */
                    delivery?: "ordered" | "shuffled" | "duplicated" | "delayed" | "dropped";
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        url: string;
                        events: string[];
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    removeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The object. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        removed: boolean;
                    };
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    completeTestClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The object. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        status: "completed";
                    };
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    setDeliveryMode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    delivery: "ordered" | "shuffled" | "duplicated" | "delayed" | "dropped";
                    endpointId?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        delivery: string;
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Only events after this one. */
                after?: number;
            };
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            sequence: number;
                            type: string;
                            body: Record<string, unknown>;
                        }[];
                        /** @description Give it as `after` to read on. */
                        next: number;
                    };
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    declareOutage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description pricing: the commission grid; availability-delay: its configuration; sso: identities of users; upstream: what the service itself depends on; identity: verification of vendors; compliance-schedule and country-referential: reference data of countries.
                     * @enum {string}
                     */
                    service: "pricing" | "availability-delay" | "sso" | "upstream" | "identity" | "compliance-schedule" | "country-referential";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        service: string;
                        down: boolean;
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    endOutage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The service, as in `declareOutage`. */
                service: components["parameters"]["service"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        service: string;
                        down: boolean;
                    };
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    holdIdempotentRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the contract: createAccount, createAllocation or createWithdrawal. */
                    operationId: string;
                    idempotencyKey: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        holdId: string;
                        holding: boolean;
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    readHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The object. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        holdId: string;
                        holding: boolean;
                    };
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    releaseHeldRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The object. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        holdId: string;
                        released: boolean;
                    };
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    fundMarketplace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whole francs; a negative amount takes funds away, down to zero. */
                    amount: number;
                    /**
                     * @default test
                     * @enum {string}
                     */
                    mode?: "test" | "live";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Wallet"];
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    readBalances: {
        parameters: {
            query?: {
                mode?: "test" | "live";
            };
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        marketplace: components["schemas"]["Wallet"];
                        vendors: {
                            acct: string;
                            wallets: components["schemas"]["Wallet"][];
                        }[];
                    };
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    createVendor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @default test
                     * @enum {string}
                     */
                    mode?: "test" | "live";
                    name?: string;
                    email?: string;
                    /** @description ISO 3166-1 alpha-2, any casing; the merchant's when absent. Any two letters are accepted. */
                    country?: string;
                    /** @description Currency of the vendor's wallet, any casing; the merchant's when absent. */
                    currency?: string;
                    /**
                     * @description Whether the vendor has a wallet from the beginning.
                     * @default true
                     */
                    wallet?: boolean;
                    /**
                     * @description Whether the vendor has a payout destination.
                     * @default true
                     */
                    payoutMethod?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        acct: string;
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    deleteVendor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The object. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        acct: string;
                        deleted: boolean;
                    };
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    setComplianceFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The object. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Null takes the file away.
                     * @enum {string|null}
                     */
                    status: "created" | "pending" | "documents_submitted" | "in_review" | "approved" | "rejected" | "needs_info" | "suspended" | null;
                    /** @description What the vendor's policy allows; null or absent means that no policy is attached. */
                    allowedOperations?: ("collect" | "withdraw")[] | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        acct: string;
                        status: string | null;
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    setPayoutMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The object. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    available: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        acct: string;
                        available: boolean;
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    settleWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account, `acct_…`. */
                accountId: components["parameters"]["accountId"];
                /** @description The object. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    outcome: "succeeded" | "failed";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        acct: string;
                        outcome: string;
                    };
                };
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
}
