import { createApplication, requireResult } from '../lib/application.mjs'
import { MANY, PLAIN } from '../lib/configurations.mjs'
import { figures } from '../lib/method.mjs'
import { HOOKED, libraryBefore, ours } from '../lib/library.mjs'
import { peerAction } from '../lib/peer.mjs'
import { FOREIGN, ORIGIN } from '../lib/values.mjs'

/**
 * @typedef {import('../lib/row.d.ts').Part} Part
 * @typedef {import('../lib/configurations.mjs').Configuration} Configuration
 * @typedef {import('../lib/library.mjs').Library} Library
 */

const ID = 'P-08'

/** What is asked for, and a piece of what has to come. */
const ACTIONS = /** @type {const} */ ({
  signin: 'Service 0',
  csrf: 'csrfToken',
  providers: 'service0',
})

/** @type {(library: Library, configuration: Configuration, action: string) => () => Promise<Response>} */
function asked(library, configuration, action) {
  const auth = createApplication(library, configuration)
  const url = `${ORIGIN}/auth/${action}`
  return () => auth.handle(new Request(url, { headers: { cookie: FOREIGN } }))
}

/** @type {(action: keyof typeof ACTIONS, configuration: Configuration, flags?: readonly string[]) => Part} */
const part = (action, configuration, flags) => {
  const name = flags ? `${configuration.name}, a \`module.register\` hook` : configuration.name
  return {
    flags: flags ?? [],
    async run(run) {
      run.progress(`${action}, ${name}`)
      const before = await libraryBefore(run)
      const providers = configuration.make().providers.length
      const variants = {
        ours: asked(ours, configuration, action),
        peer: peerAction(action, { providers }),
        ...(before && { before: asked(before, configuration, action) }),
      }
      await requireResult(variants, ACTIONS[action])
      const measured = await figures(variants, run.smoke)
      return [{ id: ID, what: action, configuration: name, ...measured, target: { peer: 1 } }]
    },
  }
}

/** @type {readonly (keyof typeof ACTIONS)[]} */
const NAMES = ['signin', 'csrf', 'providers']

/** @type {import('../lib/row.d.ts').Figure} */
export const figure = {
  id: ID,
  title: 'Sign-in page, `csrf`, `providers`',
  notes: ['Every variant makes its `Request`.'],
  parts: [
    ...NAMES.map((name) => part(name, PLAIN)),
    ...NAMES.map((name) => part(name, MANY)),
    ...NAMES.map((name) => part(name, PLAIN, HOOKED)),
  ],
}
