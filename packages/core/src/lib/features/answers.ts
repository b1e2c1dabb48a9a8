import { InvalidConfiguration, type ServiceBusy, type TooManyRequests } from '../errors/classes.ts'
import { isObject } from '../kit/json.ts'
import { findFaultyBlocks, ownAction } from './blocks.ts'
import { serviceBusy, triesUsedUp } from './busy.ts'
import type { FeaturePage } from '../types/feature-page.ts'
import type { AnyFeature, FeatureAction } from '../types/feature.ts'
import type { AccountChange } from '../types/sessions.ts'
import { isAccountChange } from '../sessions/api/changes.ts'

/** An answer of an action, read once. */
export type Answer =
  | { readonly kind: 'page'; readonly page: FeaturePage }
  | {
      readonly kind: 'json'
      readonly json: object
      readonly status: number
      readonly download: string | undefined
    }
  | { readonly kind: 'to'; readonly to: string }
  | {
      readonly kind: 'passed'
      readonly methods: readonly string[]
      readonly ends: AccountChange | undefined
    }
  | { readonly kind: 'actAs'; readonly userId: string }
  | { readonly kind: 'signIn'; readonly userId: string }
  | { readonly kind: 'busy'; readonly error: ServiceBusy }
  | { readonly kind: 'usedUp'; readonly error: TooManyRequests }
  | {
      readonly kind: 'refused'
      readonly code: string
      readonly status: number
      /** Name of the sentence. */
      readonly text: string
      /** Word of the page to show again. */
      readonly page: string | undefined
      /** Of the names in its sentence. */
      readonly values: Readonly<Record<string, string>>
    }

/** An action, and what it belongs to. */
export interface Asked {
  readonly feature: AnyFeature
  readonly word: string
  readonly action: FeatureAction
}

type Given = Readonly<Record<string, unknown>>

const nameOf = ({ feature, word }: Asked): string => `${feature.name}/${word}`

const KINDS: Readonly<Record<FeatureAction['kind'], readonly string[]>> = {
  page: ['page', 'to', 'refused'],
  change: ['page', 'json', 'to', 'refused', 'passed', 'actAs', 'signIn', 'busy', 'usedUp'],
  machine: ['json', 'refused', 'busy'],
}

function wrong(asked: Asked, what: string): InvalidConfiguration {
  return new InvalidConfiguration(`The action "${nameOf(asked)}" ${what}.`)
}

const isOwnPage = ({ feature }: Asked, word: unknown): word is string =>
  ownAction(feature, word, 'page') !== undefined

function readPage(asked: Asked, page: unknown): Answer {
  const { title, lead, blocks }: Readonly<Record<string, unknown>> = isObject(page) ? page : {}
  if (typeof title !== 'string' || title === '') throw wrong(asked, 'has a page without a title')
  if (lead !== undefined && typeof lead !== 'string') {
    throw wrong(asked, 'has a page whose lead is no text')
  }
  const fault = findFaultyBlocks(asked.feature, blocks)
  if (fault !== undefined) throw wrong(asked, `has a page that ${fault}`)
  // Every part of it was looked at.
  return { kind: 'page', page: page as FeaturePage }
}

function readRefusal(asked: Asked, given: Readonly<Record<string, unknown>>): Answer {
  const { errors = {}, name } = asked.feature
  const code = String(given['refused'])
  const error = Object.hasOwn(errors, code) ? errors[code] : undefined
  if (!error) throw wrong(asked, `refused with "${code}", which is none of its errors`)
  const { page, values = {} } = given
  if (page !== undefined && !isOwnPage(asked, page)) {
    throw wrong(asked, 'refused with what is no page of the feature')
  }
  if (!isObject(values)) throw wrong(asked, 'refused with values that are no object')
  const texts = Object.entries(values).map(([key, value]) => [key, String(value)] as const)
  return {
    kind: 'refused',
    code: `${name}/${code}`,
    ...error,
    page,
    values: Object.fromEntries<string>(texts),
  }
}

/** What needs no quoting in a header, and is a name on every system. */
const FILE = /^[A-Za-z0-9][A-Za-z0-9.-]{0,99}$/

