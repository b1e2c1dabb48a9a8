import type { Callbacks, Events, JWTParams, SignInParams } from '@latchstring/core/types'
import { expect, vi } from 'vitest'
import { ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import { ANY_TEXT, including } from '@latchstring/test-kit/matchers'
import type { Suite } from './src/suite.ts'
import type { PlainConfig } from './src/target.ts'
import { readLocation } from '@latchstring/test-kit/story'
import { everyWay, type Way, ways } from './src/ways.ts'

type SignIn = NonNullable<Callbacks['signIn']>
type Heard = readonly [event: keyof Events, message: object]

/** Events of a configuration, in the order in which they happen. */
function listen(): { readonly heard: Heard[]; readonly events: Events } {
  const heard: Heard[] = []
  const to = (event: keyof Events) => (message: object) => void heard.push([event, message])
  const events = {
    createUser: to('createUser'),
    updateUser: to('updateUser'),
    linkAccount: to('linkAccount'),
    signIn: to('signIn'),
  }
  return { heard, events }
}

const names = (heard: readonly Heard[]): readonly string[] => heard.map(([event]) => event)

/** What holds for every kind of sign-in, with both kinds of sessions. */
export function everyWayIn(suite: Suite): void {
  const { proves, open } = suite

  /** Runs something for each kind of sign-in with each kind of sessions, each in an application of its own. */
  async function each(
    run: (way: Way, config: PlainConfig, what: string) => Promise<void>,
  ): Promise<void> {
    for (const strategy of STRATEGIES) {
      for (const way of ways(suite.world)) {
        await run(way, await everyWay(suite.world, strategy), `${way.kind}, ${strategy}`)
      }
    }
  }

  proves(
    ['STATE-signIn-every-kind', 'CB-signIn'],
    'the signIn callback allows every kind of sign-in with true, and stops it with false, an error or a string',
    () =>
      each(async (way, config, what) => {
        let verdict: () => boolean | string = () => true
        const signIn = vi.fn<SignIn>(() => verdict())
        const app = open({ ...config, callbacks: { signIn } })
        await way.prepare?.(app)
        const attempt = async (): Promise<readonly [string, string | null, boolean]> => {
          signIn.mockClear()
          const visitor = app.visit()
          const { pathname, searchParams } = readLocation(await way.enter(visitor))
          expect(signIn, what).toHaveBeenCalled()
          return [pathname, searchParams.get('error'), (await visitor.session()) !== null]
        }
        const error = `${suite.target.basePath}/error`
        verdict = () => false
        expect(await attempt(), what).toEqual([error, 'AccessDenied', false])
        verdict = () => {
          throw new Error('no')
        }
        expect(await attempt(), what).toEqual([error, 'AccessDenied', false])
        verdict = () => '/ask-first'
        expect(await attempt(), what).toEqual(['/ask-first', null, false])
        verdict = () => true
        expect(await attempt(), what).toEqual(['/inside', null, true])
      }),
  )

  proves(
    ['STATE-signIn-email-both', 'CB-signIn-email-link'],
    'the signIn callback can refuse a mail when it is requested, and when its link is opened',
    async () => {
      for (const strategy of STRATEGIES) {
        const refuse = { mail: false }
        const signIn = vi.fn(({ email }: SignInParams) =>
          refuse.mail ? email?.verificationRequest !== undefined : true,
        )
        const app = open({ ...(await everyWay(suite.world, strategy)), callbacks: { signIn } })
        refuse.mail = true
        const [, , , way] = ways(suite.world)
        const visitor = app.visit()
        const response = await way?.enter(visitor)
        expect(response?.headers.get('location')).toContain('error=AccessDenied')
        expect(await visitor.session()).toBeNull()
        expect(signIn).toHaveBeenCalledTimes(2)
      }
    },
  )

  proves(
    ['EVENT-nothing-when-refused'],
    'a refused sign-in creates no user, links no account and emits no event',
    () =>
      each(async (way, config, what) => {
        const { heard, events } = listen()
        let open_ = true
        const app = open({ ...config, events, callbacks: { signIn: () => open_ } })
        await way.prepare?.(app)
        heard.length = 0
        open_ = false
        await way.enter(app.visit())
        expect(heard, what).toEqual([])
      }),
  )

  proves(
    ['EVENT-every-kind', 'EVENT-signIn-isNewUser'],
    'each kind of sign-in emits its events once and in order',
    () =>
      each(async (way, config, what) => {
        const { heard, events } = listen()
        const app = open({ ...config, events })
        await way.prepare?.(app)
        heard.length = 0
        await way.enter(app.visit())
        const first = {
          oidc: ['createUser', 'linkAccount', 'signIn'],
          oauth: ['createUser', 'linkAccount', 'signIn'],
          email: ['createUser', 'signIn'],
          credentials: ['signIn'],
          webauthn: ['signIn'],
        }[way.kind]
        expect(names(heard), what).toEqual(first)
        const provider = { type: way.kind, userId: ANY_TEXT }
        expect(heard.at(-1)?.[1], what).toMatchObject({ account: provider })
        const isNewUser = first.length > 1
        if (way.kind !== 'credentials') expect(heard.at(-1)?.[1]).toMatchObject({ isNewUser })
        heard.length = 0
        await way.enter(app.visit())
        const again = way.kind === 'email' ? ['updateUser', 'signIn'] : ['signIn']
        expect(names(heard), what).toEqual(again)
        if (way.kind !== 'credentials') {
          expect(heard.at(-1)?.[1], what).toMatchObject({ isNewUser: false })
        }
      }),
  )

  proves(
    ['EVENT-linkAccount-signed-in'],
    'an account linked to the signed-in user emits its event, without a new user',
    async () => {
      for (const strategy of STRATEGIES) {
        const { heard, events } = listen()
        const config = await everyWay(suite.world, strategy)
        const visitor = open({ ...config, events }).visit()
        await visitor.submitPassword()
        heard.length = 0
        await visitor.signInWith('harbour')
        expect(names(heard)).toEqual(['linkAccount', 'signIn'])
        expect(heard[0]?.[1]).toMatchObject({
          user: { email: 'ada@example.com' },
          account: { provider: 'harbour', providerAccountId: 'ada-1815' },
          profile: { id: 'ada-1815' },
        })
      }
    },
  )

  proves(
    ['CB-jwt-trigger-every-kind', 'CB-jwt-isNewUser'],
    'trigger is signUp when a sign-in stores a user for the first time, and signIn otherwise, for every kind',
    async () => {
      for (const way of ways(suite.world)) {
        const seen: JWTParams[] = []
        const jwt = (params: JWTParams): JWTParams['token'] => {
          if (params.trigger !== undefined) seen.push(params)
          return params.token
        }
        const app = open({ ...(await everyWay(suite.world, 'jwt')), callbacks: { jwt } })
        await way.prepare?.(app)
        seen.length = 0
        await way.enter(app.visit())
        await way.enter(app.visit())
        const isNew = ['oidc', 'oauth', 'email'].includes(way.kind)
        expect(seen, way.kind).toEqual([
          including({ trigger: isNew ? 'signUp' : 'signIn', isNewUser: isNew }),
          including({ trigger: 'signIn', isNewUser: false }),
        ])
        for (const { account } of seen) expect(account, way.kind).toMatchObject({ type: way.kind })
      }
    },
  )

  proves(
    ['RES-PAGES-newUser-every-kind'],
    'a user who is created at sign-in is redirected to pages.newUser, and other users are not',
    () =>
      each(async (way, config, what) => {
        const app = open({ ...config, pages: { newUser: '/welcome' } })
        await way.prepare?.(app)
        const makesUsers = ['oidc', 'oauth', 'email'].includes(way.kind)
        const first = readLocation(await way.enter(app.visit()))
        expect(first.pathname, what).toBe(makesUsers ? '/welcome' : '/inside')
        if (makesUsers) expect(first.searchParams.get('callbackUrl')).toBe(`${ORIGIN}/inside`)
        expect(readLocation(await way.enter(app.visit())).pathname, what).toBe('/inside')
      }),
  )
}
