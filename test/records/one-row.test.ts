import { describe, expect, test } from 'vitest'
import { explore, type Explored, type Fault } from './src/explore.ts'
import type { Faults, Fields, Records, Table } from './src/records.ts'
import { count, makeWorld, type Scene } from './src/worlds.ts'

const EVERY_FAULT: readonly Fault[] = ['crash', 'lost-answer']

const run = <F extends Fields>(scene: () => Scene<F>): Promise<Explored> =>
  explore(() => makeWorld(scene()), EVERY_FAULT)

/** Every order is right, and the same programs are found wrong over a store or in an order that is. */
async function expectRight<F extends Fields>(
  right: () => Scene<F>,
  wrong: readonly (() => Scene<F>)[],
): Promise<void> {
  const { orders, bad } = await run(right)
  expect(orders).toBeGreaterThan(5)
  expect(bad).toEqual([])
  for (const scene of wrong) expect((await run(scene)).bad).not.toEqual([])
}

const usedOnce = (returned: readonly unknown[]): string | undefined =>
  count(returned) > 1 ? 'it was used twice' : undefined

describe('a code of an authenticator app', () => {
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

  const scene = (faults?: Faults) => (): Scene<Totp> => ({
    table: totp,
    rows: [{ userId: 'ada', lastStep: 10 }],
    programs: [verify(11), verify(11), verify(11)],
    ...(faults && { faults }),
    check: (_after, returned) => usedOnce(returned),
  })

  test('is accepted once', () => expectRight(scene(), [scene({ byKeyAlone: true })]))

  test('is accepted by one of two that come together', async () => {
    const { bad } = await explore(() =>
      makeWorld({
        ...scene()(),
        check: (_after, returned) => (count(returned) === 1 ? undefined : 'not by one'),
      }),
    )
    expect(bad).toEqual([])
  })
})

describe('a backup code', () => {
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

  const use =
    (code: string) =>
    async (records: Records): Promise<boolean> => {
      const rows = await records.find(backup, 'ada')
      const row = rows.find(({ fields }) => fields.code === code)
      return row !== undefined && records.drop(backup, row)
    }
  const renew = async (records: Records): Promise<'renewed'> => {
    for (const row of await records.find(backup, 'ada')) await records.drop(backup, row)
    await records.insert(backup, { userId: 'ada', slot: 1, code: 'new' })
    return 'renewed'
  }

  const scene = (faults?: Faults) => (): Scene<Backup> => ({
    table: backup,
    rows: [{ userId: 'ada', slot: 1, code: 'old' }],
    programs: [use('old'), use('old'), renew],
    ...(faults && { faults }),
    check: async ({ endings, records }, returned) => {
      const [row] = await records.find(backup, 'ada')
      if (endings[2]?.how === 'returned' && row?.fields.code !== 'new') return 'a new code is lost'
      return usedOnce(returned)
    },
  })

  test('is used once, and an old one does not use up a new one of its slot', () =>
    expectRight(scene(), [scene({ byKeyAlone: true }), scene({ versionsFromOne: true })]))
})

describe('the code of a mail', () => {
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

  const scene = (code: string, how: Guess, faults?: Faults) => (): Scene<Mail> => {
    let compared = 0
    const program = (records: Records) => how(records, () => (compared += 1))
    return {
      table: mails,
      rows: [{ id: '1', code, tries: 0 }],
      programs: [program, program, program],
      ...(faults && { faults }),
      check: (_after, returned) =>
        compared > LIMIT ? `${compared} guesses were compared` : usedOnce(returned),
    }
  }

  test('is compared as often as is allowed', () =>
    expectRight(scene('other', guess), [
      scene('other', guessFirst),
      scene('other', guess, { byKeyAlone: true }),
    ]))

  test('signs in once', () => expectRight(scene('right', guess), []))
})

describe('the token of a reset', () => {
  interface Reset extends Fields {
    readonly userId: string
    readonly token: string
  }
  const resets: Table<Reset> = { name: 'resets', key: ({ userId }) => userId }

  const request =
    (token: string) =>
    async (records: Records): Promise<'sent' | 'refused'> => {
      const row = await records.get(resets, 'ada')
      if (row) await records.drop(resets, row)
      const inserted = await records.insert(resets, { userId: 'ada', token })
      return inserted === 'taken' ? 'refused' : 'sent'
    }
  const use = async (records: Records): Promise<string | undefined> => {
    const row = await records.get(resets, 'ada')
    if (row?.fields.token !== 'first') return undefined
    return (await records.drop(resets, row)) ? 'used' : undefined
  }

  const scene = (faults?: Faults) => (): Scene<Reset> => ({
    table: resets,
    rows: [{ userId: 'ada', token: 'first' }],
    programs: [use, request('second')],
    ...(faults && { faults }),
    check: async ({ records }, [, requested]) => {
      const row = await records.get(resets, 'ada')
      if (requested !== 'sent' || row?.fields.token === 'second') return undefined
      return 'the first token used up the second one'
    },
  })

  test('is not good after its successor was stored, for versions do not repeat', () =>
    expectRight(scene(), [scene({ versionsFromOne: true })]))
})

