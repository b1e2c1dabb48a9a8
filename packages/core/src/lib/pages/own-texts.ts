import { memoize } from '../kit/cache.ts'
import { nearest } from '../kit/nearest.ts'
import { isObject, isPlainObject } from '../kit/values.ts'
import { builtIn, loadTexts, pickLanguage } from './language.ts'
import { en } from './texts/en.ts'
import type { InputTexts, Texts, TextsOptions } from '../types/texts.ts'

const INPUT_TEXTS: readonly (keyof InputTexts)[] = ['label', 'placeholder', 'title']

/** A tag in the canonical form of BCP 47; `undefined` for an invalid one. */
function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

const isDirection = (value: unknown): value is Texts['direction'] =>
  value === 'ltr' || value === 'rtl'

/** The texts of inputs, without invalid members. */
function readInputTexts(given: unknown): Texts['inputs'] {
  const members = (value: unknown): readonly (readonly [string, unknown])[] =>
    isPlainObject(value) ? Object.entries(value) : []
  const readInput = (input: unknown): InputTexts =>
    Object.fromEntries(
      members(input).filter(
        ([name, text]) => INPUT_TEXTS.some((known) => known === name) && typeof text === 'string',
      ),
    )
  return Object.fromEntries(
    members(given).map(([id, inputs]) => [
      id,
      Object.fromEntries(members(inputs).map(([name, input]) => [name, readInput(input)])),
    ]),
  )
}

/** Texts with those of the application in place of the known ones; values that are no text are skipped. */
function merge<T extends object>(known: T, given: unknown): T {
  if (!isPlainObject(given)) return known
  const merged = Object.entries(known).map(([name, text]: readonly [string, unknown]) => {
    const own = Object.hasOwn(given, name) ? given[name] : undefined
    if (typeof text === 'string') return [name, typeof own === 'string' ? own : text]
    return [name, isPlainObject(text) ? merge(text, own) : text]
  })
  // The members are those of the known texts.
  return Object.fromEntries(merged) as T
}

const objectIn = (given: object, name: string): object => {
  const found: unknown = Object.hasOwn(given, name) ? Reflect.get(given, name) : undefined
  return isPlainObject(found) ? found : {}
}

/** The base of texts of an application: its own sentence about a refused sign-in stands for the more exact ones as well. */
function withOwnRefusal(base: Texts, given: object): Texts {
  const own: unknown = Reflect.get(objectIn(given, 'signInErrors'), 'CredentialsSignin')
  if (typeof own !== 'string') return base
  const both = { wrongEmailOrPassword: own, wrongUsernameOrPassword: own }
  return { ...base, signIn: { ...base.signIn, ...both } }
}

/** Languages of an application, with the built-in ones. */
interface Languages {
  readonly find: (range: string) => string | undefined
  readonly load: (tag: string) => Promise<Texts>
}

/** Tags of the option by ranges in lower case: the whole tag first, its language where no other tag has it. */
function indexTags(options: TextsOptions): ReadonlyMap<string, string> {
  const byRange = new Map<string, string>()
  const tags = Object.keys(options).filter((tag) => canonical(tag) !== undefined)
  for (const tag of tags) byRange.set(tag.toLowerCase(), tag)
  for (const tag of tags) {
    const [language = tag] = tag.toLowerCase().split('-')
    if (!byRange.has(language) && builtIn(language) === undefined) byRange.set(language, tag)
  }
  return byRange
}

const TRADITIONAL = /^zh-(?:tw|hk|mo)(?:-|$)/

/** A range and its prefixes, longest first (RFC 4647, section 3.4). */
function* shorter(range: string): Generator<string> {
  const parts = range.replace(TRADITIONAL, 'zh-hant-').split('-').filter(Boolean)
  for (let length = parts.length; length > 0; length -= 1) yield parts.slice(0, length).join('-')
}

const findLanguages = memoize((options: TextsOptions): Languages => {
  const byRange = indexTags(options)
  const made = new Map<string, Promise<Texts>>()

  function find(range: string): string | undefined {
    // `shorter` replaces a region with traditional characters by its script.
    const own = byRange.get(range)
    if (own !== undefined) return own
    for (const part of shorter(range)) {
      const tag = byRange.get(part)
      // Chinese in traditional characters is another written language.
      if (tag !== undefined && !(part === 'zh' && builtIn(range) === undefined)) return tag
    }
    return builtIn(range)
  }

  /** The texts that those of a tag override: of the language without its region, else built-in ones, else English. */
  async function loadBase(tag: string): Promise<Texts> {
    const range = tag.toLowerCase()
    const [, ...before] = shorter(range)
    // `byRange` may have this tag itself, or that of another region, for the language.
    const wider = before
      .map((part) => byRange.get(part))
      .find((one) => one !== undefined && range.startsWith(`${one.toLowerCase()}-`))
    if (wider !== undefined) return load(wider)
    return loadTexts(builtIn(range) ?? 'en')
  }

  async function make(tag: string): Promise<Texts> {
    const base = await loadBase(tag)
    const given: unknown = Object.hasOwn(options, tag) ? options[tag] : undefined
    if (!isPlainObject(given)) return base
    const { direction } = given
    return {
      ...merge(withOwnRefusal(base, given), given),
      lang: canonical(tag) ?? base.lang,
      direction: isDirection(direction) ? direction : base.direction,
      inputs: { ...base.inputs, ...readInputTexts(given['inputs']) },
    }
  }

  function load(tag: string): Promise<Texts> {
    const known = made.get(tag)
    if (known) return known
    const texts = make(tag)
    made.set(tag, texts)
    return texts
  }

  return { find, load }
})

