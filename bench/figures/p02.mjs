import { sessionVariants } from '../lib/application.mjs'
import { PLAIN, UNKIND } from '../lib/configurations.mjs'
import { figures } from '../lib/method.mjs'
import { HOOKED, libraryBefore, ours } from '../lib/library.mjs'
import { peerAction, peerSessions } from '../lib/peer.mjs'

/**
 * @typedef {import('../lib/row.d.ts').Part} Part
 * @typedef {import('../lib/configurations.mjs').Configuration} Configuration
 */

const ID = 'P-02'

/** @typedef {{ name?: string, bytes?: number, ready?: boolean, peer?: boolean, flags?: readonly string[] }} Case */

/** @type {(configuration: Configuration, options?: Case) => Part} */
function part(configuration, options = {}) {
  const {
    name = configuration.name,
    bytes = 200,
    ready = false,
    peer = false,
    flags = [],
  } = options
  return {
    flags,
    async run(run) {
      run.progress(name)
      const before = await libraryBefore(run)
      const variants = await sessionVariants({
        library: ours,
        configuration,
        bytes,
        before,
        ready,
      })
      const other = peer && { peer: peerAction('session', { cookies: await peerSessions(bytes) }) }
      const measured = await figures({ ...variants, ...other }, run.smoke)
      const target = { floor: { slices: 1.5, batches: 1.5 }, ...(peer && { peer: 20 }) }
      return [
        {
          id: ID,
          what: 'GET session',
          configuration: name,
          ...measured,
          target,
        },
      ]
    },
  }
}

/** @type {import('../lib/row.d.ts').Figure} */
export const figure = {
  id: ID,
  title: '`GET session` as `Request` to `Response`',
  notes: ['Floor and ours each make the `Request`, unless the row says otherwise.'],
  parts: [
    part(PLAIN, { peer: true }),
    part(PLAIN, { name: 'a session of 3 KB', bytes: 3000, peer: true }),
    part(PLAIN, { name: 'requests made beforehand', ready: true }),
    ...UNKIND.map((configuration) => part(configuration)),
    part(PLAIN, { name: 'a `module.register` hook', flags: HOOKED }),
  ],
}