describe('the grant of a device', () => {
  interface Grant extends Fields {
    readonly code: string
    readonly state: 'new' | 'claimed' | 'approved'
    readonly userId: string | null
  }
  const grants: Table<Grant> = { name: 'grants', key: ({ code }) => code }

  const approve =
    (userId: string) =>
    async (records: Records): Promise<string | undefined> => {
      const row = await records.get(grants, 'code')
      if (row?.fields.state !== 'new') return undefined
      const claimed = await records.change(grants, row, { state: 'claimed', userId })
      const approved = claimed && (await records.change(grants, claimed, { state: 'approved' }))
      return approved ? userId : undefined
    }
  const poll = async (records: Records): Promise<string | undefined> => {
    const row = await records.get(grants, 'code')
    if (row?.fields.state !== 'approved') return undefined
    return (await records.drop(grants, row)) ? `token of ${row.fields.userId}` : undefined
  }

  const scene = (faults?: Faults) => (): Scene<Grant> => ({
    table: grants,
    rows: [{ code: 'code', state: 'new', userId: null }],
    programs: [approve('ada'), approve('eve'), poll],
    ...(faults && { faults }),
    check: (_after, [ada, eve, token]) => {
      if (ada !== undefined && eve !== undefined) return 'two persons approved it'
      if (token === 'token of ada' && eve !== undefined) return 'it is of another person'
      return token === 'token of eve' && ada !== undefined ? 'it is of another person' : undefined
    },
  })

  test('is approved by one person, whose token it becomes', () =>
    expectRight(scene(), [scene({ byKeyAlone: true })]))
})

describe('an invitation', () => {
  interface Invitation extends Fields {
    readonly id: string
    readonly acceptedBy: string | null
  }
  interface Membership extends Fields {
    readonly userId: string
  }
  const invitations: Table<Invitation> = { name: 'invitations', key: ({ id }) => id }
  const memberships: Table<Membership> = { name: 'memberships', key: ({ userId }) => userId }

  const accept =
    (userId: string) =>
    async (records: Records): Promise<boolean> => {
      const row = await records.get(invitations, '1')
      if (!row || (row.fields.acceptedBy ?? userId) !== userId) return false
      const accepted = await records.change(invitations, row, { acceptedBy: userId })
      if (!accepted) return false
      await records.insert(memberships, { userId })
      await records.drop(invitations, accepted)
      return true
    }
  const acceptLast =
    (userId: string) =>
    async (records: Records): Promise<boolean> => {
      const row = await records.get(invitations, '1')
      if (!row) return false
      await records.insert(memberships, { userId })
      return records.drop(invitations, row)
    }
  const revoke = async (records: Records): Promise<'revoked' | undefined> => {
    const row = await records.get(invitations, '1')
    if (!row || row.fields.acceptedBy !== null) return undefined
    return (await records.drop(invitations, row)) ? 'revoked' : undefined
  }

  const scene = (how: typeof accept, faults?: Faults) => (): Scene<Invitation> => ({
    table: invitations,
    rows: [{ id: '1', acceptedBy: null }],
    programs: [how('ada'), how('eve'), revoke],
    ...(faults && { faults }),
    check: async ({ records }, [, , revoked]) => {
      const ada = await records.get(memberships, 'ada')
      const eve = await records.get(memberships, 'eve')
      if (ada && eve) return 'two persons came in'
      return revoked && (ada ?? eve) ? 'a revoked one let a person in' : undefined
    },
  })

  test('lets one person in, and none after it was revoked', () =>
    expectRight(scene(accept), [scene(acceptLast), scene(accept, { byKeyAlone: true })]))
})