/**
 * The texts for a request of an application with texts of its own.
 *
 * @param acceptLanguage - the header
 */
export async function loadOwnTexts(
  options: TextsOptions,
  acceptLanguage: string | null,
): Promise<Texts> {
  const { find, load } = findLanguages(options)
  // English is the default, and may be overridden by the application.
  const tag = pickLanguage<string>(acceptLanguage, find)
  return load(tag === 'en' ? (find('en') ?? tag) : tag)
}

const placeholders = (text: string): readonly string[] => text.match(/\{\w+\}/g) ?? []

function describeUnknownText(path: string, name: string, names: readonly string[]): string {
  const meant = nearest(name, names)
  return meant === undefined
    ? `\`${path}.${name}\` is not a text of any page. Possible are: ${names.join(', ')}.`
    : `\`${path}.${name}\` is not a text of any page. Did you mean \`${meant}\`?`
}

function findPlaceholderProblems(path: string, text: string, known: string): readonly string[] {
  const allowed = placeholders(known)
  return placeholders(text)
    .filter((one) => !allowed.includes(one))
    .map((one) => {
      const instead = allowed.length > 0 ? `Possible are: ${allowed.join(', ')}.` : 'Leave it out.'
      return `\`${path}\` has ${one}, for which there is nothing to fill in. ${instead}`
    })
}

/** Problems of texts, compared with those in English. */
function compareTexts(path: string, given: unknown, known: object): readonly string[] {
  if (!isPlainObject(given)) return [`\`${path}\` is not an object. Write texts by their names.`]
  const names = Object.keys(known)
  return Object.entries(given).flatMap(([name, text]): readonly string[] => {
    if (text === undefined) return []
    const here = `${path}.${name}`
    const expected: unknown = Object.hasOwn(known, name) ? Reflect.get(known, name) : undefined
    if (expected === undefined) return [describeUnknownText(path, name, names)]
    if (isObject(expected)) return compareTexts(here, text, expected)
    if (typeof text !== 'string') return [`\`${here}\` is not a text. Write a string.`]
    return typeof expected === 'string' ? findPlaceholderProblems(here, text, expected) : []
  })
}

/** The texts that are missing in a language. */
function missingTexts(path: string, given: unknown, known: object): readonly string[] {
  const has = isPlainObject(given) ? given : {}
  return Object.entries(known).flatMap(([name, expected]: readonly [string, unknown]) => {
    const here = `${path}.${name}`
    const own = Object.hasOwn(has, name) ? has[name] : undefined
    if (typeof expected === 'object' && expected !== null) return missingTexts(here, own, expected)
    return own === undefined ? [here] : []
  })
}

function compareInputs(path: string, given: unknown): readonly string[] {
  if (!isPlainObject(given)) return [`\`${path}\` is not an object. Write texts by their names.`]
  const known = Object.fromEntries(INPUT_TEXTS.map((name) => [name, '']))
  return Object.entries(given).flatMap(([id, inputs]) =>
    isPlainObject(inputs)
      ? Object.entries(inputs).flatMap(([name, input]) =>
          compareTexts(`${path}.${id}.${name}`, input, known),
        )
      : [`\`${path}.${id}\` is not an object. Write the texts of its inputs by their names.`],
  )
}

const { lang: _, direction: __, ...ENGLISH } = en

function findLanguageProblems(tag: string, given: unknown): readonly string[] {
  const path = `texts.${tag}`
  if (canonical(tag) === undefined) {
    return [`\`${path}\` is not named by a language. Use a BCP 47 tag such as "de" or "pt-BR".`]
  }
  if (!isPlainObject(given)) return compareTexts(path, given, ENGLISH)
  const { inputs, direction, ...texts } = given
  const problems = [
    ...compareTexts(path, texts, ENGLISH),
    ...(inputs === undefined ? [] : compareInputs(`${path}.inputs`, inputs)),
    ...(direction === undefined || isDirection(direction)
      ? []
      : [`\`${path}.direction\` is neither "ltr" nor "rtl".`]),
  ]
  const missing = builtIn(tag.toLowerCase()) ? [] : missingTexts(path, texts, ENGLISH)
  const [first] = missing
  if (first === undefined) return problems
  const more = missing.length > 1 ? ` and ${missing.length - 1} more are` : ' is'
  return [...problems, `\`${first}\`${more} missing, and English until then.`]
}

/**
 * Finds problems of the option `texts`: unknown names, values that are no text, and missing texts of a language that is not
 * built in.
 *
 * @returns a sentence for each problem
 */
export function findTextProblems(options: TextsOptions): readonly string[] {
  return Object.entries(options).flatMap(([tag, given]: readonly [string, unknown]) =>
    findLanguageProblems(tag, given),
  )
}
