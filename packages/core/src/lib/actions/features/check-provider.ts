import { isProviderId } from '../../config/provider-id.ts'
import { isObject } from '../../kit/json.ts'
import { readsAsSecret } from '../../limits/names.ts'
import type { AnyFeature } from '../../types/feature.ts'
import type { FeatureProvider } from '../../types/feature-provider.ts'

type Fault = string | undefined
type Given = Readonly<Record<string, unknown>>

const toGiven = (value: unknown): Given => (isObject(value) ? value : {})

const PARTS: Readonly<Record<keyof FeatureProvider, true>> = {
  id: true,
  name: true,
  inputs: true,
  refusal: true,
  links: true,
  load: true,
}

const NAME = /^[a-z][A-Za-z0-9]{0,40}$/

/** Fields of the body that are the library's own. */
const TAKEN: ReadonlySet<string> = new Set(['csrfToken', 'callbackUrl', 'json'])

const TYPES: ReadonlySet<unknown> = new Set([undefined, 'text', 'email', 'password'])

const LONGEST = 10_000

const hasText = ({ texts = {} }: AnyFeature, name: unknown): boolean =>
  typeof name === 'string' && Object.hasOwn(texts, name)

function findFaultyInput(feature: AnyFeature, name: string, given: unknown): Fault {
  const { label, type, max = 1 } = toGiven(given)
  if (!NAME.test(name) || TAKEN.has(name)) return `"${name}" cannot be the name of an input`
  if (!TYPES.has(type)) return `the input "${name}" has to be a text, an email or a password`
  if (!hasText(feature, label)) {
    return `the input "${name}" has no label: "${String(label)}" is not among its texts`
  }
  const length = Number(max)
  return Number.isSafeInteger(max) && length >= 1 && length <= LONGEST
    ? undefined
    : `the max of the input "${name}" has to be a whole number from 1 to ${LONGEST}`
}

function findFaultyInputs(feature: AnyFeature, inputs: unknown): Fault {
  const entries = Object.entries(toGiven(inputs))
  const [first] = entries.filter(([, given]) => toGiven(given)['type'] !== 'password')
  if (!first) return 'has to have an input that is no password, which names the account'
  for (const [name, given] of entries) {
    const fault = findFaultyInput(feature, name, given)
    if (fault !== undefined) return fault
  }
  const [name] = first
  return readsAsSecret(name)
    ? `the input "${name}" names the account, and has a name as secrets have`
    : undefined
}

/** A link is for people who are not signed in. */
function findFaultyLink(feature: AnyFeature, given: unknown): Fault {
  const { page: word, label } = toGiven(given)
  const { actions = {} } = feature
  const page = typeof word === 'string' && Object.hasOwn(actions, word) ? actions[word] : undefined
  if (page?.kind !== 'page' || (page.session !== 'none' && page.session !== 'proof')) {
    return `the link to "${String(word)}" leads to no page of the feature that needs no session`
  }
  return hasText(feature, label)
    ? undefined
    : `the link to "${String(word)}" has no label: "${String(label)}" is not among its texts`
}

function findFaultyLinks(feature: AnyFeature, links: unknown): Fault {
  if (!Array.isArray(links)) return '`links` is no list'
  return links
    .map((link) => findFaultyLink(feature, link))
    .find((fault): fault is string => fault !== undefined)
}

function findFaultyMember(feature: AnyFeature, given: Given): Fault {
  const other = Object.keys(given).find((part) => !Object.hasOwn(PARTS, part))
  if (other !== undefined) return `\`${other}\` is no part of it`
  const { id, name, refusal, load } = given
  if (!isProviderId(id)) {
    return 'its `id` may have letters, digits and `. _ ~ -` alone, and is not `.` or `..`'
  }
  if (!hasText(feature, name)) return `its name "${String(name)}" is not among the texts`
  if (refusal !== undefined && !hasText(feature, refusal)) {
    return `its refusal ${JSON.stringify(refusal)} is not among the texts`
  }
  return typeof load === 'function' ? undefined : 'it has no `load`'
}

/** What is wrong with the form of a feature on the sign-in page. */
export function findFaultyProvider(feature: AnyFeature): Fault {
  if (feature.provider === undefined) return undefined
  // No type has been checked.
  const given = toGiven(feature.provider)
  const fault =
    findFaultyMember(feature, given) ??
    findFaultyInputs(feature, given['inputs']) ??
    findFaultyLinks(feature, given['links'] ?? [])
  return fault === undefined ? undefined : `${fault}, in its provider`
}
