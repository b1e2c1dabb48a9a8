import { describe, expect, it } from 'vitest'
import type { AdapterUser } from '../../types/adapter.ts'
import { decideLink, type LinkFacts } from './decide-link.ts'

function user(id: string, emailVerified: Date | null | undefined): AdapterUser {
  // Stores of other ecosystems leave out members that are not set.
  return { id, email: `${id}@example.com`, emailVerified } as AdapterUser
}

const ADA = user('ada', null)
const BOB = user('bob', null)
const VERIFIED = user('eve', new Date(0))
const UNVERIFIED = user('eve', null)
const UNKNOWN = user('eve', undefined)

/**
 * What has to come out, first row that fits. `*` is anything; `same` and `other` are about the user of the account;
 * verified is about the user with the address. Written from the policy, not from the code.
 */
const POLICY = [
  // account  signedIn  byEmail       allowed  says     outcome
  ['known', 'none', '*', '*', '*', 'signIn account'],
  ['known', 'same', '*', '*', '*', 'signIn account'],
  ['known', 'other', '*', '*', '*', 'refuse belongs-to-another-user'],
  ['none', 'other', '*', '*', '*', 'link signedIn'],
  ['none', 'same', '*', '*', '*', 'link signedIn'],
  ['none', 'none', 'none', '*', '*', 'create'],
  ['none', 'none', 'verified', 'yes', 'yes', 'link byEmail'],
  ['none', 'none', '*', '*', '*', 'refuse email-in-use'],
] as const

const ACCOUNTS = { none: null, known: ADA }
const SIGNED_IN = { none: null, same: user('ada', null), other: BOB }
const BY_EMAIL = { none: null, verified: VERIFIED, unverified: UNVERIFIED, unknown: UNKNOWN }
const FLAGS = { yes: true, no: false }

interface Case {
  readonly words: readonly [string, string, string, string, string]
  readonly facts: LinkFacts
}

function* cases(): Generator<Case> {
  for (const [account, userByAccount] of Object.entries(ACCOUNTS))
    for (const [signedIn, signedInUser] of Object.entries(SIGNED_IN))
      for (const [byEmail, userByEmail] of Object.entries(BY_EMAIL))
        for (const [allowed, linkingAllowed] of Object.entries(FLAGS))
          for (const [says, providerVerified] of Object.entries(FLAGS))
            yield {
              words: [account, signedIn, byEmail, allowed, says],
              facts: { userByAccount, signedInUser, userByEmail, linkingAllowed, providerVerified },
            }
}

function outcome(facts: LinkFacts): string {
  const decision = decideLink(facts)
  switch (decision.do) {
    case 'create':
      return 'create'
    case 'refuse':
      return `refuse ${decision.reason}`
    case 'signIn':
      return decision.user === facts.userByAccount ? 'signIn account' : 'signIn ?'
    case 'link':
      if (decision.user === facts.signedInUser) return 'link signedIn'
      return decision.user === facts.userByEmail ? 'link byEmail' : 'link ?'
  }
}

function expected(words: Case['words']): string {
  const row = POLICY.find((line) =>
    words.every((word, at) => line[at] === '*' || line[at] === word),
  )
  return row?.[5] ?? 'no row'
}

describe('decideLink', () => {
  it.each([...cases()].map(({ words, facts }) => [words.join(' '), words, facts] as const))(
    '%s (LNK-01, LNK-02, CSR-09)',
    (_what, words, facts) => {
      expect(outcome(facts)).toBe(expected(words))
    },
  )

  it('is tested with every combination of facts', () => {
    expect([...cases()]).toHaveLength(2 * 3 * 4 * 2 * 2)
  })

  it('links to every user with the address where the application vouches for all, if it may link and the provider verified it', () => {
    for (const { words, facts } of cases()) {
      const [, , byEmail, allowed, says] = words
      const links = expected(words) === 'refuse email-in-use' && allowed === 'yes' && says === 'yes'
      expect(outcome({ ...facts, vouched: true })).toBe(links ? 'link byEmail' : expected(words))
      expect(!links || byEmail !== 'none').toBe(true)
    }
  })

  it('links by e-mail address in one of all cases without a session (LNK-01, LNK-02)', () => {
    const linked = [...cases()].filter(({ facts }) => outcome(facts) === 'link byEmail')
    expect(linked.map(({ words }) => words.join(' '))).toEqual(['none none verified yes yes'])
  })
})
