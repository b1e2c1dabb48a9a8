import type { Fields, Records, Table } from '../records.ts'
import { type Scene, usedOnce } from '../scene.ts'

interface Totp extends Fields {
  readonly userId: string
  readonly lastStep: number
}
const totp: Table<Totp> = { name: 'totp', key: ({ userId }) => userId }

const verify =
  (step: number) =>
  async (records: Records): Promise<boolean> => {
    const row = await records.get(totp, 'ada')
    if (!row || step <= row.fields.lastStep) return false
    return (await records.change(totp, row, { lastStep: step })) !== null
  }

/** A code of an authenticator app, which comes three times. */
export const appCode = (): Scene => ({
  before: (records) => records.insert(totp, { userId: 'ada', lastStep: 10 }),
  programs: [verify(11), verify(11), verify(11)],
  check: (_after, returned) => usedOnce(returned),
})

/** The same, where every call is answered: then one is accepted. */
export const answeredAppCode = (): Scene => ({
  ...appCode(),
  faults: [],
  check: (_after, returned) =>
    returned.filter(Boolean).length === 1 ? undefined : 'it was not accepted once',
})

interface Backup extends Fields {
  readonly userId: string
  readonly slot: number
  readonly code: string
}
const backup: Table<Backup> = {
  name: 'backup',
  key: ({ userId, slot }) => `${userId}/${slot}`,
  owner: ({ userId }) => userId,
}

const useBackup =
  (code: string) =>
  async (records: Records): Promise<boolean> => {
    const rows = await records.find(backup, 'ada')
    const row = rows.find(({ fields }) => fields.code === code)
    return row !== undefined && records.drop(backup, row)
  }

const renewBackup = async (records: Records): Promise<'renewed'> => {
  for (const row of await records.find(backup, 'ada')) await records.drop(backup, row)
  await records.insert(backup, { userId: 'ada', slot: 1, code: 'new' })
  return 'renewed'
}

/** A backup code that is used twice while it is replaced. */
export const backupCode = (): Scene => ({
  before: (records) => records.insert(backup, { userId: 'ada', slot: 1, code: 'old' }),
  programs: [useBackup('old'), useBackup('old'), renewBackup],
  check: async ({ records }, returned) => {
    const [row] = await records.find(backup, 'ada')
    if (returned[2] === 'renewed' && row?.fields.code !== 'new') return 'a new code is lost'
    return usedOnce(returned)
  },
})

interface Mail extends Fields {
  readonly id: string
  readonly code: string
  readonly tries: number
}
const mails: Table<Mail> = { name: 'mails', key: ({ id }) => id }
const LIMIT = 2

type Guess = (records: Records, compared: () => void) => Promise<boolean>

const guess: Guess = async (records, compared) => {
  const row = await records.get(mails, '1')
  if (!row || row.fields.tries >= LIMIT) return false
  const counted = await records.change(mails, row, { tries: row.fields.tries + 1 })
  if (!counted) return false
  compared()
  return counted.fields.code === 'right' && records.drop(mails, counted)
}

const guessFirst: Guess = async (records, compared) => {
  const row = await records.get(mails, '1')
  if (!row || row.fields.tries >= LIMIT) return false
  compared()
  await records.change(mails, row, { tries: row.fields.tries + 1 })
  return false
}

const mailCode = (code: string, how: Guess): Scene => {
  let compared = 0
  const program = (records: Records) => how(records, () => (compared += 1))
  return {
    before: (records) => records.insert(mails, { id: '1', code, tries: 0 }),
    programs: [program, program, program],
    check: (_after, returned) =>
      compared > LIMIT ? `${compared} guesses were compared` : usedOnce(returned),
  }
}

/** The code of a mail that is guessed three times, where two are allowed. */
export const guessedCode = (): Scene => mailCode('other', guess)

/** The same in another order: compared, then counted. */
export const guessedCodeComparedFirst = (): Scene => mailCode('other', guessFirst)

/** The code of a mail that comes three times. */
export const rightCode = (): Scene => mailCode('right', guess)

interface Reset extends Fields {
  readonly userId: string
  readonly token: string
}
const resets: Table<Reset> = { name: 'resets', key: ({ userId }) => userId }

const requestReset =
  (token: string) =>
  async (records: Records): Promise<'sent' | 'refused'> => {
    const row = await records.get(resets, 'ada')
    if (row) await records.drop(resets, row)
    const inserted = await records.insert(resets, { userId: 'ada', token })
    return inserted === 'taken' ? 'refused' : 'sent'
  }

const useReset = async (records: Records): Promise<string | undefined> => {
  const row = await records.get(resets, 'ada')
  if (row?.fields.token !== 'first') return undefined
  return (await records.drop(resets, row)) ? 'used' : undefined
}

/** The token of a reset that is used while its successor is stored. */
export const resetToken = (): Scene => ({
  before: (records) => records.insert(resets, { userId: 'ada', token: 'first' }),
  programs: [useReset, requestReset('second')],
  check: async ({ records }, [, requested]) => {
    const row = await records.get(resets, 'ada')
    if (requested !== 'sent' || row?.fields.token === 'second') return undefined
    return 'the first token used up the second one'
  },
})
