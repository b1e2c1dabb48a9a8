import { readFileSync } from 'node:fs'
import { UsageError } from './arguments.ts'
import { nearest } from './nearest.ts'

/** A provider, as its module and the documentation of its service have it. */
export interface ProviderEntry {
  readonly id: string
  readonly name: string
  /** `OAuth 2.0`, `OpenID Connect`, `Email` … */
  readonly kind: string
  readonly type: 'oauth' | 'oidc' | 'email' | 'credentials' | 'webauthn'
  /** The last part of what is imported. */
  readonly module: string
  /** The name of its function. */
  readonly factory: string
  readonly variables: readonly string[]
  /** Options without which it cannot work, beside client id and secret. */
  readonly requires?: readonly string[]
  /** Where applications are registered. */
  readonly console?: string
  /** What to do there. */
  readonly steps?: readonly string[]
  /** What a redirect URI has to be during development, where `http://localhost` is refused. */
  readonly development?: 'https' | 'public' | '127.0.0.1'
  /** People are sent to the service, and back to a redirect URI. */
  readonly redirect?: true
  /** How it is written, where variables alone are not enough. */
  readonly example?: string
  /** Other words to find it by. */
  readonly words: readonly string[]
  /** Why it should not be used any more. */
  readonly deprecated?: string
}

/** All providers, by name. */
export function readProviderEntries(): readonly ProviderEntry[] {
  const text = readFileSync(new URL('../../providers.json', import.meta.url), 'utf8')
  // Written by `npm run docs` from this very shape, and shipped beside this file.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return JSON.parse(text) as readonly ProviderEntry[]
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** The text that a provider is searched in. */
const searched = ({ id, name, kind, module, factory, words }: ProviderEntry): readonly string[] =>
  [id, name, kind, module, factory, ...words.flatMap((text) => [text, ...text.split(' ')])].map(
    plain,
  )

/** Where a word is found: a provider that is called so comes before one whose kind has the word. */
function rank(entry: ProviderEntry, word: string): number {
  const names = [entry.id, entry.name, entry.module, entry.factory].map(plain)
  if (names.includes(word)) return 0
  if (names.some((name) => name.startsWith(word))) return 1
  if (names.some((name) => name.includes(word))) return 2
  return searched(entry).some((text) => text.includes(word)) ? 3 : 4
}

/** The providers that all words find, those that are called so first. */
export function searchProviders(
  providers: readonly ProviderEntry[],
  texts: readonly string[],
): readonly ProviderEntry[] {
  const words = texts
    .flatMap((text) => text.split(/\s+/))
    .map(plain)
    .filter((word) => word !== '')
  // "Microsoft Entra ID" is one name and three words.
  const whole = words.join('')
  return providers
    .map((entry) => {
      const each = words.map((word) => rank(entry, word))
      return { entry, worst: Math.min(Math.max(0, ...each), rank(entry, whole)) }
    })
    .filter(({ worst }) => words.length === 0 || worst < 4)
    .toSorted((one, other) => one.worst - other.worst)
    .map(({ entry }) => entry)
}

/**
 * The provider with an id.
 *
 * @throws UsageError where there is none
 */
export function requireProvider(id: string): ProviderEntry {
  const providers = readProviderEntries()
  const wanted = id.toLowerCase()
  const found = providers.find((entry) => [entry.id, entry.module].includes(wanted))
  if (found !== undefined) return found
  const ids = providers.map((entry) => entry.id)
  const [other] = searchProviders(providers, [id])
  const meant = nearest(wanted, ids) ?? other?.id
  throw new UsageError(
    `There is no provider ${JSON.stringify(id)}.${meant === undefined ? '' : ` Did you mean ${meant}?`} "latchstring providers" lists all of them.`,
  )
}

/**
 * A provider that needs nothing but variables.
 *
 * @throws UsageError where there is none
 * @throws Error where its options have to be in the code
 */
export function requireBareProvider(id: string): ProviderEntry {
  const found = requireProvider(id)
  if (found.example === undefined) return found
  throw new Error(
    `${found.name} takes options that no variable sets, so that it has to be written by hand:\n\n${found.example}\n`,
  )
}
