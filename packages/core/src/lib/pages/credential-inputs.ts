import type { CredentialInput } from '../types/provider.ts'
import type { Texts } from '../types/texts.ts'
import { type Html, html } from './html.ts'
import { idPart } from './parts.ts'
import type { LastIdentifier } from './provider-form.ts'
import { en } from './texts/en.ts'

// Attributes of an input beyond `id`, `name` and `type`. Those that could change the target of the form, run or style
// something (form*, on*, style, src) are missing here and so never written.
const ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'autocapitalize autocomplete autocorrect autofocus checked dir disabled enterkeyhint inputmode lang max maxlength ' +
    'min minlength multiple pattern placeholder readonly required size spellcheck step title value'
  ).split(' '),
)
const PREFIXED = /^(?:aria|data)-[a-z0-9-]{1,40}$/
const TYPES: ReadonlySet<string> = new Set(
  'checkbox color date datetime-local email hidden month number password range search tel text time url week'.split(
    ' ',
  ),
)

const AUTOCOMPLETE: ReadonlyMap<string, string> = new Map([
  ['email', 'email'],
  ['password', 'current-password'],
  ['username', 'username'],
])

/** Whether the values of an attribute are "true" and "false"; others are present or absent. */
const isEnumerated = (name: string): boolean => name === 'spellcheck' || PREFIXED.test(name)

type Attribute = string | number | boolean | undefined

/** @param name - in lower case */
function attribute(name: string, value: Attribute): Html | undefined {
  if (value === undefined || !(ATTRIBUTES.has(name) || PREFIXED.test(name))) return undefined
  if (typeof value !== 'boolean' || isEnumerated(name)) return html` ${name}="${String(value)}"`
  return value ? html` ${name}` : undefined
}

/** The label of an input without one: its name, which is in lower case in code. */
const capitalized = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

type LabelOf = (texts: Texts) => string
const emailLabel: LabelOf = ({ signIn }) => signIn.email
const oneTimeCodeLabel: LabelOf = ({ fields }) => fields.oneTimeCode
const phoneLabel: LabelOf = ({ fields }) => fields.phone
const usernameLabel: LabelOf = ({ fields }) => fields.username

/** Labels that every language has, by the folded names of inputs. */
const COMMON_LABELS: ReadonlyMap<string, LabelOf> = new Map<string, LabelOf>([
  ['username', usernameLabel],
  ['password', ({ fields }) => fields.password],
  ['name', ({ fields }) => fields.name],
  ['code', ({ fields }) => fields.code],
  ['onetimecode', oneTimeCodeLabel],
  ['otp', oneTimeCodeLabel],
  ['totp', oneTimeCodeLabel],
  ['email', emailLabel],
  ['emailaddress', emailLabel],
  ['phone', phoneLabel],
  ['phonenumber', phoneLabel],
  ['tel', phoneLabel],
])

/** Makes "User name", `userName` and `user_name` equal. */
const foldName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '')

/**
 * The label of an input in the language of the page, which replaces a label that only repeats the name of the input in English.
 */
function chooseLabel(name: string, given: CredentialInput[string], texts: Texts): string {
  const inLanguage = COMMON_LABELS.get(foldName(name))
  const label = inLanguage?.(texts) ?? capitalized(name)
  if (!inLanguage || typeof given !== 'string') return String(given ?? label)
  const english = inLanguage(en)
  const repeats = [name, english].some((one) => foldName(one) === foldName(given))
  return repeats && label !== english ? label : given
}

/** An input by its name. */
export type LabelledInput = readonly [
  name: string,
  input: CredentialInput & { readonly label: string },
]

/** The inputs of a provider by their names, with their texts in the language of the page. */
export function readInputs(
  given: Readonly<Record<string, CredentialInput>> = {},
  id: string,
  texts: Texts,
): readonly LabelledInput[] {
  const { inputs = {} } = texts
  const own = Object.hasOwn(inputs, id) ? (inputs[id] ?? {}) : {}
  return Object.entries(given).map(([name, input]) => [
    name,
    {
      ...input,
      label: chooseLabel(name, input.label, texts),
      ...(Object.hasOwn(own, name) && own[name]),
    },
  ])
}

