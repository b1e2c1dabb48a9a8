import { describe, expect, it, vi } from 'vitest'
import Auth0 from '../../providers/auth0.ts'
import GitHub from '../../providers/github.ts'
import Google from '../../providers/google.ts'
import Resend from '../../providers/resend.ts'
import { METHODS } from '../config/adapter.ts'
import { resolveConfig } from '../config/resolve.ts'
import type { Keyless, KeylessNotice, ResolvedConfig } from '../config/resolved-config.ts'
import type { Adapter } from '../types/adapter.ts'
import type { Provider } from '../types/provider.ts'
import type { Env } from '../types/utility.ts'
import { keylessBanner } from './keyless-banner.ts'
import { listEmulated, withEmulators } from './keyless.ts'

const ORIGIN = 'http://127.0.0.1:4400'
const CONNECTION = {
  options: { clientId: 'made', clientSecret: 'up' },
  authorization: `${ORIGIN}/any/https/service.example/authorize`,
}
const LOCAL = { headers: new Headers({ host: 'localhost:3000' }) }
const WITHOUT_KEYS = [
  'GitHub has no keys: this goes to the emulator.',
  ['AUTH_GITHUB_ID=…', 'AUTH_GITHUB_SECRET=…'],
] as const

const adapter: Adapter = Object.fromEntries(
  METHODS.map((name) => [name, () => Promise.resolve(null)]),
)

interface Opened {
  readonly config: ResolvedConfig
  /** Lines of the log, as code and text. */
  readonly warned: (readonly [string, string | undefined])[]
}

function open(
  providers: readonly Provider[],
  env: Env = {},
  store: { adapter?: Adapter } = {},
): Opened {
  const warned: Opened['warned'] = []
  const config = resolveConfig(
    {
      providers: [...providers],
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      logger: { warn: (code, text) => void warned.push([code, text]), error: () => undefined },
      ...store,
    },
    {
      env: { NODE_ENV: 'development', AUTH_URL: 'http://localhost:3000', ...env },
      clock: () => 0,
      basePath: '/auth',
    },
  )
  return { config, warned }
}

/** The responses of `latchstring dev`; without them nothing listens. */
function stubDevelopment(respond?: (path: string) => Response) {
  const ask = vi.fn((address: string) =>
    respond
      ? Promise.resolve(respond(address.slice(ORIGIN.length)))
      : Promise.reject(new TypeError()),
  )
  vi.stubGlobal('fetch', ask)
  return ask
}

const everything = (): Response => Response.json(CONNECTION)
const nothing = (): Response => new Response('Not found', { status: 404 })

/** Why there is no emulator, and what was asked to find that out. */
interface WithoutEmulator {
  readonly respond?: (path: string) => Response
  readonly env?: Env
  readonly why: string
  readonly asked: readonly string[]
}

const CONNECT = `${ORIGIN}/github/connection`

const noticesOf = ({ keyless }: ResolvedConfig) =>
  keyless?.notices?.map(({ text, lines }) => [text, lines])

const onlyOf = (warned: Opened['warned']) =>
  warned.filter(([code]) => code === 'provider-left-out').map(([, text = '']) => text)

