import type { ColumnMembers, ControlTableKey, FieldKind, TableKey, Values } from './schema.ts'

/** A member of a record: its kind, and what else is to be said of its column. */
export interface Member {
  readonly kind: FieldKind
  readonly required?: boolean
  readonly key?: boolean
  readonly userId?: boolean
  readonly counted?: boolean
  readonly rowId?: boolean
  readonly values: Values
}

export type Members = Readonly<Record<string, Member>>

/** Texts that nothing limits. */
const longer = (of: string, least: number): Values => ({ of, least, most: Infinity })

/** Texts that all have so many characters, or fewer. */
const exactly = (of: string, most: number): Values => ({ of, least: most, most })

const listed = (values: Values): Values => ({ ...values, listed: true })

const text = (values: Values): Member => ({ kind: 'text', values })
const requiredText = (values: Values): Member => ({ kind: 'text', required: true, values })
const key = (values: Values): Member => ({ kind: 'text', required: true, key: true, values })
const time = (of: string): Member => ({
  kind: 'timestamp',
  values: { of, least: 0, most: Infinity },
})

/** The ids that are suggested for new users are UUIDs. */
const IDS = exactly('ids of users', 36)
const owner: Member = { ...key(IDS), userId: true }
const ADDRESSES = { of: 'addresses', least: 128, most: 254 }
const ACCOUNT_IDS = { of: 'ids of accounts', least: 128, most: 255 }
const CREDENTIAL_IDS = { of: 'ids of passkeys', least: 128, most: 255 }
const PROVIDERS = listed(exactly('ids of providers', 32))

const requiredTime = (of: string): Member => ({ ...time(of), required: true })
const requiredInteger = (of: string): Member => ({
  kind: 'integer',
  required: true,
  values: { of, least: Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER },
})

/** The tables for ending sessions and limiting attempts. */
const CONTROL: Pick<typeof MEMBERS, ControlTableKey> = {
  revocations: {
    seq: { ...requiredInteger('numbers of endings'), counted: true },
    kind: requiredText(listed(exactly('kinds of endings', 8))),
    key: key({ of: 'ids of what was ended', least: 128, most: 255 }),
    generation: requiredInteger('generations'),
    reason: requiredText(listed(exactly('reasons of endings', 64))),
    at: requiredTime('times of endings'),
    expires: requiredTime('times of expiry'),
  },
  budgets: {
    key: key(exactly('keys of budgets', 64)),
    tat: requiredInteger('times in milliseconds'),
  },
}

/**
 * What every column holds. `least` is what ordinary sign-ins need: a column that ends before it is refused. Between that and
 * `most`, a column is accepted with a note.
 */
export const MEMBERS: {
  readonly [Key in TableKey]: Readonly<Record<ColumnMembers[Key], Member>>
} = {
  users: {
    id: { ...key(IDS), userId: true },
    name: text({ ...longer('names', 64), words: true }),
    email: { kind: 'text', key: true, values: ADDRESSES },
    emailVerified: time('times of proof'),
    image: text(longer('addresses of pictures', 128)),
  },
  accounts: {
    userId: owner,
    type: requiredText(listed(exactly('types of accounts', 8))),
    provider: key(PROVIDERS),
    providerAccountId: key(ACCOUNT_IDS),
    access_token: text(longer('access tokens', 255)),
    refresh_token: text(longer('refresh tokens', 255)),
    // Seconds since 1970; what ends at the least number ends in 2038.
    expires_at: {
      kind: 'integer',
      values: { of: 'times of expiry in seconds', least: 2 ** 31 - 1, most: 2 ** 32 },
    },
    token_type: text(listed(exactly('types of tokens', 16))),
    scope: text(longer('scopes', 128)),
    id_token: text(longer('ID tokens', 1024)),
    session_state: text(longer('states of sessions at providers', 64)),
    additional: { kind: 'json', values: longer('further members of accounts', 1024) },
  },
  sessions: {
    sessionToken: key(exactly('session tokens', 50)),
    userId: owner,
    expires: { ...time('times of expiry'), required: true },
  },
  verificationTokens: {
    identifier: key(ADDRESSES),
    token: key(exactly('verification tokens', 50)),
    expires: { ...time('times of expiry'), required: true },
  },
  authenticators: {
    credentialID: key(CREDENTIAL_IDS),
    userId: owner,
    providerAccountId: requiredText(CREDENTIAL_IDS),
    credentialPublicKey: requiredText(longer('public keys', 128)),
    counter: {
      kind: 'integer',
      required: true,
      values: { of: 'counters of passkeys', least: 2 ** 31 - 1, most: 2 ** 32 - 1 },
    },
    credentialDeviceType: requiredText(listed(exactly('types of devices', 12))),
    credentialBackedUp: {
      kind: 'boolean',
      required: true,
      values: { of: 'truth values', least: 0, most: Infinity },
    },
    transports: text(exactly('lists of transports', 48)),
  },
  ...CONTROL,
}

/** An id of a row that stands for nothing else: a UUID. */
export const ROW_ID: Members = {
  id: { ...key(exactly('ids of rows', 36)), rowId: true },
}

/** A member of the application's own, whose values only the application knows. */
export const customMember = (member: string, kind: FieldKind): Member => ({
  kind,
  values: { of: `values of ${member}`, least: 0, most: Infinity, listed: true, words: true },
})

export const PRIMARY_KEYS: Readonly<Record<TableKey, readonly string[]>> = {
  users: ['id'],
  accounts: ['provider', 'providerAccountId'],
  sessions: ['sessionToken'],
  verificationTokens: ['identifier', 'token'],
  authenticators: ['credentialID'],
  revocations: ['seq'],
  budgets: ['key'],
}

/** Members that are looked up, beside primary keys. */
export const INDEXES: Readonly<Record<TableKey, readonly string[]>> = {
  users: [],
  accounts: ['userId'],
  sessions: ['userId', 'expires'],
  verificationTokens: ['expires'],
  authenticators: ['userId'],
  revocations: ['key', 'expires'],
  budgets: ['tat'],
}
