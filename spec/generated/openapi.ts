// Made by `npm run generate` from spec/openapi/openapi.yaml; not to be edited.

export interface paths {
    "/v1/payment-intents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a payment intent */
        post: operations["createPaymentIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment-intents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieves a payment intent */
        get: operations["retrievePaymentIntent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a checkout session */
        post: operations["createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieves a checkout session
         * @description Created on the checkout host, retrieved on the payment host. Statuses beside 200 and 401 are open.
         */
        get: operations["retrieveSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/disbursements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a disbursement
         * @description Answered at once, executed afterwards.
         */
        post: operations["createDisbursement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/disbursement/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieves a disbursement
         * @description The path is in the singular, unlike the creation's.
         */
        get: operations["retrieveDisbursement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/remittance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists remittances by page */
        get: operations["listRemittances"];
        put?: never;
        /** Creates a remittance */
        post: operations["createRemittance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/remittance/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieves a remittance */
        get: operations["retrieveRemittance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connect/allocations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Allocates funds to a vendor */
        post: operations["createAllocation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connect/allocations/{allocationId}/reversals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes back an allocation, wholly or in part */
        post: operations["createAllocationReversal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connect/activations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tells the mode of Connect */
        get: operations["retrieveActivation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connect/payout_schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tells the payout schedule */
        get: operations["retrievePayoutSchedule"];
        put?: never;
        /** Replaces the payout schedule */
        post: operations["replacePayoutSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connect/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tells what happened on behalf of vendors */
        get: operations["retrieveOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connect/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists vendors by cursor
         * @description The query parameters are open.
         */
        get: operations["listAccounts"];
        put?: never;
        /** Creates a vendor */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connect/accounts/{acct}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads one vendor with its balances */
        get: operations["retrieveAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connect/accounts/{acct}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists a vendor's transactions by page
         * @description The query parameters are open.
         */
        get: operations["listAccountTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connect/accounts/{acct}/compliance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads a vendor's compliance */
        get: operations["retrieveAccountCompliance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connect/accounts/{acct}/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pays out a vendor's whole available balance
         * @description The body is empty.
         */
        post: operations["createWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a subscription and attempts its first payment
         * @description A declined first payment is no error; `paymentStatus.success` tells. The only route of subscriptions and invoices whose whole path is shown, the others are ports. Refusals other than 401 are open.
         */
        post: operations["createSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test-helpers/test-clocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the test clocks */
        get: operations["listTestClocks"];
        put?: never;
        /** Creates a test clock */
        post: operations["createTestClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test-helpers/test-clocks/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a clock, attaches a subscription and advances, in one call */
        post: operations["simulateTestClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test-helpers/test-clocks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Retrieves a test clock */
        get: operations["retrieveTestClock"];
        put?: never;
        post?: never;
        /** Deletes a test clock */
        delete: operations["deleteTestClock"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test-helpers/test-clocks/{id}/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Advances a test clock */
        post: operations["advanceTestClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test-helpers/test-clocks/{id}/attach": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Attaches a subscription or a customer to a test clock */
        post: operations["attachTestClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "invoice.finalized": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A cycle's invoice was issued */
        post: operations["receiveInvoiceFinalized"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An invoice was settled */
        post: operations["receiveInvoicePaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.voided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An invoice was voided */
        post: operations["receiveInvoiceVoided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payment request of a subscription went through */
        post: operations["receivePaymentCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payment request of a subscription failed */
        post: operations["receivePaymentFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.activated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An unpaid or past-due subscription was settled */
        post: operations["receiveSubscriptionActivated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.canceled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A cancellation was scheduled, fell due, or was immediate */
        post: operations["receiveSubscriptionCanceled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A subscription was created and its first payment attempted */
        post: operations["receiveSubscriptionCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.past_due": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A renewal failed */
        post: operations["receiveSubscriptionPastDue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.paused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A subscription was paused */
        post: operations["receiveSubscriptionPaused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.resumed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A subscription was resumed */
        post: operations["receiveSubscriptionResumed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.trial_ending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A trialing subscription was created through the API */
        post: operations["receiveSubscriptionTrialEnding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A renewal was paid */
        post: operations["receiveSubscriptionUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription-envelope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A body in this envelope without a known type */
        post: operations["receiveSubscriptionEnvelope"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connect.application_fee.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A direct charge was captured with a commission */
        post: operations["receiveConnectApplicationFeeCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connect.application_fee.refunded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A commission was clawed back */
        post: operations["receiveConnectApplicationFeeRefunded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connect.funds.available": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A credit left the pending balance for the available one */
        post: operations["receiveConnectFundsAvailable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connect.refund.blocked_insufficient_funds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A refund was refused for lack of funds */
        post: operations["receiveConnectRefundBlocked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connect.reversal.blocked_insufficient_funds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A reversal was refused for lack of funds */
        post: operations["receiveConnectReversalBlocked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connect.transfer.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An allocation succeeded */
        post: operations["receiveConnectTransferCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connect.transfer.reversed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An allocation was taken back, wholly or in part */
        post: operations["receiveConnectTransferReversed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connect-envelope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A body in this envelope without a known type */
        post: operations["receiveConnectEnvelope"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description Any casing is accepted; other currencies than the CFA franc appear in the document only as examples. */
        InputCurrency: string;
        /** @description Free key-value data. */
        Metadata: Record<string, unknown>;
        PaymentIntentRequest: {
            /** @description Whole francs. Bounds, fractions and numbers in quotes are open. */
            amount: number;
            currency: components["schemas"]["InputCurrency"];
            description?: string;
            metadata?: components["schemas"]["Metadata"];
        };
        CreatedPaymentIntent: {
            id: string;
            /** @constant */
            label: "payment_intent";
            amount: number;
            currency: string;
            description?: string | null;
            metadata?: Record<string, unknown> | null;
            accountId: string;
            liveMode: boolean;
            clientSecret: string;
            /** Format: iso-8601 */
            createdAt: string;
            /** Format: iso-8601 */
            updatedAt: string;
        };
        /** @description The payment-intent routes name the same refusal `error`. */
        UnauthorizedError: {
            /** @constant */
            error: "Unauthorized";
        };
        /** @description A business refusal may share the status, and its body is not described, not even what it has under `errors`. What a validation failure says is judged where one was provoked. */
        ValidationFailure: Record<string, unknown>;
        RetrievedPaymentIntent: {
            amount: number;
            currency: string;
            /** @constant */
            label: "payment_intent";
            id: string;
            /** @enum {string} */
            status: "requires_payment_method" | "requires_confirmation" | "processing" | "succeeded" | "failed" | "canceled";
            client_secret: string;
        };
        NotFound: {
            message: string;
        };
        /**
         * @description Which members are compulsory is open.
         * @example {
         *       "productId": "prod_cassava",
         *       "productName": "Cassava flour",
         *       "quantity": 2,
         *       "price": 2500
         *     }
         */
        SessionItem: {
            productId?: string;
            productName?: string;
            quantity?: number;
            /** @description Whole francs. */
            price?: number;
        };
        SessionRequest: {
            /** @description Whole francs. How it relates to the items is open. */
            total: number;
            currency: components["schemas"]["InputCurrency"];
            /** @description The merchant's own account. */
            accountId: string;
            /** @description Where the payer goes after success. */
            successUrl: string;
            /** @description Where the payer goes after giving up. */
            cancelUrl: string;
            items?: components["schemas"]["SessionItem"][];
            metadata?: components["schemas"]["Metadata"];
        };
        Session: {
            id: string;
            accountId: string;
            /** Format: uri */
            successUrl: string;
            /** Format: uri */
            cancelUrl: string;
            orderId: string;
            /** Format: iso-8601 */
            expiresAt: string;
            /** Format: iso-8601 */
            createdAt: string;
            /** Format: iso-8601 */
            updatedAt: string;
        };
        UnauthorizedMessage: Record<string, unknown>;
        /** @description Declared as a JSON object and nothing more. */
        RetrievedSession: Record<string, unknown>;
        /**
         * @description Where the money goes. Which members are compulsory is open.
         * @example {
         *       "type": "momo",
         *       "momo": {
         *         "msisdn": "242060000000",
         *         "country": "CG",
         *         "operator_name": "mtn"
         *       }
         *     }
         */
        PaymentMethodData: {
            /** @description `momo` stands for mobile money. */
            type?: string;
            momo?: {
                /** @description Phone number. */
                msisdn?: string;
                /** @description Country of the operator. */
                country?: string;
                /** @description Mobile-money operator. */
                operator_name?: string;
            };
        };
        DisbursementRequest: {
            /** @description Whole francs. */
            amount: number;
            currency: components["schemas"]["InputCurrency"];
            first_name: string;
            last_name: string;
            payment_method_data: components["schemas"]["PaymentMethodData"];
        };
        Disbursement: {
            id: string;
            /** @constant */
            object: "disbursement";
            amount: number;
            currency: string;
            /** @enum {string} */
            status: "processing" | "succeeded" | "failed" | "canceled";
            firstName: string;
            lastName: string;
            operatorName: string;
            country: string;
            phone: string;
            /** @description A numeric code; its values are open. */
            type: number;
            /** Format: iso-8601-utc */
            shouldExecutedAt: string;
            /** Format: iso-8601-offset */
            createdAt: string;
            /** Format: iso-8601-offset */
            updatedAt: string;
        };
        Remittance: {
            id: string;
            /** @constant */
            object: "remittance";
            amount: number;
            currency: string;
            /** @enum {string} */
            status: "pending" | "processing" | "succeeded" | "failed" | "canceled";
            firstName: string;
            lastName: string;
            operatorName: string;
            country: string;
            phone: string;
            /** @description A numeric code; its values are open. */
            type: number;
            /** Format: iso-8601-utc */
            shouldExecutedAt: string;
            /** Format: iso-8601-offset */
            createdAt: string;
            /** Format: iso-8601-offset */
            updatedAt: string;
        };
        RemittanceList: {
            data: components["schemas"]["Remittance"][];
            meta: {
                total: number;
                page: number;
                limit: number;
                pages: number;
            };
        };
        RemittanceRequest: {
            /** @description Whole francs, written as text. */
            amount: string;
            currency: components["schemas"]["InputCurrency"];
            /** @description The beneficiary's. */
            first_name: string;
            /** @description The beneficiary's. */
            last_name: string;
            payment_method_data: components["schemas"]["PaymentMethodData"];
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description The currency is the wallet's; there is no field for it. */
        AllocationRequest: {
            /** @description The vendor to credit. */
            destination: string;
            /** @description Whole francs asked for; the vendor may receive less. */
            amount: number;
        };
        Allocation: {
            id: string;
            /** @constant */
            object: "connect_allocation";
            destination: string;
            amount: number;
            fee: number;
            currency: string;
            available_at: string | null;
            /** Format: iso-8601 */
            created_at: string | null;
        };
        /** @description Business refusals are told apart by `code`, validation by `errors`; some refusals carry no code. */
        Refusal: {
            code?: string | null;
        };
        /** @description A vendor out of reach, or an allocation to oneself; the body of the latter is only called Forbidden. */
        AllocationForbidden: unknown;
        /** @description `code` is not required here: a target may refuse what is not described with the same status. That the documented conflicts have their codes is judged where they were provoked. */
        Conflict: {
            code?: string;
        };
        Unavailable: {
            code?: string;
        };
        ReversalRequest: {
            /** @description Whole francs; without it the whole remainder is taken back. */
            amount?: number;
        };
        Reversal: {
            id: string;
            /** @constant */
            object: "connect_reversal";
            allocation: string;
            destination: string;
            amount: number;
            currency: string;
            reversed_total: number;
            /** Format: iso-8601 */
            created_at: string | null;
        };
        InsufficientFundsForReversal: {
            /** @constant */
            code: "connect.insufficient_funds_for_reversal";
            required: number;
            seller_available: number;
            shortfall: number;
            currency: string;
        };
        Activation: {
            id: string;
            /** @constant */
            object: "connect_activation";
            /** @enum {string|null} */
            connect_mode: "marketplace" | "platform" | null;
        };
        SingletonUnauthorized: {
            /** @constant */
            code: "E_UNAUTHORIZED";
        };
        PayoutSchedule: {
            /** @constant */
            object: "connect_payout_schedule";
            account: string;
            /** @enum {string|null} */
            cadence: "daily" | "weekly" | null;
            enabled: boolean;
        };
        PayoutScheduleRequest: {
            /** @enum {string} */
            cadence: "daily" | "weekly";
            /** @default true */
            enabled: boolean;
        };
        Period: {
            /** @enum {string} */
            range: "30d" | "6m" | "12m";
            /** @enum {string} */
            granularity: "day" | "week" | "month";
            /** @enum {string} */
            comparison: "previous_period" | "previous_year";
            /** Format: iso-8601-utc-or-day */
            from: string;
            /** Format: iso-8601-utc-or-day */
            to: string;
            /** Format: iso-8601-utc-or-day */
            previous_from: string;
            /** Format: iso-8601-utc-or-day */
            previous_to: string;
        };
        GrossVolume: {
            total: number;
            previous_total: number | null;
            points: {
                date: string;
                value: number;
                previous: number | null;
            }[];
        };
        NewAccounts: {
            total: number;
            previous_total: number | null;
            points: {
                date: string;
                value: number;
                previous: number | null;
            }[];
        };
        VolumeLeader: {
            account: string;
            name: string;
            country: string | null;
            value: number;
            previous_value: number | null;
            delta: number | null;
        };
        GrowthLeader: {
            account: string;
            name: string;
            country: string | null;
            value: number;
            previous_value: number | null;
            delta: number | null;
        };
        Overview: {
            /** @constant */
            object: "connect_overview";
            currency: string;
            period: components["schemas"]["Period"];
            gross_volume: components["schemas"]["GrossVolume"];
            new_accounts: components["schemas"]["NewAccounts"];
            top_volume: components["schemas"]["VolumeLeader"][];
            top_growth: components["schemas"]["GrowthLeader"][];
        };
        ListedVendor: {
            id: string;
            /** @constant */
            object: "connect_account";
            /** @constant */
            type: "business";
            /** @enum {string|null} */
            fee_payer: "controller" | "account" | null;
            country: string | null;
            currency: string | null;
        };
        VendorList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["ListedVendor"][];
            has_more: boolean;
            next_cursor: string | number | null;
        };
        /** @description The accepted parameters are open. */
        VendorRequest: Record<string, unknown>;
        CreatedVendor: {
            id: string;
            /** @constant */
            object: "connect_account";
            /** @constant */
            type: "business";
            /** @enum {string|null} */
            fee_payer: "controller" | "account" | null;
        } & (unknown & unknown);
        TooManyRequests: {
            /** @constant */
            code: "E_TOO_MANY_REQUESTS";
        };
        Vendor: {
            id: string;
            /** @constant */
            object: "connect_account";
            /** @enum {string|null} */
            fee_payer: "controller" | "account" | null;
            country: string | null;
            balances: unknown[];
        } & (unknown & unknown);
        /** @description A vendor out of reach, or a key without a permission; the body of the latter is not described. */
        AccountForbidden: unknown;
        Transaction: {
            id: string | number;
            object: string;
            amount: number;
            currency: string;
            amount_fee: number | null;
            created_at: string | number | null;
            available_at: string | number | null;
            matured_at: string | number | null;
        };
        TransactionList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Transaction"][];
            has_more: boolean;
        } & unknown;
        /** @description The names of the status and of the capability flag are open, and whether the three stand at the top. */
        Compliance: {
            allowed_operations?: ("collect" | "withdraw")[];
        };
        /** @description The fields of a withdrawal are open. */
        Withdrawal: unknown;
        /** @description A vendor out of reach, or one without the operation `withdraw`; the body of the latter is not described. */
        WithdrawalForbidden: unknown;
        /** @description The parameters are open; the port `createSubscription` supplies them. Unknown fields are ignored. */
        SubscriptionRequest: Record<string, unknown>;
        /** @description The members are open, and so is whether the subscription stands alone or in an envelope. Known by name are `paymentStatus.success`, `cancelAt`, `subscriptionActivationPending` and `currentPeriodStart`; the ports tell where they are. */
        CreatedSubscription: Record<string, unknown>;
        TestClockUnavailable: {
            error: unknown;
            /** @constant */
            code: "TEST_CLOCK_NOT_AVAILABLE";
        };
        TestClock: {
            id: string;
            accountId: string;
            name: string | null;
            /** Format: iso-8601 */
            frozenTime: string;
            /** @enum {string} */
            status: "ready" | "advancing" | "completed";
            createdAt: string;
            updatedAt: string;
        };
        /** @description Carries its attachments as well. In which envelope clocks are listed is open, so that a check looks at them, whatever the envelope. */
        ListedTestClock: components["schemas"]["TestClock"] & {
            /** @description The attached subscriptions, a list of identifiers or objects. */
            subscriptions?: unknown;
            /** @description The attached customers, a list of identifiers or objects. */
            customers?: unknown;
        };
        /** @description The envelope is open. The clocks are the array itself, or the only array among the object's members. */
        TestClockList: components["schemas"]["ListedTestClock"][] | {
            data?: unknown;
        };
        CreateTestClockRequest: {
            /**
             * Format: iso-8601
             * @description The instant at which the clock starts. How far from now it may lie is open.
             */
            frozenTime: string;
            /** @description Free label. */
            name?: string;
        };
        SimulateRequest: {
            subscriptionId: string;
            /**
             * Format: iso-8601
             * @description Later than `startFrom`.
             */
            advanceTo: string;
            /**
             * Format: iso-8601
             * @description By default the start of the subscription's current period.
             */
            startFrom?: string;
            name?: string;
        };
        TestClockNotFound: {
            error: unknown;
            /** @enum {string} */
            code: "TEST_CLOCK_NOT_FOUND" | "SUBSCRIPTION_NOT_FOUND" | "CUSTOMER_NOT_FOUND";
        };
        /** @description A clock inside another answer. Which of its members come along is open; those that do have the type that they have elsewhere. */
        EmbeddedTestClock: {
            id?: string;
            accountId?: string;
            name?: string | null;
            /** Format: iso-8601 */
            frozenTime?: string;
            /** @enum {string} */
            status?: "ready" | "advancing" | "completed";
            createdAt?: string;
            updatedAt?: string;
        };
        Advance: {
            testClock: {
                /** @constant */
                status: "ready";
            } & WithRequired<components["schemas"]["EmbeddedTestClock"], "status">;
            triggeredEvents: {
                event: string;
                subscriptionId: string;
            }[];
            advancedFrom: unknown;
            advancedTo: unknown;
        };
        AdvanceRequest: {
            /**
             * Format: iso-8601
             * @description Strictly later than the instant at which the clock stands.
             */
            frozenTime: string;
        };
        /** @description At least one of the two; both together are allowed. */
        AttachRequest: {
            /** @description A test subscription of the account. */
            subscriptionId?: string;
            /** @description A customer, who brings all their test subscriptions. */
            customerId?: string;
        } | unknown | unknown;
        Attachment: {
            testClock: components["schemas"]["EmbeddedTestClock"];
            attached: {
                type: string;
                id: string;
            }[];
        };
        SubscriptionEnvelope: {
            id: string;
            type: string;
            /** Format: iso-8601 */
            created_at: string;
            data: Record<string, unknown>;
        };
        InvoiceFinalizedEvent: components["schemas"]["SubscriptionEnvelope"] & {
            data?: {
                invoiceId: string;
                invoiceNumber: string | number;
                customerId: string;
                total: number;
                appliedBalance: number;
                amountDue: number;
                currency: string;
                finalizedAt: string | number;
            };
        };
        InvoicePaidEvent: components["schemas"]["SubscriptionEnvelope"] & {
            data?: {
                invoiceId: string;
                subscriptionId: string;
                orderId: string;
                amount: number;
                currency: string;
                paidAt: string | number;
            };
        };
        InvoiceVoidedEvent: components["schemas"]["SubscriptionEnvelope"] & {
            data?: {
                invoiceId: string;
                customerId: string;
                voidedAt: string | number;
            };
        };
        PaymentCompletedEvent: components["schemas"]["SubscriptionEnvelope"] & {
            data?: {
                orderId: string;
                paymentIntentId: string;
                subscriptionId: string;
                customerId: string;
                amount: number;
                currency: string;
                completedAt: string | number;
            };
        };
        PaymentFailedEvent: components["schemas"]["SubscriptionEnvelope"] & {
            data?: {
                orderId: string;
                paymentIntentId: string | null;
                subscriptionId: string;
                customerId: string;
                error: unknown;
                failedAt: string | number;
            };
        };
        SubscriptionActivatedEvent: components["schemas"]["SubscriptionEnvelope"] & {
            data?: {
                subscriptionId: string;
                customerId: string;
                /** @constant */
                status: "active";
                currentPeriodStart: string | number;
                currentPeriodEnd: string | number;
                activatedAt: string | number;
            };
        };
        SubscriptionCanceledEvent: components["schemas"]["SubscriptionEnvelope"] & {
            data?: {
                subscriptionId: string;
                customerId: string;
                status: string;
                reason: string | null;
                canceledAt: string | number;
            };
        };
        SubscriptionCreatedEvent: components["schemas"]["SubscriptionEnvelope"] & {
            data?: {
                subscriptionId: string;
                customerId: string;
                customerEmail: string | null;
                /** @enum {string} */
                status: "active" | "unpaid" | "trialing";
                currentPeriodStart: string | number;
                currentPeriodEnd: string | number;
                trialStart?: string | number | null;
                trialEnd?: string | number | null;
                items: {
                    priceId: string;
                    quantity: number;
                }[];
                createdAt: string | number;
                checkoutSessionId?: string | null;
            };
        };
        SubscriptionPastDueEvent: components["schemas"]["SubscriptionEnvelope"] & {
            data?: {
                subscriptionId: string;
                customerId: string;
                /** @constant */
                status: "past_due";
                previousStatus: string;
                reason: string | null;
                updatedAt: string | number;
            };
        };
        SubscriptionPausedEvent: components["schemas"]["SubscriptionEnvelope"] & {
            data?: {
                subscriptionId: string;
                customerId: string;
                status: string;
                previousStatus: string;
                pausedAt: string | number;
            };
        };
        SubscriptionResumedEvent: components["schemas"]["SubscriptionEnvelope"] & {
            data?: {
                subscriptionId: string;
                customerId: string;
                status: string;
                previousStatus: string;
                resumedAt: string | number;
            };
        };
        SubscriptionTrialEndingEvent: components["schemas"]["SubscriptionEnvelope"] & {
            data?: {
                subscriptionId: string;
                customerId: string;
                /** @constant */
                status: "trialing";
                trialStart: string | number;
                trialEnd: string | number;
                trialEndDate: string | number;
            };
        };
        SubscriptionUpdatedEvent: components["schemas"]["SubscriptionEnvelope"] & {
            data?: {
                subscriptionId: string;
                customerId: string;
                status: string;
                currentPeriodStart: string | number;
                currentPeriodEnd: string | number;
                nextBillingDate: string | number | null;
                updatedAt: string | number;
            };
        };
        EnvelopeId: string | number;
        EnvelopeType: string;
        EnvelopeAccountId: string;
        EnvelopeSandboxId: string | number | null;
        ApplicationFeeCreatedData: {
            id: string;
            controllerAccountId: string;
            connectedAccountId: string;
            chargeId: string | number | null;
            intentId: string | number | null;
            transferId: string | number | null;
            amount: number;
            refundedAmount: number;
            currency: string;
            /** @enum {string|null} */
            feePayer: "controller" | "account" | null;
            idempotencyReference: string | number | null;
            sandboxId: string | number | null;
            createdAt: string | number | null;
            updatedAt: string | number | null;
            account: string | Record<string, unknown>;
        };
        EnvelopeCreatedAt: string | number;
        ApplicationFeeCreated: {
            event: {
                id: components["schemas"]["EnvelopeId"];
                type: components["schemas"]["EnvelopeType"];
                accountId: components["schemas"]["EnvelopeAccountId"];
                sandboxId: components["schemas"]["EnvelopeSandboxId"];
                data: components["schemas"]["ApplicationFeeCreatedData"];
                createdAt: components["schemas"]["EnvelopeCreatedAt"];
            };
        };
        ApplicationFeeRefundedData: {
            account: string | Record<string, unknown>;
            application_fee: string;
            refund: string | number | null;
            amount: number;
            refunded_amount: number;
            currency: string;
        };
        ApplicationFeeRefunded: {
            event: {
                id: components["schemas"]["EnvelopeId"];
                type: components["schemas"]["EnvelopeType"];
                accountId: components["schemas"]["EnvelopeAccountId"];
                sandboxId: components["schemas"]["EnvelopeSandboxId"];
                data: components["schemas"]["ApplicationFeeRefundedData"];
                createdAt: components["schemas"]["EnvelopeCreatedAt"];
            };
        };
        FundsAvailableData: {
            account: string | Record<string, unknown>;
            wallet: string | number | null;
            amount: number;
            currency: string;
            source_transaction: string | number | null;
        };
        FundsAvailable: {
            event: {
                id: components["schemas"]["EnvelopeId"];
                type: components["schemas"]["EnvelopeType"];
                accountId: components["schemas"]["EnvelopeAccountId"];
                sandboxId: components["schemas"]["EnvelopeSandboxId"];
                data: components["schemas"]["FundsAvailableData"];
                createdAt: components["schemas"]["EnvelopeCreatedAt"];
            };
        };
        RefundBlockedData: {
            account: string | Record<string, unknown>;
            charge: string | number | null;
            refund_amount: number;
            required: number;
            seller_available: number;
            marketplace_balance: number;
            shortfall: number;
            currency: string;
        };
        RefundBlocked: {
            event: {
                id: components["schemas"]["EnvelopeId"];
                type: components["schemas"]["EnvelopeType"];
                accountId: components["schemas"]["EnvelopeAccountId"];
                sandboxId: components["schemas"]["EnvelopeSandboxId"];
                data: components["schemas"]["RefundBlockedData"];
                createdAt: components["schemas"]["EnvelopeCreatedAt"];
            };
        };
        ReversalBlockedData: {
            account: string | Record<string, unknown>;
            allocation: string;
            required: number;
            seller_available: number;
            shortfall: number;
            currency: string;
        } & unknown;
        ReversalBlocked: {
            event: {
                id: components["schemas"]["EnvelopeId"];
                type: components["schemas"]["EnvelopeType"];
                accountId: components["schemas"]["EnvelopeAccountId"];
                sandboxId: components["schemas"]["EnvelopeSandboxId"];
                data: components["schemas"]["ReversalBlockedData"];
                createdAt: components["schemas"]["EnvelopeCreatedAt"];
            };
        };
        TransferCreatedData: {
            id: string;
            controllerAccountId: string;
            connectedAccountId: string;
            sourceWalletId: string | number | null;
            destinationWalletId: string | number | null;
            amount: number;
            fee: number;
            reversedAmount: number;
            currency: string;
            availableAt: string | number | null;
            idempotencyReference: string | number | null;
            sandboxId: string | number | null;
            createdAt: string | number | null;
            updatedAt: string | number | null;
            account: string | Record<string, unknown>;
        };
        TransferCreated: {
            event: {
                id: components["schemas"]["EnvelopeId"];
                type: components["schemas"]["EnvelopeType"];
                accountId: components["schemas"]["EnvelopeAccountId"];
                sandboxId: components["schemas"]["EnvelopeSandboxId"];
                data: components["schemas"]["TransferCreatedData"];
                createdAt: components["schemas"]["EnvelopeCreatedAt"];
            };
        };
        TransferReversedData: {
            id: string;
            connectTransferId: string;
            controllerAccountId: string;
            amount: number;
            currency: string;
            idempotencyReference: string | number | null;
            sandboxId: string | number | null;
            createdAt: string | number | null;
            updatedAt: string | number | null;
            account: string | Record<string, unknown>;
        };
        TransferReversed: {
            event: {
                id: components["schemas"]["EnvelopeId"];
                type: components["schemas"]["EnvelopeType"];
                accountId: components["schemas"]["EnvelopeAccountId"];
                sandboxId: components["schemas"]["EnvelopeSandboxId"];
                data: components["schemas"]["TransferReversedData"];
                createdAt: components["schemas"]["EnvelopeCreatedAt"];
            };
        };
        ConnectEnvelope: {
            event: {
                id: components["schemas"]["EnvelopeId"];
                type: components["schemas"]["EnvelopeType"];
                accountId: components["schemas"]["EnvelopeAccountId"];
                sandboxId: components["schemas"]["EnvelopeSandboxId"];
                data: Record<string, unknown>;
                createdAt: components["schemas"]["EnvelopeCreatedAt"];
            };
        };
    };
    responses: {
        /** @description The secret key is missing or not valid. */
        IntentsUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnauthorizedError"];
            };
        };
        /** @description A parameter is missing or not of its type. */
        ValidationFailure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailure"];
            };
        };
        /** @description No object has this identifier. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFound"];
            };
        };
        /** @description The secret key is missing or not valid. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnauthorizedMessage"];
            };
        };
        /** @description A validation failure or a business refusal. */
        Refused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The secret key is missing, not valid, or of another mode than the vendor. */
        CrossMode: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnauthorizedMessage"];
            };
        };
        /** @description The vendor is out of reach, or the caller itself. */
        AllocationForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AllocationForbidden"];
            };
        };
        /** @description The idempotency key is in use or spent. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Conflict"];
            };
        };
        /** @description An inner service is out, or not configured. */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Unavailable"];
            };
        };
        /** @description The vendor cannot return the funds. */
        InsufficientFunds: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsufficientFundsForReversal"];
            };
        };
        /** @description The `Service-Account` header was sent, or the request has another fault. */
        HeaderRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The secret key is missing or not valid. */
        SingletonUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SingletonUnauthorized"];
            };
        };
        /** @description More than twenty creations in a minute. */
        TooManyRequests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TooManyRequests"];
            };
        };
        /** @description The vendor is malformed, unknown, deleted or another marketplace's, and the answers cannot be told apart; or the key lacks a permission. */
        AccountForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AccountForbidden"];
            };
        };
        /** @description The vendor is out of reach, or not allowed to withdraw. */
        WithdrawalForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WithdrawalForbidden"];
            };
        };
        /** @description The secret key is missing or not valid. Whether these routes are among the most routes, or have the shape of their own other errors, is open; JSON it is. */
        UnauthorizedOpen: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": unknown;
            };
        };
        /** @description A live key was used. */
        "Unavailable-2": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TestClockUnavailable"];
            };
        };
        /** @description The clock is completed, an instant is not later than another, or a parameter is missing or wrong. */
        "Refused-2": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailure"];
            };
        };
        /** @description The clock, subscription or customer does not exist or belongs to another account. */
        "NotFound-2": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TestClockNotFound"];
            };
        };
    };
    parameters: {
        /** @description Identifier of the object. */
        Id: string;
        /** @description Without it nothing is deduplicated. Its limits are open here. */
        OptionalKey: string;
        /** @description The allocation's identifier. */
        Allocation: string;
        /** @description One operation's key. */
        RequiredKey: string;
        /** @description The vendor's identifier. */
        Account: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createPaymentIntent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentIntentRequest"];
            };
        };
        responses: {
            /** @description The new intent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedPaymentIntent"];
                };
            };
            401: components["responses"]["IntentsUnauthorized"];
            422: components["responses"]["ValidationFailure"];
        };
    };
    retrievePaymentIntent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the object. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The intent, in a shorter form than the creation's. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetrievedPaymentIntent"];
                };
            };
            401: components["responses"]["IntentsUnauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionRequest"];
            };
        };
        responses: {
            /** @description The new session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["ValidationFailure"];
            401: components["responses"]["Unauthorized"];
        };
    };
    retrieveSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the object. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetrievedSession"];
                };
            };
            401: components["responses"]["Unauthorized"];
        };
    };
    createDisbursement: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisbursementRequest"];
            };
        };
        responses: {
            /** @description The new disbursement, in execution. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Disbursement"];
                };
            };
            400: components["responses"]["ValidationFailure"];
            401: components["responses"]["Unauthorized"];
        };
    };
    retrieveDisbursement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the object. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The disbursement. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Disbursement"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
    listRemittances: {
        parameters: {
            query?: {
                /** @description Entries a page. What an answer to more than the maximum, to zero or to a word is, is open. */
                limit?: number;
                /** @description Pages are counted from 1. */
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page and its place in the whole. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemittanceList"];
                };
            };
            401: components["responses"]["Unauthorized"];
        };
    };
    createRemittance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemittanceRequest"];
            };
        };
        responses: {
            /** @description The new remittance. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Remittance"];
                };
            };
            400: components["responses"]["ValidationFailure"];
            401: components["responses"]["Unauthorized"];
        };
    };
    retrieveRemittance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the object. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description The remittance. The exact status is open. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Remittance"];
                };
            };
        };
    };
    createAllocation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Without it nothing is deduplicated. Its limits are open here. */
                "Idempotency-Key"?: components["parameters"]["OptionalKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AllocationRequest"];
            };
        };
        responses: {
            /** @description The new allocation. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Allocation"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["CrossMode"];
            403: components["responses"]["AllocationForbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Refused"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAllocationReversal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The allocation's identifier. */
                allocationId: components["parameters"]["Allocation"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReversalRequest"];
            };
        };
        responses: {
            /** @description The new reversal. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reversal"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["CrossMode"];
            402: components["responses"]["InsufficientFunds"];
            403: components["responses"]["AllocationForbidden"];
            /** @description The allocation is unknown. Whether it is told so, and how, is open. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            422: components["responses"]["Refused"];
        };
    };
    retrieveActivation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The activation, with a null mode where Connect is off. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Activation"];
                };
            };
            400: components["responses"]["HeaderRefused"];
            401: components["responses"]["SingletonUnauthorized"];
        };
    };
    retrievePayoutSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule; nothing configured is a null cadence. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutSchedule"];
                };
            };
            400: components["responses"]["HeaderRefused"];
            401: components["responses"]["SingletonUnauthorized"];
        };
    };
    replacePayoutSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutScheduleRequest"];
            };
        };
        responses: {
            /** @description The schedule as it now stands. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutSchedule"];
                };
            };
            400: components["responses"]["HeaderRefused"];
            401: components["responses"]["SingletonUnauthorized"];
            422: components["responses"]["Refused"];
        };
    };
    retrieveOverview: {
        parameters: {
            query?: {
                /** @description Thirty calendar days, or six or twelve calendar months. */
                range?: "30d" | "6m" | "12m";
                /** @description The step; days go with thirty days only, months with months only. */
                granularity?: "day" | "week" | "month";
                /** @description The adjoining window before, or the same one a year earlier. */
                comparison?: "previous_period" | "previous_year";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The overview of one window and its reference. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            400: components["responses"]["HeaderRefused"];
            401: components["responses"]["SingletonUnauthorized"];
            422: components["responses"]["Refused"];
        };
    };
    listAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            400: components["responses"]["HeaderRefused"];
            401: components["responses"]["Unauthorized"];
            /** @description One page of vendors. The exact status is open. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VendorList"];
                };
            };
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header: {
                /** @description One operation's key. */
                "Idempotency-Key": components["parameters"]["RequiredKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VendorRequest"];
            };
        };
        responses: {
            /** @description The new vendor, without country and currency. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedVendor"];
                };
            };
            400: components["responses"]["HeaderRefused"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Refused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    retrieveAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The vendor's identifier. */
                acct: components["parameters"]["Account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The vendor, without type and currency. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Vendor"];
                };
            };
            400: components["responses"]["HeaderRefused"];
            401: components["responses"]["CrossMode"];
            403: components["responses"]["AccountForbidden"];
        };
    };
    listAccountTransactions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The vendor's identifier. */
                acct: components["parameters"]["Account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            400: components["responses"]["HeaderRefused"];
            401: components["responses"]["CrossMode"];
            403: components["responses"]["AccountForbidden"];
            /** @description One page of transactions. The exact status is open. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionList"];
                };
            };
        };
    };
    retrieveAccountCompliance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The vendor's identifier. */
                acct: components["parameters"]["Account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verification status and the capabilities. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Compliance"];
                };
            };
            400: components["responses"]["HeaderRefused"];
            401: components["responses"]["CrossMode"];
            403: components["responses"]["AccountForbidden"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWithdrawal: {
        parameters: {
            query?: never;
            header: {
                /** @description One operation's key. */
                "Idempotency-Key": components["parameters"]["RequiredKey"];
            };
            path: {
                /** @description The vendor's identifier. */
                acct: components["parameters"]["Account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The withdrawal; its fields are open. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
            400: components["responses"]["HeaderRefused"];
            401: components["responses"]["CrossMode"];
            403: components["responses"]["WithdrawalForbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Refused"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionRequest"];
            };
        };
        responses: {
            /** @description The new subscription, whether or not its first payment went through. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedSubscription"];
                };
            };
            401: components["responses"]["UnauthorizedOpen"];
        };
    };
    listTestClocks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["UnauthorizedOpen"];
            403: components["responses"]["Unavailable-2"];
            /** @description The clocks, each with what is attached to it. The exact status is open. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestClockList"];
                };
            };
        };
    };
    createTestClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTestClockRequest"];
            };
        };
        responses: {
            /** @description The new clock. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestClock"];
                };
            };
            400: components["responses"]["Refused-2"];
            401: components["responses"]["UnauthorizedOpen"];
            403: components["responses"]["Unavailable-2"];
            422: components["responses"]["Refused-2"];
        };
    };
    simulateTestClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulateRequest"];
            };
        };
        responses: {
            400: components["responses"]["Refused-2"];
            401: components["responses"]["UnauthorizedOpen"];
            403: components["responses"]["Unavailable-2"];
            404: components["responses"]["NotFound-2"];
            422: components["responses"]["Refused-2"];
            /** @description The same answer as that of an advance. The exact status is open. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Advance"];
                };
            };
        };
    };
    retrieveTestClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the object. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["UnauthorizedOpen"];
            403: components["responses"]["Unavailable-2"];
            404: components["responses"]["NotFound-2"];
            /** @description The clock. The exact status is open. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestClock"];
                };
            };
        };
    };
    deleteTestClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the object. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["UnauthorizedOpen"];
            403: components["responses"]["Unavailable-2"];
            404: components["responses"]["NotFound-2"];
            /** @description The clock is gone; what was attached returns to real time. Status and body are open. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    advanceTestClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the object. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdvanceRequest"];
            };
        };
        responses: {
            /** @description The clock and what the advance set off; the outcome settles asynchronously. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Advance"];
                };
            };
            400: components["responses"]["Refused-2"];
            401: components["responses"]["UnauthorizedOpen"];
            403: components["responses"]["Unavailable-2"];
            404: components["responses"]["NotFound-2"];
            422: components["responses"]["Refused-2"];
        };
    };
    attachTestClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the object. */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttachRequest"];
            };
        };
        responses: {
            /** @description The clock and what was attached. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attachment"];
                };
            };
            400: components["responses"]["Refused-2"];
            401: components["responses"]["UnauthorizedOpen"];
            403: components["responses"]["Unavailable-2"];
            404: components["responses"]["NotFound-2"];
            422: components["responses"]["Refused-2"];
        };
    };
    receiveInvoiceFinalized: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceFinalizedEvent"];
            };
        };
        responses: {
            /** @description The endpoint has taken the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveInvoicePaid: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoicePaidEvent"];
            };
        };
        responses: {
            /** @description The endpoint has taken the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveInvoiceVoided: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceVoidedEvent"];
            };
        };
        responses: {
            /** @description The endpoint has taken the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receivePaymentCompleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentCompletedEvent"];
            };
        };
        responses: {
            /** @description The endpoint has taken the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receivePaymentFailed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentFailedEvent"];
            };
        };
        responses: {
            /** @description The endpoint has taken the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveSubscriptionActivated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionActivatedEvent"];
            };
        };
        responses: {
            /** @description The endpoint has taken the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveSubscriptionCanceled: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionCanceledEvent"];
            };
        };
        responses: {
            /** @description The endpoint has taken the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveSubscriptionCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionCreatedEvent"];
            };
        };
        responses: {
            /** @description The endpoint has taken the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveSubscriptionPastDue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionPastDueEvent"];
            };
        };
        responses: {
            /** @description The endpoint has taken the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveSubscriptionPaused: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionPausedEvent"];
            };
        };
        responses: {
            /** @description The endpoint has taken the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveSubscriptionResumed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionResumedEvent"];
            };
        };
        responses: {
            /** @description The endpoint has taken the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveSubscriptionTrialEnding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionTrialEndingEvent"];
            };
        };
        responses: {
            /** @description The endpoint has taken the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveSubscriptionUpdated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionUpdatedEvent"];
            };
        };
        responses: {
            /** @description The endpoint has taken the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveSubscriptionEnvelope: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionEnvelope"];
            };
        };
        responses: {
            /** @description The endpoint has taken the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveConnectApplicationFeeCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplicationFeeCreated"];
            };
        };
        responses: {
            /** @description The endpoint has taken the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveConnectApplicationFeeRefunded: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplicationFeeRefunded"];
            };
        };
        responses: {
            /** @description The endpoint has taken the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveConnectFundsAvailable: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FundsAvailable"];
            };
        };
        responses: {
            /** @description The endpoint has taken the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveConnectRefundBlocked: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundBlocked"];
            };
        };
        responses: {
            /** @description The endpoint has taken the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveConnectReversalBlocked: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReversalBlocked"];
            };
        };
        responses: {
            /** @description The endpoint has taken the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveConnectTransferCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferCreated"];
            };
        };
        responses: {
            /** @description The endpoint has taken the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveConnectTransferReversed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferReversed"];
            };
        };
        responses: {
            /** @description The endpoint has taken the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveConnectEnvelope: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectEnvelope"];
            };
        };
        responses: {
            /** @description The endpoint has taken the event. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
type WithRequired<T, K extends keyof T> = T & {
    [P in K]-?: T[P];
};
