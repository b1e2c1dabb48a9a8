import type { Adapter } from '@latchstring/core/adapters'
import { PEOPLE } from '@latchstring/test-kit/people'

type Method = (...given: unknown[]) => unknown

/** The id as an ObjectId of MongoDB is written. */
const toHex = (id: string): string => Buffer.from(id.slice(-12).padEnd(12)).toString('hex')

const IDS = Object.values(PEOPLE).map(({ id }) => [id, toHex(id)] as const)

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** The value with other ids in it: itself where it has none, since tables are known by their object. */
function translate(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value
  if (Array.isArray(value)) {
    const members = value.map((member: unknown) => translate(member, ids))
    return members.some((member, index) => member !== value[index]) ? members : value
  }
  if (!isPlain(value)) return value
  const entries = Object.entries(value).map(([name, member]) => [name, translate(member, ids)])
  return entries.some(([name, member]) => value[String(name)] !== member)
    ? Object.fromEntries(entries)
    : value
}

/** A store whose ids are its own, for tests whose people have ids that it does not take. */
export function withIdsOfTests(inner: Adapter): Adapter {
  const inwards = new Map(IDS)
  const outwards = new Map(IDS.map(([id, own]) => [own, id]))
  const wrap = (target: object): object =>
    Object.fromEntries(
      Object.entries(target).map(([name, value]: [string, unknown]) => {
        if (typeof value !== 'function') return [name, value]
        const method: Method = (...given) => {
          const called: unknown = Reflect.apply(
            value,
            target,
            given.map((one) => translate(one, inwards)),
          )
          return called instanceof Promise
            ? called.then((result: unknown) => translate(result, outwards))
            : called
        }
        return [name, method]
      }),
    )
  const { records } = inner
  // The members are those of the store.
  return { ...wrap(inner), ...(records && { records: wrap(records) }) } as Adapter
}
