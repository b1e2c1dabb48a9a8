import type { Fields, Records, Table } from '../records.ts'
import type { Scene } from '../scene.ts'

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

/** The grant of a device that two persons approve, while the device asks. */
export const deviceGrant = (): Scene => ({
  before: (records) => records.insert(grants, { code: 'code', state: 'new', userId: null }),
  programs: [approve('ada'), approve('eve'), poll],
  check: (_after, [ada, eve, token]) => {
    if (ada !== undefined && eve !== undefined) return 'two persons approved it'
    if (token === 'token of ada' && eve !== undefined) return 'it is of another person'
    return token === 'token of eve' && ada !== undefined ? 'it is of another person' : undefined
  },
})

interface Invitation extends Fields {
  readonly id: string
  readonly acceptedBy: string | null
}
interface Membership extends Fields {
  readonly userId: string
}
const invitations: Table<Invitation> = { name: 'invitations', key: ({ id }) => id }
const memberships: Table<Membership> = { name: 'memberships', key: ({ userId }) => userId }

type Accept = (userId: string) => (records: Records) => Promise<boolean>

const accept: Accept = (userId) => async (records) => {
  const row = await records.get(invitations, '1')
  if (!row || (row.fields.acceptedBy ?? userId) !== userId) return false
  const accepted = await records.change(invitations, row, { acceptedBy: userId })
  if (!accepted) return false
  await records.insert(memberships, { userId })
  await records.drop(invitations, accepted)
  return true
}

const acceptLast: Accept = (userId) => async (records) => {
  const row = await records.get(invitations, '1')
  if (!row) return false
  await records.insert(memberships, { userId })
  return records.drop(invitations, row)
}

const revokeInvitation = async (records: Records): Promise<'revoked' | undefined> => {
  const row = await records.get(invitations, '1')
  if (!row || row.fields.acceptedBy !== null) return undefined
  return (await records.drop(invitations, row)) ? 'revoked' : undefined
}

const invited = (how: Accept): Scene => ({
  before: (records) => records.insert(invitations, { id: '1', acceptedBy: null }),
  programs: [how('ada'), how('eve'), revokeInvitation],
  check: async ({ records }, [, , revoked]) => {
    const ada = await records.get(memberships, 'ada')
    const eve = await records.get(memberships, 'eve')
    if (ada && eve) return 'two persons came in'
    return revoked && (ada ?? eve) ? 'a revoked one let a person in' : undefined
  },
})

/** An invitation that two persons accept while it is revoked. */
export const invitation = (): Scene => invited(accept)

/** The same in another order: a membership, then the end of the invitation. */
export const invitationAcceptedLast = (): Scene => invited(acceptLast)

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

/** The owners of an organisation, in one row, who leave together. */
export const owners = (): Scene => ({
  before: (records) => records.insert(organisations, { id: '1', owners: ['ada', 'grace'] }),
  programs: [leave('ada'), leave('grace')],
  check: async ({ records }, [ada, grace]) => {
    const row = await records.get(organisations, '1')
    const isOwned = row !== null && row.fields.owners.length > 0
    return (ada === true && grace === true) || !isOwned ? 'there is none left' : undefined
  },
})

interface Member extends Fields {
  readonly userId: string
  readonly org: string
}
const members: Table<Member> = {
  name: 'members',
  key: ({ userId }) => userId,
  lookup: ({ org }) => org,
}

const leaveByCount =
  (userId: string) =>
  async (records: Records): Promise<boolean> => {
    const rows = await records.find(members, '1')
    const own = rows.find(({ fields }) => fields.userId === userId)
    return own !== undefined && rows.length > 1 && records.drop(members, own)
  }

/** The same with a row for each owner, which are counted. */
export const countedOwners = (): Scene => ({
  before: async (records) => {
    await records.insert(members, { userId: 'ada', org: '1' })
    await records.insert(members, { userId: 'grace', org: '1' })
  },
  programs: [leaveByCount('ada'), leaveByCount('grace')],
  check: async ({ records }) =>
    (await records.find(members, '1')).length === 0 ? 'there is none left' : undefined,
})
