import type { SingleUseRows } from '../../config/store.ts'
import { constantTimeEqual } from '../../crypto/compare.ts'
import { AdapterError } from '../../errors/classes.ts'
import type { Clock } from '../../kit/clock.ts'
import { emailMails } from '../../records/email-mails.ts'
import { lazy } from '../../kit/lazy.ts'
import type { Records, Row } from '../../types/record-verbs.ts'
import type { Adapter, VerificationToken } from '../../types/adapter.ts'
import { MAX_ATTEMPTS } from '../transaction/transaction.ts'

/** The result of a typed code; a number says how many have been tried. */
export type Guess = 'right' | 'dead' | number

/** What keeps mails, each named by the hash of its link. */
export interface MailStore {
  /**
   * Stores a mail, and returns what removes it again.
   *
   * @param expires - milliseconds since the epoch
   */
  put(linkHash: string, expires: number): Promise<() => Promise<unknown>>
  /** Uses up a mail, and returns when it expires; `undefined` without one. Of simultaneous calls, one gets it. */
  take(linkHash: string): Promise<number | undefined>
  /** When a mail expires. Absent where a store cannot read it without deleting it. */
  read?(linkHash: string): Promise<number | undefined>
  /**
   * Tries a code, which is counted before it is compared. The calls of the store do not depend on the code, unless it is right.
   * Absent where a store cannot count.
   */
  guess?(linkHash: string, isRight: () => Promise<boolean>): Promise<Guess>
}

/** A store for sign-in by mail. */
type Rows = SingleUseRows & Pick<Adapter, 'getVerificationToken' | 'capabilities' | 'records'>

const recordsModule = lazy(() => import('../../records/records.ts'))

/** The place of mails: rows that count, or else verification tokens. */
export function mailStore(store: Rows, clock: Clock): MailStore {
  const { records } = store
  if (!records?.keeps(emailMails)) return tokens(store)
  return countedMails(async () => (await recordsModule()).createRecords(records, clock))
}

type Mail = Row<typeof emailMails>

/**
 * A row that is there changes with each code that is tried, and so `MAX_ATTEMPTS` times at most. Whatever has lost more races than
 * that has met a store that does not compare versions as it should.
 */
const MAX_RACES = MAX_ATTEMPTS + 1

const lostEveryRace = (): AdapterError =>
  new AdapterError('The row of a mail was another one each time it was written.')

const SAME_LINK =
  'There is a mail with this link already. A `generateVerificationToken` of a provider has to return another token each time.'

function countedMails(open: () => Promise<Records>): MailStore {
  const find = async (id: string): Promise<Mail | null> => (await open()).get(emailMails, { id })

  async function take(id: string, read?: Mail): Promise<number | undefined> {
    let row = read ?? (await find(id))
    for (let race = 0; race < MAX_RACES; race += 1) {
      if (!row) return undefined
      if (await (await open()).drop(emailMails, row)) return row.expires
      // A code was tried, or the mail was used.
      row = await find(id)
    }
    throw lostEveryRace()
  }

  /** Counts a try; `undefined` where none is left. */
  async function count(id: string): Promise<Mail | undefined> {
    for (let race = 0; race < MAX_RACES; race += 1) {
      const row = await find(id)
      if (!row || row.tries >= MAX_ATTEMPTS) return undefined
      const counted = await (await open()).change(emailMails, row, { tries: row.tries + 1 })
      if (counted) return counted
    }
    throw lostEveryRace()
  }

  return {
    async put(id, expires) {
      const records = await open()
      const row = await records.insert(emailMails, { id, tries: 0, expires })
      if (typeof row === 'string') throw new AdapterError(SAME_LINK)
      return () => records.drop(emailMails, row)
    },
    take: (id) => take(id),
    read: async (id) => (await find(id))?.expires,
    async guess(id, isRight) {
      const counted = await count(id)
      if (!counted) return 'dead'
      if (!(await isRight())) return counted.tries
      return (await take(id, counted)) === undefined ? 'dead' : 'right'
    },
  }
}

/** A store that has a place for verification tokens alone keeps one for each link. It cannot count, so mails have no codes. */
function tokens(store: Rows): MailStore {
  // An `identifier` of its own: some adapters delete all tokens of an `identifier`, found or not.
  const keyOf = (linkHash: string) => ({ identifier: linkHash, token: linkHash })
  /** Nothing of a token that the store found by another key. */
  const expiryOf = (
    found: VerificationToken | null | undefined,
    linkHash: string,
  ): number | undefined =>
    found && found.identifier === linkHash && constantTimeEqual(found.token, linkHash)
      ? found.expires.getTime()
      : undefined
  const take = async (linkHash: string): Promise<number | undefined> =>
    expiryOf(await store.useVerificationToken(keyOf(linkHash)), linkHash)
  return {
    async put(linkHash, expires) {
      await store.createVerificationToken({ ...keyOf(linkHash), expires: new Date(expires) })
      return () => take(linkHash)
    },
    take,
    ...(store.capabilities?.tokenReads === true && {
      read: async (linkHash: string) =>
        expiryOf(await store.getVerificationToken?.(keyOf(linkHash)), linkHash),
    }),
  }
}