// Nothing is typed into inputs of these types.
const UNTYPED: ReadonlySet<string | undefined> = new Set(['hidden', 'checkbox'])

/** The label that an input has by its name, unless the application has it ask for something else. */
function askedFor([name, { type, label }]: LabelledInput, texts: Texts): LabelOf | undefined {
  if (type?.toLowerCase() === 'email') return emailLabel
  const known = COMMON_LABELS.get(foldName(name))
  const usual = known && [name, known(en), known(texts)].map(foldName)
  return usual?.includes(foldName(label)) ? known : undefined
}

/**
 * The sentence about a pair of a name and a password that was refused: it names both, and so does not say which of them is wrong.
 *
 * @returns nothing for other inputs
 */
export function nameRefused(inputs: readonly LabelledInput[], texts: Texts): string | undefined {
  const typed = inputs.filter(([, { type }]) => !UNTYPED.has(type?.toLowerCase()))
  const [name, ...others] = typed.filter(([, { type }]) => type?.toLowerCase() !== 'password')
  if (name === undefined || others.length > 0 || typed.length !== 2) return undefined
  const asked = askedFor(name, texts)
  if (asked === emailLabel) return texts.signIn.wrongEmailOrPassword
  return asked === usernameLabel ? texts.signIn.wrongUsernameOrPassword : undefined
}

/** The values that all inputs of a form share. */
export interface InputContext {
  /** Unique in the page. */
  readonly formId: string
  /** Id of the message about the last failure. */
  readonly describedBy: string | undefined
  /** Fills in an input that has no value of its own. */
  readonly value?: string | undefined
  /** Makes the markup at the end of a password, from the id of its input. */
  readonly inPassword?: ((id: string) => Html) | undefined
  /** Whether the input has the focus. */
  readonly focus?: boolean | undefined
}

/**
 * One input of a credentials form with its label.
 *
 * @param name - name of the field that is sent
 * @param input - its attributes; those that are not allowed are left out
 */
export function credentialInput(
  [name, input]: LabelledInput,
  index: number,
  { formId, describedBy, value, focus, inPassword }: InputContext,
): Html {
  const asked = input.type?.toLowerCase() ?? 'text'
  const type = TYPES.has(asked) ? asked : 'text'
  const id = `input-${idPart(name, index)}-for-${formId}`
  const given = new Map<string, Attribute>([
    ['autocomplete', AUTOCOMPLETE.get(name.toLowerCase()) ?? AUTOCOMPLETE.get(type)],
    ['aria-describedby', describedBy],
    ['aria-invalid', describedBy === undefined ? undefined : true],
    ['value', value],
    ['autofocus', focus],
  ])
  for (const [key, own] of Object.entries(input)) given.set(key.toLowerCase(), own)
  const attributes = Array.from(given, ([key, own]) => attribute(key, own))
  if (type === 'hidden') {
    return html`<input name="${name}" type="hidden" ${attribute('value', given.get('value'))} />`
  }
  const control = html`<input id="${id}" name="${name}" type="${type}" ${attributes} />`
  const label = html`<label for="${id}">${input.label}</label>`
  return type === 'checkbox'
    ? html`<div class="choice">${control}${label}</div>`
    : html`<div class="field">
        ${label}${
          type === 'password' && inPassword
            ? html`<div class="secret">${control}${inPassword(id)}</div>`
            : control
        }
      </div>`
}

/**
 * The inputs of a credentials form.
 *
 * @param lastIdentifier - fills in one of them; the password then has the focus
 */
export function credentialInputs(
  inputs: readonly LabelledInput[],
  context: InputContext,
  lastIdentifier: LastIdentifier | undefined,
): readonly Html[] {
  return inputs.map((entry, index) => {
    const [name, { type }] = entry
    const value = name === lastIdentifier?.input ? lastIdentifier.value : undefined
    const focus = lastIdentifier !== undefined && type === 'password'
    return credentialInput(entry, index, { ...context, value, focus })
  })
}
