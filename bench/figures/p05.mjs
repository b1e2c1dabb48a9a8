import { createApplication, readVariants } from '../lib/application.mjs'
import { PLAIN, requestHeaders } from '../lib/configurations.mjs'
import { figures } from '../lib/method.mjs'
import { libraryBefore, ours } from '../lib/library.mjs'
import { PERSON } from '../lib/values.mjs'

/** @typedef {import('../lib/row.d.ts').Part} Part */

const ID = 'P-05'

/** @type {Part} */
const read = {
  async run(run) {
    run.progress('read of 3 KB')
    const before = await libraryBefore(run)
    const variants = await readVariants({
      library: ours,
      configuration: PLAIN,
      bytes: 3000,
      before,
    })
    const measured = await figures(variants, run.smoke)
    const target = { floor: { slices: 1.5, batches: 1.5 } }
    return [{ id: ID, what: 'session read', configuration: '3 KB', ...measured, target }]
  },
}

/** @type {() => Promise<boolean>} whether a sign-in with so large a session fails */
async function isRefused() {
  const configuration = {
    ...PLAIN,
    make: () => ({
      providers: [
        {
          id: 'password',
          name: 'Password',
          type: /** @type {const} */ ('credentials'),
          credentials: {},
          authorize: () => PERSON,
        },
      ],
      logger: { error: () => undefined },
      callbacks: {
        /** @type {(params: { token: import('@latchstring/core/jwt').JWT }) => import('@latchstring/core/jwt').JWT} */
        jwt: ({ token }) => ({ ...token, data: 'x'.repeat(100_000) }),
      },
    }),
  }
  const auth = createApplication(ours, configuration)
  try {
    await auth.signIn({ headers: requestHeaders(configuration) }, 'password', { redirectTo: '/' })
    return false
  } catch {
    return true
  }
}

/** @type {Part} */
const refusal = {
  async run(run) {
    run.progress('refusal of 100 KB')
    return [
      {
        id: ID,
        what: 'session of 100 KB',
        configuration: 'refused when written',
        unit: 'of 1 sign-in',
        ours: (await isRefused()) ? 1 : 0,
        target: { least: 1 },
      },
    ]
  },
}

/** @type {import('../lib/row.d.ts').Figure} */
export const figure = { id: ID, title: 'Large sessions', parts: [read, refusal] }
