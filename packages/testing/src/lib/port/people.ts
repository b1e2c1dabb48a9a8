import type { Person, Service } from '../../service.ts'
import { isObject } from '../values.ts'

/** Names under which services have what is said of a person. */
const NAMES: Readonly<Record<'name' | 'given' | 'family' | 'login', RegExp>> = {
  name: /^(?:name|full_?name|display_?name|global_name|real_name|formatted_?name|user_?name_display)$/i,
  given: /^(?:given_?name|first_?name|localizedfirstname)$/i,
  family: /^(?:family_?name|last_?name|surname|localizedlastname)$/i,
  login: /^(?:login|user_?name|preferred_username|nick_?name|handle|screen_name|slug)$/i,
}
const IDS =
  /^(?:sub|id|_id|uid|user_?id|account_?id|open_?id|union_?id|uuid|gid|oid|identity|zuid|guid|login_?id|membership_?id)$/i
const VERIFIED =
  /^(?:(?:is_?)?(?:email_?)?verified(?:_?email)?|email_?confirmed|is_?confirmed|confirmed)$/i
const CONFIRMED_AT = /^(?:confirmed_at|email_verified_at)$/i
const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/

/** A person who can be chosen at any service. */
interface Character {
  readonly key: string
  readonly given: string
  readonly family: string
}

const CHARACTERS: readonly Character[] = [
  { key: 'alan', given: 'Alan', family: 'Turing' },
  { key: 'grace', given: 'Grace', family: 'Hopper' },
]

type Change = (name: string, value: unknown) => unknown

/** A value with every member, at any depth, as a function wants it; members that become `undefined` are left out. */
function mapDeep(value: unknown, change: Change, name = ''): unknown {
  const changed = change(name, value)
  if (changed !== value) return changed
  if (Array.isArray(value)) {
    return value
      .map((one: unknown) => mapDeep(one, change, name))
      .filter((one) => one !== undefined)
  }
  if (!isObject(value)) return parsed(value, change)
  const members = Object.entries(value).map(([key, member]) => [key, mapDeep(member, change, key)])
  return Object.fromEntries(members.filter(([, member]) => member !== undefined))
}

/** Some services send an object as text. */
function parsed(value: unknown, change: Change): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value
  try {
    return JSON.stringify(mapDeep(JSON.parse(value), change))
  } catch {
    return value
  }
}

/** What a service says of a person, changed. Addresses of answers stay. */
function mapPerson(person: Person, change: Change): Person {
  const of = (values: object | undefined): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(values ?? {}).map(([key, value]) => [key, mapDeep(value, change, key)]),
    )
  return {
    ...person,
    ...(person.claims && { claims: of(person.claims) }),
    ...(person.answers && { answers: of(person.answers) }),
    // Members that are text stay text.
    ...(person.response && { response: of(person.response) as Readonly<Record<string, string>> }),
  }
}

/** Another id of the same form. */
function otherId(value: unknown, step: number): unknown {
  if (typeof value === 'number') return value + 1001 * step
  if (typeof value !== 'string') return value
  // The last digit, or the last letter of what has none, so that length and alphabet stay.
  const at = value.search(/\d\D*$/)
  if (at === -1)
    return value.replace(/[a-z](?=[^a-z]*$)/i, (letter) =>
      letter === 'q' ? 'w' : step === 1 ? 'q' : 'x',
    )
  return `${value.slice(0, at)}${(Number(value[at]) + 4 * step) % 10}${value.slice(at + 1)}`
}

function asCharacter(person: Person, { key, given, family }: Character, step: number): Person {
  return mapPerson(person, (name, value) => {
    if (IDS.test(name)) return otherId(value, step)
    if (typeof value !== 'string') return value
    if (EMAIL.test(value)) return `${key}@example.com`
    if (NAMES.name.test(name)) return `${given} ${family}`
    if (NAMES.given.test(name)) return given
    if (NAMES.family.test(name)) return family
    return NAMES.login.test(name) ? key : value
  })
}

/** Ways in which what a service says of a person may differ. */
export const DIFFERENCES: Readonly<Record<'no-email' | 'unverified', (person: Person) => Person>> =
  {
    'no-email': (person) =>
      mapPerson(person, (name, value) => {
        if (typeof value === 'string' && EMAIL.test(value)) return undefined
        // A list of addresses without the address has nothing.
        const entry =
          isObject(value) &&
          Object.values(value).some((one) => typeof one === 'string' && EMAIL.test(one))
        return entry && /^emails?$|^https?:.*emails?$/i.test(name) ? undefined : value
      }),
    unverified: (person) =>
      mapPerson(person, (name, value) => {
        if (CONFIRMED_AT.test(name)) return null
        if (!VERIFIED.test(name)) return value
        if (typeof value === 'boolean') return false
        return value === 'true' ? 'false' : value
      }),
  }

/** A person with another address, wherever the service says the address. */
export const withAddress = (person: Person, address: string): Person =>
  mapPerson(person, (_name, value) =>
    typeof value === 'string' && EMAIL.test(value) ? address : value,
  )

/** Whether a difference makes one at a service. */
export const differs = (person: Person, difference: keyof typeof DIFFERENCES): boolean =>
  JSON.stringify(DIFFERENCES[difference](person)) !== JSON.stringify(person)

/** A person on the page of a service. */
export interface Choice {
  /** What the form says. */
  readonly key: string
  readonly person: Person
  readonly name: string
  readonly email?: string
  /** What is special about them. */
  readonly note?: string
}

/** The first text under a name, or that is an address. */
function findText(
  person: Person,
  wanted: (name: string, value: string) => boolean,
): string | undefined {
  let found: string | undefined
  mapPerson(person, (name, value) => {
    if (typeof value === 'string' && value !== '' && wanted(name, value)) found ??= value
    return value
  })
  return found
}

function describe(person: Person): { readonly name?: string; readonly email?: string } {
  const by = (pattern: RegExp): string | undefined => findText(person, (name) => pattern.test(name))
  const given = by(NAMES.given)
  const parts = given === undefined ? undefined : [given, by(NAMES.family) ?? ''].join(' ').trim()
  const name = parts ?? by(NAMES.name) ?? by(NAMES.login)
  const email = findText(person, (_name, value) => EMAIL.test(value))
  return { ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) }
}

/** The people of a service, the two of its data first and last. */
export function findChoices({ persons: { documented, minimal } }: Service): readonly Choice[] {
  // An identifier with a document of its own (DID) cannot be made up.
  const inventable = !JSON.stringify(documented).includes('"did:')
  const characters = inventable ? CHARACTERS : []
  const others = characters.map((character, index): Choice => {
    const person = asCharacter(documented, character, index + 1)
    const { email } = describe(person)
    const name = `${character.given} ${character.family}`
    return { key: character.key, person, name, ...(email === undefined ? {} : { email }) }
  })
  const first = describe(documented)
  const note = 'Documented: every field that the service documents'
  return [
    { key: 'documented', person: documented, name: 'Ada', ...first, note },
    ...others,
    {
      key: 'minimal',
      person: minimal,
      name: 'Somebody',
      ...describe(minimal),
      note: 'Minimal: only what every account has',
    },
  ]
}
