import type { AnyFeature, FeatureInput } from '@latchstring/core/features'
import { BASE, createApp } from '@latchstring/test-kit/app'
import { releaseCanaries } from '@latchstring/test-kit/canaries'
import { expect, test } from 'vitest'

const SECRET = `it's a "quoted" sécret & more`

/** Says what it was given, in the ways of drivers and of careless authors. */
function careless(input: FeatureInput): AnyFeature {
  const inputs = { password: input }
  const run = (context: {
    readonly inputs: Readonly<Record<string, unknown>>
    readonly log: (level: 'warn' | 'debug', message: string) => void
  }): never => {
    const password = String(context.inputs['password'])
    context.log('warn', `tried with ${password}`)
    context.log('debug', JSON.stringify({ tried: password }))
    const cause = Object.assign(new Error(`cut: ${password.slice(3, 20)}`), { password })
    const spelled = [
      password,
      JSON.stringify({ p: password }),
      `'${password.replaceAll("'", "''")}'`,
      encodeURIComponent(password),
    ]
    throw Object.assign(new Error(`no rule for ${spelled.join(', ')}`, { cause }), { password })
  }
  return {
    name: 'careless',
    actions: {
      form: { kind: 'change', session: 'none', inputs, load: async () => ({ run }) },
      machine: { kind: 'machine', inputs, load: async () => ({ run }) },
    },
  }
}

test.each(
  [true, false].flatMap((debug) => (['form', 'machine'] as const).map((word) => ({ debug, word }))),
)('A secret input of a $word is in no log, with debug $debug', async ({ debug, word }) => {
  const canaries = releaseCanaries()
  const { record } = canaries
  const open = (input: FeatureInput) =>
    createApp({
      features: [careless(input)],
      providers: [],
      session: { strategy: 'jwt' },
      debug,
      logger: { error: record, warn: record, debug: record, info: record },
    })
  const send = async (input: FeatureInput): Promise<void> => {
    const browser = open(input).openBrowser()
    const csrfToken = await browser.csrf(BASE)
    const answer = await browser.submit(
      `${BASE}/careless/${word}`,
      { csrfToken, password: SECRET },
      { accept: 'application/json' },
    )
    expect(answer.status).toBe(500)
    record(await answer.text())
  }
  for (const length of [SECRET.length, 12]) {
    for (let at = 0; at + length <= SECRET.length; at += 4) {
      canaries.watch(`${at}`, SECRET.slice(at, at + length))
    }
  }
  await send({ kind: 'text', max: 100, secret: true })
  expect(canaries.count()).toBeGreaterThan(1)
  expect(canaries.escaped()).toEqual([])
  await send({ kind: 'text', max: 100 })
  expect(canaries.escaped()).not.toEqual([])
})

test.each([
  { kind: 'int', secret: true },
  { kind: 'text', secret: 'yes' },
])('No input is secret as %j', async (input) => {
  // As a program without types would have it.
  const feature = careless(input as unknown as FeatureInput)
  const app = createApp({ features: [feature], providers: [] })
  expect((await app.openBrowser().open(`${BASE}/session`)).status).toBe(500)
  expect(app.errors.map(({ message }) => message).join()).toContain(
    '`secret` of the input "password" can only be true, of a text',
  )
})