describe('the owners of an organisation', () => {
  interface Organisation extends Fields {
    readonly id: string
    readonly owners: readonly string[]
  }
  const organisations: Table<Organisation> = { name: 'organisations', key: ({ id }) => id }

  const leave =
    (userId: string) =>
    async (records: Records): Promise<boolean> => {
      const row = await records.get(organisations, '1')
      const owners = row?.fields.owners.filter((owner) => owner !== userId) ?? []
      if (!row || owners.length === 0) return false
      return (await records.change(organisations, row, { owners })) !== null
    }

  const scene = (faults?: Faults) => (): Scene<Organisation> => ({
    table: organisations,
    rows: [{ id: '1', owners: ['ada', 'grace'] }],
    programs: [leave('ada'), leave('grace')],
    ...(faults && { faults }),
    check: async ({ records }, returned) => {
      const owners = (await records.get(organisations, '1'))?.fields.owners ?? []
      return count(returned) === 2 || owners.length === 0 ? 'there is none left' : undefined
    },
  })

  test('are never none, as they are in one row', () =>
    expectRight(scene(), [scene({ byKeyAlone: true })]))

  interface Member extends Fields {
    readonly userId: string
    readonly org: string
  }
  const members: Table<Member> = {
    name: 'members',
    key: ({ userId }) => userId,
    owner: ({ org }) => org,
  }
  const leaveByCount =
    (userId: string) =>
    async (records: Records): Promise<boolean> => {
      const rows = await records.find(members, '1')
      const own = rows.find(({ fields }) => fields.userId === userId)
      return own !== undefined && rows.length > 1 && records.drop(members, own)
    }

  test('can be none where their rows are counted', async () => {
    const { bad } = await run<Member>(() => ({
      table: members,
      rows: [
        { userId: 'ada', org: '1' },
        { userId: 'grace', org: '1' },
      ],
      programs: [leaveByCount('ada'), leaveByCount('grace')],
      check: async ({ records }) =>
        (await records.find(members, '1')).length === 0 ? 'there is none left' : undefined,
    }))
    expect(bad).not.toEqual([])
  })
})

describe('an API key', () => {
  interface Key extends Fields {
    readonly id: string
    readonly usedAt: number
  }
  const keys: Table<Key> = { name: 'keys', key: ({ id }) => id }

  const use = async (records: Records): Promise<'read' | undefined> => {
    const row = await records.get(keys, '1')
    if (!row) return undefined
    await records.change(keys, row, { usedAt: 2 })
    return 'read'
  }
  const revoke = async (records: Records): Promise<'revoked' | undefined> => {
    for (;;) {
      const row = await records.get(keys, '1')
      if (!row || (await records.drop(keys, row))) return 'revoked'
    }
  }

  const scene = (faults?: Faults) => (): Scene<Key> => ({
    table: keys,
    rows: [{ id: '1', usedAt: 1 }],
    programs: [use, use, revoke],
    ...(faults && { faults }),
    check: async ({ records }, [, , revoked]) =>
      revoked && (await records.get(keys, '1')) ? 'a revoked one is back' : undefined,
  })

  test('does not come back by the note of its last use', () =>
    expectRight(scene(), [scene({ writesAbsent: true })]))
})

describe('a chain of the audit log', () => {
  interface Entry extends Fields {
    readonly chain: string
    readonly seq: number
    readonly writer: string
    readonly before: string | null
  }
  const log: Table<Entry> = {
    name: 'log',
    key: ({ chain, seq }) => `${chain}/${seq}`,
    owner: () => 'all',
  }

  /** Two processes that take each other for themselves, as after a copy of a virtual machine. */
  const write =
    (writer: string, other: string) =>
    async (records: Records): Promise<boolean> => {
      let chain = 'a'
      let before: string | null = null
      for (let seq = 0; seq < 2; seq += 1) {
        const entry = { chain, seq, writer, before }
        const inserted = await records.insert(log, entry)
        if (inserted === 'taken') {
          chain = other
          before = null
          await records.insert(log, { chain, seq: 0, writer, before })
          seq = 0
        }
        before = `${chain}/${seq}`
      }
      return true
    }

  const scene = (faults?: Faults) => (): Scene<Entry> => ({
    table: log,
    rows: [],
    programs: [write('first', 'b'), write('second', 'c')],
    ...(faults && { faults }),
    check: async ({ endings, records }) => {
      const rows = await records.find(log, 'all')
      const gap = rows.some(
        ({ fields: { chain, seq, before } }) =>
          before !== (seq === 0 ? null : `${chain}/${seq - 1}`),
      )
      const complete = endings.every(({ how }) => how === 'returned')
      return gap || (complete && rows.length < 4)
        ? 'a chain has a gap, or lost an entry'
        : undefined
    },
  })

  test('has no gap, and loses no entry to another writer', () =>
    expectRight(scene(), [scene({ replaces: true })]))
})
