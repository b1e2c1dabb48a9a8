import { beingProven } from '../../config/first-proof.ts'
import { describe, expect, test } from 'vitest'
import type { SessionContext } from '../../request/context.ts'
import type { AdapterUser } from '../../types/adapter.ts'
import { prepareCredentials } from './account.ts'
import type { CredentialsEvidence } from '../proof.ts'

const ASKED_AT = Date.UTC(2026, 4, 1)

/** A sign-in of a user who was stored with that time of the proof. */
async function store(emailVerified: Date, byMail: boolean): Promise<unknown> {
  const row = byMail ? { identifier: '', token: '', expires: new Date(ASKED_AT + 1) } : null
  const user: AdapterUser = { id: '1', email: 'ada@example.com', emailVerified }
  // Of a context, no more is looked at before this is decided.
  const context = {
    config: {
      provesAddresses: true,
      session: { strategy: 'jwt' },
      clock: () => ASKED_AT,
      adapter: { capabilities: { tokenReads: true }, getVerificationToken: () => row },
    },
  } as unknown as SessionContext
  // Nor more of the evidence.
  const evidence = {
    kind: 'credentials',
    provider: { id: 'password', store: { getUser: async () => user } },
    user: { id: '1' },
    credentials: {},
    begunAt: ASKED_AT,
  } as unknown as CredentialsEvidence
  return (await prepareCredentials(context, evidence)).store()
}

describe('A sign-in with credentials', () => {
  test('is refused with the reason if the address was proven after `authorize` was asked (ALT-05)', async () => {
    await expect(store(new Date(ASKED_AT + 60_000), true)).rejects.toThrow(
      'The address of the user was proven by another person while `authorize` ran.',
    )
    await expect(store(beingProven(), false)).rejects.toThrow(/was proven by another person/)
  })

  test('is not refused if the proof is not one of a mail: `authorize` may have stored it (ALT-05)', async () => {
    await expect(store(new Date(ASKED_AT + 60_000), false)).resolves.toMatchObject({ subject: '1' })
  })
})