const isFileName = (given: unknown): given is string | undefined =>
  given === undefined || (typeof given === 'string' && FILE.test(given))

function readJsonAnswer(
  asked: Asked,
  { json, status = 200, download }: Readonly<Record<string, unknown>>,
): Answer {
  if (!isObject(json)) throw wrong(asked, 'answered with what is no JSON object')
  const number = Number(status)
  if (!Number.isSafeInteger(number) || number < 200 || number > 599) {
    throw wrong(asked, 'answered with what is no status')
  }
  if (!isFileName(download)) {
    throw wrong(asked, 'has a `download` that cannot be the name of a file')
  }
  return { kind: 'json', json, status: number, download }
}

const METHOD = /^[a-z]{2,10}$/

const needsSession = ({ kind, session }: FeatureAction): boolean =>
  kind === 'change' && (session === undefined || session === 'fresh')

function readPassed(asked: Asked, { passed: given, ends }: Given): Answer {
  const { feature, action } = asked
  const isPending = action.session === 'pending'
  const raises = feature.gate?.raises !== undefined && needsSession(action)
  if (!isPending && !raises) {
    throw wrong(
      asked,
      'is no step of a sign-in that waits, and no change with a session of a feature whose gate `raises`',
    )
  }
  const isList = Array.isArray(given) && given.every((one) => METHOD.test(String(one)))
  const isRight = ends === undefined || (isPending && isAccountChange(ends))
  if (!isRight)
    throw wrong(asked, 'ends sessions by what is no change, or is no step of a sign-in that waits')
  if (isList) return { kind: 'passed', methods: given.map(String), ends }
  throw wrong(asked, 'has to say what was shown in the words of RFC 8176')
}

function readActing(asked: Asked, userId: unknown): Answer {
  const { action } = asked
  if (action.kind !== 'change' || action.begins !== 'acting') {
    throw wrong(asked, "answered with `actAs`, and has no `begins: 'acting'`")
  }
  if (typeof userId === 'string' && userId !== '') return { kind: 'actAs', userId }
  throw wrong(asked, 'has to name the user to act for by id')
}

function readSignIn(asked: Asked, userId: unknown): Answer {
  if (asked.action.session !== 'proof' || !asked.feature.provider) {
    throw wrong(
      asked,
      'answered with `signIn`, which a change with a proof may, of a feature with a `provider`',
    )
  }
  if (typeof userId === 'string' && userId !== '') return { kind: 'signIn', userId }
  throw wrong(asked, 'has to name the user to sign in by id')
}

function readDetour(asked: Asked, to: unknown): Answer {
  if (to === 'back' || isOwnPage(asked, to)) return { kind: 'to', to }
  throw wrong(asked, 'leads to what is no page of the feature')
}

/**
 * The answer of an action, where no type has been checked.
 *
 * @throws InvalidConfiguration for one that its kind does not have
 */
export function readAnswer(asked: Asked, given: unknown): Answer {
  const kinds = KINDS[asked.action.kind]
  const answer: Readonly<Record<string, unknown>> = isObject(given) ? given : {}
  // A refusal may have a page as well.
  const kind =
    answer['refused'] === undefined ? kinds.find((one) => answer[one] !== undefined) : 'refused'
  if (kind === 'refused') return readRefusal(asked, answer)
  if (kind === 'json') return readJsonAnswer(asked, answer)
  if (kind === 'passed') return readPassed(asked, answer)
  if (kind === 'actAs') return readActing(asked, answer['actAs'])
  if (kind === 'signIn') return readSignIn(asked, answer['signIn'])
  if (kind === 'busy') {
    const error = serviceBusy(`The action "${nameOf(asked)}"`, answer['busy'])
    return { kind: 'busy', error }
  }
  if (kind === 'usedUp') {
    const error = triesUsedUp(`The action "${nameOf(asked)}"`, answer['usedUp'])
    return { kind: 'usedUp', error }
  }
  if (kind === 'to') return readDetour(asked, answer['to'])
  if (kind === 'page') return readPage(asked, answer['page'])
  throw wrong(asked, `has to answer with ${kinds.join(', ').replace(/, (?=\w+$)/, ' or ')}`)
}