describe('A configuration of development', () => {
  it('has emulators in place of the providers without keys, and the log has no line about them', async () => {
    stubDevelopment(everything)
    const { config, warned } = open([GitHub])
    const completed = await withEmulators(config, LOCAL)
    expect([...completed.providers.keys()]).toEqual(['github'])
    expect(completed.skipped).toEqual([])
    expect(noticesOf(completed)).toEqual([WITHOUT_KEYS])
    expect(completed.keyless).toMatchObject({ ...config.keyless, notices: [{ emulated: true }] })
    expect(Object.isFrozen(completed)).toBe(true)
    expect(onlyOf(warned)).toEqual([])
  })

  it('names the variables of each service', async () => {
    stubDevelopment(everything)
    const providers = [GitHub({ id: 'second' }), Google, Auth0, Resend]
    const { config } = open(providers, {}, { adapter })
    const completed = await withEmulators(config, LOCAL)
    expect(noticesOf(completed)?.map(([, lines]) => lines)).toEqual([
      ['AUTH_SECOND_ID=…', 'AUTH_SECOND_SECRET=…'],
      ['AUTH_GOOGLE_ID=…', 'AUTH_GOOGLE_SECRET=…'],
      ['AUTH_AUTH0_ID=…', 'AUTH_AUTH0_SECRET=…', 'AUTH_AUTH0_ISSUER=…'],
      ['AUTH_RESEND_KEY=…'],
    ])
    expect(noticesOf(completed)?.at(-1)?.[0]).toBe(
      `Resend has no keys: its mails go to ${ORIGIN}/mail.`,
    )
  })

  it.each<readonly [string, WithoutEmulator]>([
    [
      'there is none of the service',
      { respond: nothing, why: `${ORIGIN} has no emulator of this provider.`, asked: [CONNECT] },
    ],
    [
      'nothing listens',
      {
        why: `To sign in at an emulator, run "npx @latchstring/cli dev" and reload the sign-in page: at ${ORIGIN} it does not answer.`,
        asked: [CONNECT],
      },
    ],
    [
      'the address of it is none',
      {
        respond: everything,
        env: { LATCHSTRING_DEV: 'off' },
        why: 'LATCHSTRING_DEV is not an address of this machine such as http://127.0.0.1:4400. Remove it, or correct it.',
        asked: [],
      },
    ],
  ])('has the reason of a missing emulator where %s', async (_, { respond, env, why, asked }) => {
    const ask = stubDevelopment(respond)
    const { config, warned } = open([GitHub], env)
    const [{ error } = { error: undefined }] = config.skipped
    const completed = await withEmulators(config, LOCAL)
    expect(completed.providers.size).toBe(0)
    expect(completed.keyless?.notices).toEqual([
      { id: 'github', text: `GitHub has no keys. ${why}`, emulated: false, lines: WITHOUT_KEYS[1] },
    ])
    expect(onlyOf(warned)).toEqual([`${error?.message} GitHub has no keys. ${why}`])
    expect(ask.mock.calls.map(([address]) => address)).toEqual(asked)
  })

  it('warns of a provider with half of its keys, and mentions no emulator', async () => {
    const ask = stubDevelopment(everything)
    const { config, warned } = open([Google({ clientSecret: 'a' })])
    expect(await withEmulators(config, LOCAL)).toBe(config)
    expect(onlyOf(warned)).toEqual(config.skipped.map(({ error }) => error.message))
    expect(onlyOf(warned)).toHaveLength(1)
    expect(ask).not.toHaveBeenCalled()
  })

  it('warns of a provider with half of its keys beside others with and without emulators', async () => {
    for (const respond of [everything, nothing]) {
      stubDevelopment(respond)
      const { config, warned } = open([Google({ clientSecret: 'a' }), GitHub])
      const [google, github] = config.skipped.map(({ error }) => error.message)
      await withEmulators(config, LOCAL)
      const hint = `GitHub has no keys. ${ORIGIN} has no emulator of this provider.`
      const both = [google, `${github} ${hint}`]
      expect(onlyOf(warned)).toEqual(respond === everything ? [google] : both)
    }
  })

  it('stays the same in a process of production, and the log has the providers that were left out', async () => {
    const ask = stubDevelopment(everything)
    const { config, warned } = open([GitHub])
    vi.stubEnv('NODE_ENV', 'production')
    expect(await withEmulators(config, LOCAL)).toBe(config)
    expect(onlyOf(warned)).toEqual(config.skipped.map(({ error }) => error.message))
    expect(ask).not.toHaveBeenCalled()
  })

  it('stays as it is with all keys', async () => {
    const ask = stubDevelopment(everything)
    const { config, warned } = open([GitHub({ clientId: 'a', clientSecret: 'b' })])
    expect(await withEmulators(config, LOCAL)).toBe(config)
    expect(onlyOf(warned)).toEqual([])
    expect(ask).not.toHaveBeenCalled()
  })

  it('is completed once for the same emulators, and anew where they start or stop', async () => {
    const { config, warned } = open([GitHub])
    stubDevelopment()
    const without = await withEmulators(config, LOCAL)
    expect(await withEmulators(config, LOCAL)).toBe(without)
    expect(onlyOf(warned)).toHaveLength(1)
    stubDevelopment(everything)
    const completed = await withEmulators(config, LOCAL)
    expect(completed).not.toBe(without)
    expect(await withEmulators(config, LOCAL)).toBe(completed)
    stubDevelopment()
    expect(await withEmulators(config, LOCAL)).toBe(without)
    stubDevelopment(() => Response.json({ ...CONNECTION, authorization: `${ORIGIN}/other` }))
    expect(await withEmulators(config, LOCAL)).not.toBe(completed)
    // Another configuration that has the same providers.
    stubDevelopment(everything)
    expect(await withEmulators(open([GitHub]).config, LOCAL)).not.toBe(completed)
  })
})

describe('The providers at emulators', () => {
  const keys = { clientId: 'a', clientSecret: 'b' }

  it('are none where every provider has its keys', () => {
    expect(listEmulated(open([GitHub(keys)]).config, LOCAL)).toEqual([])
  })

  it('are those without keys, and after a request to the emulators those that have one', async () => {
    const { config } = open([GitHub, Google(keys), Auth0])
    expect(listEmulated(config, LOCAL)).toEqual(['github', 'auth0'])
    stubDevelopment((path) => (path.startsWith('/github') ? everything() : nothing()))
    expect(listEmulated(await withEmulators(config, LOCAL), LOCAL)).toEqual(['github'])
  })

  it('are none in a request from another machine, and in production', () => {
    const { config } = open([GitHub])
    const elsewhere = { headers: new Headers({ host: 'app.example' }) }
    expect(listEmulated(config, elsewhere)).toEqual([])
    vi.stubEnv('NODE_ENV', 'production')
    expect(listEmulated(config, LOCAL)).toEqual([])
  })
})

const around = (items: string): string =>
  `<aside class="notice" dir="ltr" lang="en" aria-label="Development"> <strong>Development</strong> <ul class="problems"> ${items} </ul> </aside>`

describe('The notice about providers without keys', () => {
  const { keyless } = open([GitHub]).config
  const show = (notices?: readonly KeylessNotice[]): string | undefined => {
    if (!keyless) expect.fail('Nothing is left out.')
    const whole: Keyless = { ...keyless, ...(notices && { notices }) }
    return keylessBanner(whole)?.toString().replaceAll(/\s+/g, ' ')
  }
  it('is missing without notices', () => {
    expect(show()).toBeUndefined()
    expect(show([])).toBeUndefined()
  })

  it.each([
    [true, 'For the real service, put into'],
    [false, 'Or put into'],
  ])('names the file and the variables, emulated: %j', (emulated, says) => {
    expect(show([{ id: 'one', text: 'It has <no> keys.', emulated, lines: ['A=…', 'B=…'] }])).toBe(
      around(
        `<li> It has &lt;no&gt; keys. ${says} <code>.env.local</code> or <code>.env</code>:<br /><code>A=…</code><br /><code>B=…</code> </li>`,
      ),
    )
  })

  it('names no file where there are no variables', () => {
    const one = { id: 'one', text: 'One.', emulated: true, lines: [] }
    expect(show([one, { ...one, text: 'Two.' }])).toBe(around('<li> One. </li><li> Two. </li>'))
  })
})
