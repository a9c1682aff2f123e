import { operators } from "../areas/common/fields.ts";
import { fill, type Words } from "./language.ts";

/** Calling codes of the countries that the service serves, by ISO 3166-1 alpha-2. */
const callingCodes: Readonly<Record<string, string>> = {
  CG: "242",
  CM: "237",
  GA: "241",
  TD: "235",
  CF: "236",
  GQ: "240",
};

const examples: Readonly<Record<string, string>> = { CG: "06 600 00 00", CM: "6 70 00 00 00" };

type Operator = (typeof operators)[number];

const operatorNames: Readonly<Record<string, string>> = {
  mtn: "MTN",
  airtel: "Airtel",
  orange: "Orange",
  moov: "Moov",
};

/** The operators of each country. In other countries, customers choose among all. */
const operatorsOf: Readonly<Record<string, readonly Operator[]>> = {
  CG: ["mtn", "airtel"],
  CM: ["mtn", "orange"],
  GA: ["airtel", "moov"],
  TD: ["airtel", "moov"],
  CF: ["orange", "moov"],
};

/** The name of an operator that customers know. */
export const operatorName = (operator: string): string => operatorNames[operator] ?? operator;

/** What a customer entered, and the mistakes. */
export interface PayerForm {
  readonly operator: string;
  /** The number as it was typed. */
  readonly typed: string;
  /** The digits with the country's calling code; absent if the number is invalid. */
  readonly phone?: string;
  readonly operatorIsWrong: boolean;
  readonly phoneIsWrong: boolean;
}

const codeOf = (country: string): string => callingCodes[country] ?? "242";

/** The digits of a phone number with the calling code; undefined if it is invalid. */
export function phoneIn(typed: string, country: string): string | undefined {
  const text = typed.replace(/[\s().-]/g, "");
  if (!/^(\+|00)?\d{6,15}$/.test(text)) return undefined;
  const code = codeOf(country);
  const digits = text.replace(/^(\+|00)/, "");
  const whole = text !== digits || digits.startsWith(code) ? digits : `${code}${digits}`;
  return whole.length >= 6 && whole.length <= 15 ? whole : undefined;
}

/** A phone number, formatted for people. */
export const shownPhone = (digits: string): string => {
  const own = digits.slice(3);
  const groups = own.length === 9 ? /^(..)(...)(..)(..)$/.exec(own)?.slice(1) : own.match(/\d{1,2}/g);
  return [`+${digits.slice(0, 3)}`, ...(groups ?? [])].join("\u00a0");
};

/** Reads the operator and the number from a form. */
export function payerIn(form: URLSearchParams, country: string): PayerForm {
  const operator = form.get("operator") ?? "";
  const typed = (form.get("phone") ?? "").slice(0, 40);
  const phone = phoneIn(typed, country);
  return {
    operator,
    typed,
    ...(phone === undefined ? {} : { phone }),
    operatorIsWrong: !operators.some((known) => known === operator),
    phoneIsWrong: phone === undefined,
  };
}

/** The field for a mobile-money number. */
export function PhoneField(props: {
  words: Words;
  name: string;
  label: string;
  hint: string;
  country: string;
  typed: string;
  isWrong: boolean;
}) {
  const { words, name, label, hint, country, typed, isWrong } = props;
  const example = examples[country] ?? "06 600 00 00";
  return (
    <div class="field">
      <label class="name" for={name}>
        {label}
      </label>
      <div class="number">
        <span aria-hidden="true">+{codeOf(country)}</span>
        <input
          id={name}
          name={name}
          type="tel"
          inputmode="tel"
          autocomplete="tel-national"
          required
          maxlength={40}
          value={typed}
          aria-describedby={isWrong ? `${name}-wrong ${name}-hint` : `${name}-hint`}
          aria-invalid={isWrong ? "true" : undefined}
        />
      </div>
      {isWrong && (
        <p class="wrong" id={`${name}-wrong`}>
          {words.phoneWrong}
        </p>
      )}
      <p class="hint" id={`${name}-hint`}>
        {fill(hint, { example })}
      </p>
    </div>
  );
}

/** The fields for the operator and the number. */
export function PayerFields(props: { words: Words; country: string; given: PayerForm | undefined }) {
  const { words, country, given } = props;
  const offered = operatorsOf[country] ?? operators;
  const chosen = given?.operator ?? offered[0];
  return (
    <>
      <fieldset>
        <legend>{words.operator}</legend>
        <div class="choices">
          {offered.map((operator) => (
            <label class="choice">
              <input type="radio" name="operator" value={operator} checked={operator === chosen} required />
              {operatorName(operator)}
            </label>
          ))}
        </div>
        {given?.operatorIsWrong === true && <p class="wrong">{words.operatorWrong}</p>}
      </fieldset>
      <PhoneField
        words={words}
        name="phone"
        label={words.phone}
        hint={words.phoneHint}
        country={country}
        typed={given?.typed ?? ""}
        isWrong={given?.phoneIsWrong ?? false}
      />
    </>
  );
}
