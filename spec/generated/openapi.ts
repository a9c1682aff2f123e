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
}
export type webhooks = Record<string, never>;
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
        /** @description `errors` is not required here: a business refusal may share the status, and its body is not described. That a validation failure carries the list is judged where one was provoked. */
        ValidationFailure: {
            errors?: {
                rule: string;
                field: string;
                message: string;
            }[];
        };
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
        UnauthorizedMessage: {
            /** @constant */
            message: "Unauthorized";
        };
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
            /** Format: iso-8601 */
            createdAt: string;
            /** Format: iso-8601 */
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
            /** Format: iso-8601 */
            createdAt: string;
            /** Format: iso-8601 */
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
    };
    parameters: {
        /** @description Identifier of the object. */
        Id: string;
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
            /** @description The remittance. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Remittance"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
        };
    };
}
