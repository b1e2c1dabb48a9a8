import { passkeyNames } from '@latchstring/core/adapters'
import { describe, expect, it } from 'vitest'
import { describeSchema } from './describe-schema.ts'
import { prismaSchema } from './prisma.ts'

const model = (text: string, name: string): string =>
  text.split(/(?=^model )/m).find((part) => part.startsWith(`model ${name} {`)) ?? ''

const DEVICES = {
  name: 'auth_devices',
  fields: {
    id: { kind: 'id' },
    holder: { kind: 'id' },
    user: { kind: 'id' },
    lastSeen: { kind: 'time', nullable: true },
    facts: { kind: 'json' },
  },
  key: ['id'],
  owner: 'holder',
  lookups: ['user'],
  expires: 'lastSeen',
} as const

describe('prismaSchema', () => {
  it('contains a model for each table, with aligned columns', () => {
    const text = prismaSchema('postgres', describeSchema())
    expect(text.match(/^model \w+/gm)).toEqual([
      'model User',
      'model Account',
      'model Session',
      'model VerificationToken',
      'model Authenticator',
    ])
    expect(model(text, 'Session')).toBe(`model Session {
  sessionToken String   @id @map("session_token")
  userId       String   @map("user_id")
  expires      DateTime @db.Timestamptz(3)
  user         User     @relation(fields: [userId], references: [id], onDelete: Cascade)

  @@index([userId], map: "sessions_user_id_idx")
  @@index([expires], map: "sessions_expires_idx")
  @@map("sessions")
}

`)
  })

  it('contains a model for each table that is data, with the version of its rows', () => {
    const text = prismaSchema('postgres', describeSchema({ records: [passkeyNames] }))
    expect(model(text, 'User')).toMatch(/authPasskeysNames +AuthPasskeysNames\[\]/)
    expect(model(text, 'AuthPasskeysNames')).toBe(`model AuthPasskeysNames {
  userId  String @map("user_id")
  passkey String
  name    String
  version BigInt
  user    User   @relation(fields: [userId], references: [id], onDelete: Cascade)

  @@id([userId, passkey])
  @@map("auth_passkeys_names")
}
`)
  })

  it('contains models of endings, devices and budgets with sessionControl', () => {
    const text = prismaSchema('postgres', describeSchema({ sessionControl: true }))
    expect(text.match(/^model \w+/gm)?.slice(5)).toEqual([
      'model Revocation',
      'model LimitBudget',
      'model AuthSessionsDevices',
    ])
    expect(model(text, 'User')).toMatch(/authSessionsDevices +AuthSessionsDevices\[\]/)
    expect(model(text, 'Revocation')).toMatch(/seq +BigInt +@id @default\(autoincrement\(\)\)/)
    expect(model(text, 'LimitBudget')).toContain('@@map("limit_budgets")')
    expect(prismaSchema('postgres', describeSchema())).not.toContain('authSessionsDevices')
  })

  it('contains a model for each table that is data, with the id of its user', () => {
    const schema = describeSchema({ ids: 'integer', records: [passkeyNames, DEVICES] })
    const text = prismaSchema('mysql', schema)
    expect(model(text, 'User')).toMatch(/authPasskeysNames +AuthPasskeysNames\[\]/)
    expect(model(text, 'AuthPasskeysNames')).toBe(`model AuthPasskeysNames {
  userId  BigInt @map("user_id")
  passkey String @db.VarChar(255)
  name    String @db.Text
  version BigInt
  user    User   @relation(fields: [userId], references: [id], onDelete: Cascade)

  @@id([userId, passkey])
  @@map("auth_passkeys_names")
}

`)
    expect(model(text, 'AuthDevices')).toBe(`model AuthDevices {
  id         String    @id @db.VarChar(255)
  holder     BigInt
  user       String    @db.VarChar(255)
  lastSeen   DateTime? @map("last_seen") @db.DateTime(3)
  facts      Json
  version    BigInt
  holderUser User      @relation(fields: [holder], references: [id], onDelete: Cascade)

  @@index([holder], map: "auth_devices_holder_idx")
  @@index([user], map: "auth_devices_user_idx")
  @@index([lastSeen], map: "auth_devices_last_seen_idx")
  @@map("auth_devices")
}
`)
  })

  it('maps custom names of tables and columns', () => {
    const text = prismaSchema(
      'postgres',
      describeSchema({ tables: { users: 'people' }, columns: { users: { email: 'mail' } } }),
    )
    expect(model(text, 'User')).toContain('@@map("people")')
    expect(model(text, 'User')).toMatch(/email +String\? +@unique @map\("mail"\)/)
  })

  it.each([
    ['text', 'postgres', /id +String +@id$/m],
    ['text', 'mysql', /id +String +@id @db\.VarChar\(255\)$/m],
    ['uuid', 'postgres', /id +String +@id @db\.Uuid$/m],
    ['uuid', 'mysql', /id +String +@id @db\.Char\(36\)$/m],
    ['integer', 'postgres', /id +BigInt +@id @default\(autoincrement\(\)\)$/m],
  ] as const)('uses ids of the type %s on %s', (ids, dialect, expected) => {
    expect(model(prismaSchema(dialect, describeSchema({ ids })), 'User')).toMatch(expected)
  })

  it('uses the type of user ids for references to users', () => {
    const text = prismaSchema('postgres', describeSchema({ ids: 'integer' }))
    expect(model(text, 'Account')).toMatch(/userId +BigInt +@map\("user_id"\)$/m)
    expect(model(text, 'Account')).toContain('@@id([provider, providerAccountId])')
  })

  it('contains a field for each custom member', () => {
    const userFields = { age: 'integer', joined: 'timestamp', tags: 'json' } as const
    const user = model(prismaSchema('mysql', describeSchema({ userFields })), 'User')
    expect(user).toMatch(/age +BigInt\?$/m)
    expect(user).toMatch(/joined +DateTime\? +@db\.DateTime\(3\)$/m)
    expect(user).toMatch(/tags +Json\?$/m)
  })

  it('makes Prisma generate row ids that nothing else refers to', () => {
    const text = prismaSchema('postgres', describeSchema({ rowIds: ['sessions'] }))
    expect(model(text, 'Session')).toMatch(/id +String +@default\(uuid\(\)\)/)
    expect(model(text, 'Account')).not.toMatch(/^ +id /m)
  })

  it('refuses a custom member whose name is that of a relation', () => {
    const schema = describeSchema({ userFields: { sessions: 'integer' } })
    expect(() => prismaSchema('postgres', schema)).toThrow(/userFields\.sessions/)
  })
})
