import type { Adapter, AdapterRecords } from '@latchstring/core/adapters'
import { PEOPLE } from '@latchstring/test-kit/people'

const IDS = Object.values(PEOPLE).map(({ id }) => id)

/** Ids that MongoDB can have, of 24 hexadecimal digits. */
const toOwn = new Map(IDS.map((id, index) => [id as string, String(index + 1).padStart(24, 'a')]))
const toTest = new Map([...toOwn].map(([id, own]) => [own, id]))

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Reflect.getPrototypeOf(value) === Object.prototype

/** A value with other ids in it, however deep. */
function translate(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value
  if (Array.isArray(value)) return value.map((one) => translate(one, ids))
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, translate(member, ids)]),
  )
}

type Method = (...given: unknown[]) => unknown

/** @param kept - how many of the first arguments stay the objects that they are */
const translating =
  (object: object, method: Method, kept: number): Method =>
  async (...given) => {
    const own = given.map((one, index) => (index < kept ? one : translate(one, toOwn)))
    return translate(await method.apply(object, own), toTest)
  }

/** The methods of an object, each with ids translated. A member that is no verb stays. */
function translated<Part extends object>(part: Part, kept: number, stays: readonly string[]): Part {
  const members = Object.entries(part).map(([name, member]: [string, unknown]) => {
    if (typeof member !== 'function' || stays.includes(name)) return [name, member]
    // Every method is called with what its own type names.
    return [name, translating(part, member as Method, kept)]
  })
  // The same members, by the same names.
  return { ...part, ...(Object.fromEntries(members) as Partial<Part>) }
}

/** A store in which the people of the tests have ids of its own, as far as the tests see the ids that they know. */
export function withPeopleIds(adapter: Adapter): Adapter {
  const { records, ...methods } = adapter
  const verbs: AdapterRecords | undefined =
    records && translated(records, 1, ['keeps', 'expires', 'deleteExpired'])
  return { ...translated(methods, 0, ['transaction']), ...(verbs && { records: verbs }) }
}
