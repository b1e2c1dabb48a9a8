import type { AdapterRevocation, ListedRevocation } from '@latchstring/core/adapters'
import { breathe, type Defect } from './defects.ts'
import type { CompleteAdapter } from './memory-adapter.ts'

const group = 'revocation feed'

/** The adapter, with changed results of the feed. */
const listing =
  (change: (entries: readonly ListedRevocation[], sound: CompleteAdapter) => ListedRevocation[]) =>
  (sound: CompleteAdapter): CompleteAdapter => ({
    ...sound,
    listRevocations: async (range) => change(await sound.listRevocations(range), sound),
  })

/** The adapter, with another `appendRevocations`, also within a transaction. */
const appending =
  (
    append: (
      entries: readonly AdapterRevocation[],
      store: (entries: readonly AdapterRevocation[]) => Promise<unknown>,
    ) => Promise<unknown>,
  ) =>
  (sound: CompleteAdapter): CompleteAdapter => ({
    ...sound,
    appendRevocations: (entries) => append(entries, async (some) => sound.appendRevocations(some)),
  })

const AS_APPENDED =
  'listRevocations returns entries of every kind as they were appended, in the order of the calls'
const PAGES = 'listRevocations returns consecutive pages with every entry once'
const BEGINNING =
  'listRevocations without a cursor starts with the first entry, and returns nothing after the last one'
const AGAIN = 'a cursor returns the same entries again, and those that were appended since'
const EXPIRED = 'a page that contains only expired entries is not the end of the list'
const AFTERWARDS = 'an appended entry is returned by every call that starts afterwards'
const AT_ONCE = '32 simultaneous appends store every entry under a cursor of its own (REV-07)'
const ONE_STEP =
  'appendRevocations stores 40 entries in one step, so that a reader sees all or none'
const NO_TIME =
  'appendRevocations refuses an entry without a valid time together with those beside it'
const TWICE = 'appendRevocations accepts the same entry twice and an empty list'
const UNKNOWN =
  'getRevocation returns null for a key that was never ended, and for one of another kind'
const GREATEST =
  'getRevocation returns the greatest generation, in whatever order they were appended (REV-05)'
const GREATEST_AT_ONCE =
  'getRevocation returns the greatest of 32 generations appended at the same time (REV-05)'
const IN_ORDER =
  'getRevocation finds the last of several entries of one call only when it finds those before it (REV-04)'
const LOOK_ALIKE = 'getRevocation does not confuse keys that look alike'
const LATE =
  'an entry that becomes visible after a later one is listed after every cursor from before both (REV-07)'
const FAILED = 'a transaction that fails leaves no entry'

const LISTING: readonly Defect[] = [
  {
    what: 'a feed without reasons',
    adapter: listing((entries) => entries.map((entry) => ({ ...entry, reason: '' }))),
    group,
    fails: [AS_APPENDED],
  },
  {
    what: 'a feed with pages that are longer than asked',
    adapter: (sound) => ({
      ...sound,
      listRevocations: ({ limit, ...range }) =>
        sound.listRevocations({ ...range, limit: limit < 10 ? limit + 1 : limit }),
    }),
    group,
    fails: [PAGES, EXPIRED],
  },
  {
    what: 'a feed that ends with its first page',
    adapter: (sound) => ({
      ...sound,
      listRevocations: async ({ limit, ...range }) =>
        (await sound.listRevocations({ ...range, limit })).slice(0, Math.max(1, limit - 1)),
    }),
    group,
    fails: [PAGES, EXPIRED],
  },
  {
    what: 'a feed that gives the entry of the cursor again',
    adapter: (sound) => ({
      ...sound,
      listRevocations: ({ limit, after }) =>
        sound.listRevocations(
          after === undefined ? { limit } : { limit, after: String(Number(after) - 1) },
        ),
    }),
    group,
    fails: [
      AS_APPENDED,
      PAGES,
      BEGINNING,
      AGAIN,
      EXPIRED,
      AFTERWARDS,
      AT_ONCE,
      ONE_STEP,
      NO_TIME,
      TWICE,
      LATE,
      FAILED,
    ],
  },
  {
    what: 'a feed that begins with the newest entries',
    adapter: (sound) => ({
      ...sound,
      listRevocations: async ({ after, limit }) => {
        if (after !== undefined) return sound.listRevocations({ after, limit })
        return (await sound.listRevocations({ limit })).slice(-1)
      },
    }),
    group,
    fails: [BEGINNING],
  },
  {
    what: 'a feed in which a cursor can be used once',
    adapter: (sound) => {
      const used = new Map<string, string>()
      return {
        ...sound,
        listRevocations: async ({ after = '0', limit }) => {
          const page = await sound.listRevocations({ after: used.get(after) ?? after, limit })
          const last = page.at(-1)
          if (last !== undefined && limit === 1000 && after !== '0') used.set(after, last.cursor)
          return page
        },
      }
    },
    group,
    fails: [AGAIN],
  },
  {
    what: 'a feed whose pages lose expired entries after they were counted',
    adapter: listing((entries) => entries.filter(({ expires }) => expires.getTime() > Date.now())),
    group,
    fails: [EXPIRED],
  },
]

