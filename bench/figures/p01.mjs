import {
  createApplication,
  createReaders,
  createSessions,
  readVariants,
  requireResult,
} from '../lib/application.mjs'
import { PLAIN, requestHeaders, UNKIND } from '../lib/configurations.mjs'
import { compare, EFFORT, figures } from '../lib/method.mjs'
import { frameworkVariants, middlewareVariants } from '../lib/next.mjs'
import { HOOKED, libraryBefore, ours } from '../lib/library.mjs'
import { createFeedStore, ENDINGS } from '../lib/revocation.mjs'
import { inTurn, PERSON } from '../lib/values.mjs'

/**
 * @typedef {import('../lib/row.d.ts').Part} Part
 * @typedef {import('../lib/row.d.ts').Target} Target
 * @typedef {import('../lib/configurations.mjs').Configuration} Configuration
 */

const ID = 'P-01'

/** @type {Target} */
const CORE = { floor: { slices: 1.6, batches: 1.8 } }

/** @type {Target} */
const FRAMEWORK = { floor: { slices: 2, batches: 2.2 }, peer: 50 }

/** @type {(configuration: Configuration, bytes: number, name?: string, flags?: readonly string[]) => Part} */
const core = (configuration, bytes, name = configuration.name, flags = []) => ({
  flags,
  async run(run) {
    run.progress(`core, ${name}`)
    const before = await libraryBefore(run)
    const variants = await readVariants({ library: ours, configuration, bytes, before })
    const measured = await figures(variants, run.smoke)
    return [{ id: ID, what: 'core', configuration: name, ...measured, target: CORE }]
  },
})

/** @type {(form: 'auth()' | 'auth(req, res)', configuration: Configuration) => Part} */
const framework = (form, configuration) => ({
  async run(run) {
    run.progress(`Next.js, ${form}, ${configuration.name}`)
    const measured = await figures(await frameworkVariants(form, configuration, 200), run.smoke)
    const row = { id: ID, what: `Next.js, \`${form}\``, configuration: configuration.name }
    return [{ ...row, ...measured, target: FRAMEWORK }]
  },
})

/** Number of calls of the floor for the row about waiting. */
const CALLS = 16

/** @type {Part} */
const waiting = {
  async run(run) {
    run.progress('what awaiting costs the floor')
    const variants = await readVariants({ library: ours, configuration: PLAIN, bytes: 200 })
    const floor = /** @type {() => unknown} */ (variants.floor)
    const measured = await figures(
      {
        floor() {
          for (let call = 0; call < CALLS; call++) floor()
        },
        async ours() {
          for (let call = 0; call < CALLS; call++) await floor()
        },
      },
      run.smoke,
    )
    const configuration = `awaited, ${CALLS} calls; floor: called without waiting`
    return [{ id: ID, what: 'the floor itself', configuration, ...measured }]
  },
}

/** @type {Part} */
const middleware = {
  async run(run) {
    run.progress('Next.js, middleware')
    const variants = await middlewareVariants(PLAIN, 200)
    await requireResult({ ours: async () => Boolean(await variants.ours()) }, 'true')
    const comparison = await compare(variants, run.smoke)
    const objects = comparison.time('objects')
    return [
      {
        id: ID,
        what: 'Next.js, middleware, less what its own objects cost',
        configuration: PLAIN.name,
        ours: comparison.time('ours') - objects,
        peer: comparison.time('peer') - objects,
        toPeer: comparison.ratio(
          (get) => (get('peer') - get('objects')) / (get('ours') - get('objects')),
        ),
        target: { peer: 40 },
      },
    ]
  },
}

/** What looking up the feed of endings may add to the limit of a read. */
const SHARE = 1.02

/** @type {Target} */
const CORE_WITH_FEED = { floor: { slices: 1.6 * SHARE, batches: 1.8 * SHARE } }

/** @type {Part} in one row the floor is ours, where sessions are not revoked, and in the other that of the rows above */
const revoked = {
  async run(run) {
    run.progress('core, sessions that can be revoked')
    const store = createFeedStore()
    const { token, cookies } = await createSessions(ours, PLAIN, { bytes: 200 })
    const { read } = createReaders(token)
    const sources = cookies.map((cookie) => requestHeaders(PLAIN, cookie))
    /** @type {(session: NonNullable<import('@latchstring/core').AuthConfig['session']>) => () => unknown} */
    const reader = (session) => {
      const make = () => ({ ...PLAIN.make(), adapter: store, session })
      const auth = createApplication(ours, { ...PLAIN, make })
      const next = inTurn(sources)
      return () => auth.session({ headers: next() })
    }
    const variants = {
      floor: reader({ strategy: 'jwt' }),
      ours: reader({ strategy: 'jwt', revocation: true }),
    }
    await requireResult(variants, PERSON.email)
    const share = await figures(variants, run.smoke, { effort: EFFORT.fine })
    const next = inTurn(sources)
    const whole = await figures({ floor: () => read(next()), ours: variants.ours }, run.smoke)
    const configuration = `a feed of ${ENDINGS} endings`
    const without = `${configuration}; floor: the same without \`revocation\``
    return [
      { id: ID, what: 'core', configuration, ...whole, target: CORE_WITH_FEED },
      { id: ID, what: 'core', configuration: without, ...share },
    ]
  },
}

/** @type {import('../lib/row.d.ts').Figure} */
export const figure = {
  id: ID,
  title: 'Session read on the server, JWT strategy',
  notes: [
    'The peer is `auth()` of next-auth. 1,024 different sessions are read in turn, of 0.2 KB unless the row says otherwise.',
  ],
  parts: [
    core(PLAIN, 200),
    core(PLAIN, 3000, 'a session of 3 KB'),
    ...UNKIND.map((configuration) => core(configuration, 200)),
    core(PLAIN, 200, 'a `module.register` hook', HOOKED),
    revoked,
    waiting,
    framework('auth()', PLAIN),
    framework('auth(req, res)', PLAIN),
    middleware,
  ],
}
