import { BASE, ORIGIN, createApp } from '@latchstring/test-kit/app'
import { readJson } from '@latchstring/test-kit/json'
import { ADA, passwords, signInWithPassword, submitPassword } from '@latchstring/test-kit/people'
import { readSession } from '@latchstring/test-kit/story'
import type { SendVerificationRequestParams } from '@latchstring/core/providers'
import { beforeEach, describe, expect, test } from 'vitest'
import { openProofWorld, post, PROOF_WORLDS, type ProofWorld, useLink } from './src/proof-world.ts'
import { untyped } from './src/untyped.ts'
import { welcomeFeature } from './src/welcome-feature.ts'

const EVE = 'eve@example.com'

/** A provider that puts its mails into a list. */
const mailer = (id: string, mails: SendVerificationRequestParams[], signIn?: boolean) => ({
  id,
  name: `By ${id}`,
  type: 'email' as const,
  ...(signIn !== undefined && { signIn }),
  sendVerificationRequest: (params: SendVerificationRequestParams) => void mails.push(params),
})

describe.each(PROOF_WORLDS)(
  'A provider that only sends mails, with sessions by $strategy, a store $store, and $config,',
  (options) => {
    const feature = welcomeFeature()
    let mails: SendVerificationRequestParams[]
    let world: ProofWorld
    let firstProofs: string[]

    beforeEach(async () => {
      mails = []
      firstProofs = []
      world = await openProofWorld(options, [feature], {
        providers: [passwords(), mailer('sender', mails, false)],
        account: { page: true },
        events: { firstProof: ({ user }) => void firstProofs.push(String(user.id)) },
      })
    })

    const enter = { word: 'enter', fields: { word: 'sesame' } }

    test('is no way in: not on the page, not in the list, and unknown to sign-ins', async () => {
      const browser = world.openBrowser()
      const page = await (await browser.open(`${BASE}/signin`)).text()
      expect(page).toContain('/callback/credentials')
      expect(page).not.toContain('sender')
      const listed = await readJson(await browser.open(`${BASE}/providers`))
      expect(Object.keys(listed)).toEqual(['credentials'])
      const csrfToken = await browser.csrf(BASE)
      const paths = ['signin/sender', 'callback/sender?token=x&email=eve%40example.com']
      for (const path of paths) {
        const unknown = path.replace('sender', 'nothing')
        for (const ask of [
          (to: string) => browser.open(`${BASE}/${to}`),
          (to: string) => browser.submit(`${BASE}/${to}`, { csrfToken, email: EVE }),
        ]) {
          const response = await ask(path)
          const other = await ask(unknown)
          const textOf = (text: string): string => text.replaceAll('sender', 'nothing')
          expect([response.status, textOf(response.headers.get('location') ?? '')]).toEqual([
            other.status,
            other.headers.get('location') ?? '',
          ])
        }
      }
      const source = { headers: new Headers(), url: `${ORIGIN}/` }
      const signIn = world.auth.form(source, 'signin', { provider: 'sender' })
      await expect(signIn).rejects.toThrow('sender')
      expect(mails).toEqual([])
      expect(await readSession(browser)).toBeNull()
    })

    test('sends the mails of features, whose proofs hand the user over', async () => {
      const stranger = world.openBrowser()
      const asked = await post(stranger, 'ask', { email: EVE })
      expect(asked.status).toBe(303)
      expect(mails).toMatchObject([{ identifier: EVE, purpose: 'welcome/register' }])
      const url = mails[0]?.url ?? ''
      expect(await readJson(await useLink(world.openBrowser(), url, enter))).toMatchObject({
        verified: true,
      })
    })

    test('is not counted as a way in on the page of the account', async () => {
      const both = await openProofWorld(options, [feature], { account: { page: true } })
      const shown = async (app: ProofWorld): Promise<string> => {
        const browser = await signInWithPassword(app.openBrowser())
        return (await browser.open(`${BASE}/account`)).text()
      }
      expect(await shown(both)).toContain(ADA.email)
      expect(await shown(world)).not.toContain(ADA.email)
    })

    test('is preferred for features to one that signs in as well', async () => {
      const others: SendVerificationRequestParams[] = []
      const both = await openProofWorld(options, [feature], {
        providers: [mailer('mail', others), mailer('sender', mails, false)],
      })
      const browser = both.openBrowser()
      await post(browser, 'ask', { email: EVE })
      expect([others.length, mails.length]).toEqual([0, 1])
      const csrfToken = await browser.csrf(BASE)
      await browser.submit(`${BASE}/signin/mail`, { csrfToken, email: EVE })
      expect([others.length, mails.length]).toEqual([1, 1])
    })

    test('ends what a stranger has set up, by the first proof of the address', async () => {
      const { store } = world
      const created = await store.createUser?.({
        id: crypto.randomUUID(),
        name: 'Eve',
        email: EVE,
        emailVerified: null,
      })
      const id = String(created?.id)
      await world.auth.system(feature).set(id, 'planted')
      await post(world.openBrowser(), 'forgot', { email: EVE })
      const reset = { word: 'reset', fields: { word: 'chosen' } }
      const answer = await readJson(await useLink(world.openBrowser(), mails[0]?.url ?? '', reset))
      expect(answer).toMatchObject({ id, verified: true })
      expect(await world.auth.system(feature).wordOf(id)).toBe('chosen')
      expect(firstProofs).toEqual([id])
    })
  },
)

test('What is neither true nor false leaves the provider out', async () => {
  const provider = untyped<ReturnType<typeof mailer>>({ ...mailer('sender', []), signIn: 'no' })
  const app = createApp({ providers: [passwords(), provider] })
  const browser = app.openBrowser()
  expect(Object.keys(await readJson(await browser.open(`${BASE}/providers`)))).toEqual([
    'credentials',
  ])
  expect((await submitPassword(browser, 'ada')).status).toBe(302)
})