const APPENDING: readonly Defect[] = [
  {
    what: 'a feed whose numbers are drawn before others have stored theirs',
    adapter: (sound) => {
      let busy = 0
      return appending(async (entries, store) => {
        busy += 1
        try {
          await breathe()
          // Of two entries with the same number the second replaces the first.
          await store(busy > 1 ? entries.slice(0, 1) : entries)
        } finally {
          busy -= 1
        }
      })(sound)
    },
    group,
    fails: [AT_ONCE],
  },
  {
    what: 'entries that are stored one by one',
    adapter: appending(async (entries, store) => {
      for (const entry of entries) {
        await store([entry])
        if (entries.length > 10) await breathe()
      }
    }),
    group,
    fails: [ONE_STEP, NO_TIME],
  },
  {
    what: 'an entry without a time that is silently left out',
    adapter: appending((entries, store) =>
      store(entries.filter(({ expires }) => !Number.isNaN(expires.getTime()))),
    ),
    group,
    fails: [NO_TIME],
  },
  {
    what: 'an entry that cannot be appended twice',
    adapter: (sound) => {
      const known = new Set<string>()
      return appending(async (entries, store) => {
        for (const { kind, key, generation } of entries) {
          const name = JSON.stringify([kind, key, generation])
          if (known.has(name)) throw new Error('duplicate entry')
          known.add(name)
        }
        await store(entries)
      })(sound)
    },
    group,
    fails: [TWICE],
  },
]

const LOOKING_UP: readonly Defect[] = [
  {
    what: 'a getRevocation that ignores the kind',
    adapter: (sound) => ({
      ...sound,
      async getRevocation({ kind, key }) {
        for (const one of [kind, 'user', 'session', 'provider'] as const) {
          const found = await sound.getRevocation({ kind: one, key })
          if (found !== null) return found
        }
        return null
      },
    }),
    group,
    fails: [UNKNOWN],
  },
  {
    what: 'a getRevocation that returns the latest generation',
    adapter: (sound) => {
      const latest = new Map<string, AdapterRevocation>()
      return {
        ...appending(async (entries, store) => {
          await store(entries)
          for (const entry of entries) if (entry.kind === 'user') latest.set(entry.key, entry)
        })(sound),
        getRevocation: async ({ kind, key }) =>
          (kind === 'user' ? latest.get(key) : undefined) ?? sound.getRevocation({ kind, key }),
      }
    },
    group,
    fails: [GREATEST],
  },
  {
    what: 'a greatest generation that is read before it is written',
    adapter: (sound) => {
      const greatest = new Map<string, AdapterRevocation>()
      return {
        ...appending(async (entries, store) => {
          for (const entry of entries) {
            const before = greatest.get(entry.key)
            // The first entry takes the longest time.
            if (entry.generation === 32) await breathe()
            else for (let turn = 0; turn < 5; turn += 1) await breathe()
            if ((before?.generation ?? 0) < entry.generation) greatest.set(entry.key, entry)
          }
          await store(entries)
        })(sound),
        getRevocation: async ({ kind, key }) =>
          (kind === 'user' ? greatest.get(key) : undefined) ?? sound.getRevocation({ kind, key }),
      }
    },
    group,
    fails: [GREATEST_AT_ONCE],
  },
  {
    what: 'entries that are stored from the last to the first',
    adapter: appending(async (entries, store) => {
      if (entries.length !== 2) return store(entries)
      for (const entry of entries.toReversed()) {
        await store([entry])
        for (let turn = 0; turn < 5; turn += 1) await breathe()
      }
      return undefined
    }),
    group,
    fails: [IN_ORDER],
  },
  {
    what: 'a getRevocation that ignores letter case',
    adapter: (sound) => {
      const keys = new Map<string, string>()
      return {
        ...appending(async (entries, store) => {
          await store(entries)
          for (const { key } of entries) keys.set(key.toLowerCase(), key)
        })(sound),
        getRevocation: ({ kind, key }) =>
          sound.getRevocation({ kind, key: keys.get(key.toLowerCase()) ?? key }),
      }
    },
    group,
    fails: [LOOK_ALIKE],
  },
  {
    what: 'a getRevocation that returns outdated entries',
    adapter: (sound) => {
      let asked = 0
      return {
        ...sound,
        async getRevocation(entry) {
          asked += 1
          return asked % 20 === 0 ? null : sound.getRevocation(entry)
        },
      }
    },
    group,
    fails: [AFTERWARDS],
  },
]

const TRANSACTIONS: readonly Defect[] = [
  {
    what: 'entries of a transaction that are lost',
    adapter: (sound) => ({
      ...sound,
      transaction: (work) =>
        sound.transaction((within) => work({ ...within, appendRevocations: () => undefined })),
    }),
    group,
    fails: [LATE],
  },
  {
    what: 'entries of a transaction that are stored without it',
    adapter: (sound) => ({
      ...sound,
      transaction: async (work) => {
        const stored: (readonly AdapterRevocation[])[] = []
        try {
          return await sound.transaction((within) =>
            work({
              ...within,
              async appendRevocations(entries) {
                stored.push(entries)
                await within.appendRevocations?.(entries)
              },
            }),
          )
        } catch (error) {
          for (const entries of stored) await sound.appendRevocations(entries)
          throw error
        }
      },
    }),
    group,
    fails: [FAILED],
  },
]

/** Defects of the feed of revocations. */
export const FEED_DEFECTS: readonly Defect[] = [
  ...LISTING,
  ...APPENDING,
  ...LOOKING_UP,
  ...TRANSACTIONS,
]
